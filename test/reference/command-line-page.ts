/** docs/reference/command-line.md, from the definitions of the commands. */
import type { Argument, Command, Option } from 'commander';
import { program } from '../../src/cli/main.ts';
import { anchor, code, formatted } from './markdown.ts';

const HEAD = [
  '# Commands',
  'Made by `npm run docs` from the definitions in `src/cli`; do not edit. `dialwright … --help` shows the same in a terminal. ' +
    'The [command line](../command-line.md) describes output, exit codes, times and files; here is what each command takes.',
];

export function commandLinePage(): Promise<string> {
  const root = program();
  const groups = Map.groupBy(root.commands.filter(isOwn), (command) => command.helpGroup());
  const contents = [...groups].map(
    ([group, commands]) => `**${group}**\n\n${commands.map(contentsOf).join('\n')}`,
  );
  const sections = [...groups.values()].flat().map(sectionOf);
  return formatted([...HEAD, ...contents, commonOptions(), ...sections].join('\n\n'));
}

/** Commander adds `help` itself. */
const isOwn = (command: Command): boolean => command.name() !== 'help';
const below = (command: Command): Command[] => command.commands.filter(isOwn);
const leavesOf = (command: Command): Command[] =>
  below(command).length === 0 ? [command] : below(command).flatMap(leavesOf);

const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
const link = (text: string, heading: string): string => `[${text}](#${anchor(heading)})`;

function contentsOf(command: Command): string {
  const verbs = leavesOf(command).map((leaf) => {
    const name = nameOf(leaf);
    return leaf === command ? '' : link(name.slice(command.name().length + 1), name);
  });
  const line = `- ${link(command.name(), command.name())}: ${command.description()}`;
  return verbs[0] === '' ? line : `${line}: ${verbs.join(', ')}`;
}

/** So many commands have these options that they are described once. */
const COMMON_FROM = 10;
/** A command that shares so many options with one before it names them only. */
const SHARED_FROM = 10;

const keyOf = ({ flags, description }: Option): string => `${flags} ${description}`;
const shownOptions = (command: Command): Option[] =>
  command.options.filter(({ hidden }) => !hidden);

const COMMON = [...Map.groupBy(leavesOf(program()).flatMap(shownOptions), keyOf)]
  .filter(([, options]) => options.length >= COMMON_FROM)
  .map(([key, options]) => ({ key, option: options[0]! }));

function commonOptions(): string {
  const rows = COMMON.map(({ option }) => optionRow(option));
  return `Options of many commands, which only their usage names:\n\n${list(rows)}`;
}

function sectionOf(command: Command): string {
  const leaves = leavesOf(command);
  if (leaves[0] === command) return leafText(command, [], '##');
  const parts = leaves.map((leaf, index) => leafText(leaf, leaves.slice(0, index), '###'));
  return [`## ${command.name()}`, sentence(command.description()), ...parts].join('\n\n');
}

/** @param before the commands of the same noun that the page shows before this one */
function leafText(command: Command, before: readonly Command[], level: string): string {
  const options = ownOptions(command);
  const like = before.find((each) => sharedOptions(each, options).length >= SHARED_FROM);
  const shared = like ? sharedOptions(like, options) : [];
  const rows = [
    ...command.registeredArguments.map(argumentRow),
    ...options.filter((option) => !shared.includes(option)).map(optionRow),
  ].filter(([, text]) => text !== '');
  return [
    `${level} ${nameOf(command)}`,
    sentence(command.description()),
    code(usageOf(command)),
    ...(rows.length === 0 ? [] : [list(rows)]),
    ...(like ? [`As in ${link(nameOf(like), nameOf(like))}: ${flagNames(shared)}.`] : []),
  ].join('\n\n');
}

const ownOptions = (command: Command): Option[] =>
  shownOptions(command).filter((option) => !isCommon(option));

function sharedOptions(other: Command, options: readonly Option[]): Option[] {
  const known = new Set(ownOptions(other).map(keyOf));
  return options.filter((option) => known.has(keyOf(option)));
}

const flagNames = (options: readonly Option[]): string =>
  options.map(({ long, short }) => code(long ?? short ?? '')).join(', ');

const list = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([name, text]) => `- ${name}: ${text}`).join('\n');

const isCommon = (option: Option): boolean => COMMON.some(({ key }) => key === keyOf(option));

/** What must be given, `[options]`, and the options that are described above all commands. */
function usageOf(command: Command): string {
  const words = command.registeredArguments.map(argumentText);
  const mandatory = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  const isMore = command.options.some((option) => !option.mandatory && !isCommon(option));
  const common = command.options.filter(isCommon).map(({ flags }) => `[${flags}]`);
  const parts = [...words, ...mandatory, ...(isMore ? ['[options]'] : []), ...common];
  return ['dialwright', nameOf(command), ...parts].join(' ');
}

function argumentText(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

const argumentRow = (argument: Argument): [string, string] => [
  code(argumentText(argument)),
  [argument.description, choicesOf(argument.argChoices)].filter(Boolean).join('; '),
];

const optionRow = (option: Option): [string, string] => [
  code(option.flags),
  [
    option.description,
    choicesOf(option.argChoices),
    option.defaultValue === undefined || option.defaultValue === false
      ? ''
      : `default ${option.defaultValueDescription ?? code(String(option.defaultValue))}`,
  ]
    .filter(Boolean)
    .join('; '),
];

const choicesOf = (choices: readonly string[] | undefined): string =>
  choices ? choices.map(code).join(', ') : '';

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
