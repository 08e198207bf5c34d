/** The commands with their options and choices, as completion needs them: read from commander's tree. */
import type { Argument, Command, Option } from 'commander';

export interface CommandNode {
  /** Names from below the program, such as `campaigns create`; empty: the program itself. */
  path: string;
  /** Subcommands with their descriptions. */
  commands: Word[];
  options: Word[];
  /** For options with choices: every value after its flag. */
  values: { flags: string[]; choices: readonly string[] }[];
  /** Choices of the arguments. */
  choices: readonly string[];
}

export interface Word {
  word: string;
  description: string;
}

export function commandTree(program: Command, path = ''): CommandNode[] {
  const commands = program.commands.filter((each) => each.name() !== 'help');
  const options = program.createHelp().visibleOptions(program);
  const node: CommandNode = {
    path,
    commands: commands.map((each) => ({ word: each.name(), description: firstLine(each) })),
    options: options.flatMap((option) =>
      flagsOf(option).map((word) => ({ word, description: option.description })),
    ),
    values: options
      .filter((option) => option.argChoices !== undefined)
      .map((option) => ({ flags: flagsOf(option), choices: option.argChoices! })),
    choices: program.registeredArguments.flatMap((argument: Argument) => argument.argChoices ?? []),
  };
  const below = commands.flatMap((each) =>
    commandTree(each, path === '' ? each.name() : `${path} ${each.name()}`),
  );
  return [node, ...below];
}

const flagsOf = ({ long, short }: Option): string[] => [long, short].filter((flag) => flag != null);
const firstLine = (command: Command): string => command.description().split('\n')[0]!;
