/** Commands that delete, or may cost money, ask for a confirmation first. Programs use --yes. */
import { createInterface } from 'node:readline/promises';
import { Option, type Command } from 'commander';
import { isDryRun } from './dry-run.ts';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';

export interface YesOption {
  yes?: boolean;
}

export const yesOption = (): Option => new Option('--yes', 'do not ask for confirmation');

/** Returns if the user confirms, or for a dry run. @throws CommandError if not, or if there is no terminal to ask at */
export async function confirm(command: Command, { yes }: YesOption, what: string): Promise<void> {
  if (yes === true || isDryRun(command)) return;
  if (!process.stdin.isTTY) {
    throw new CommandError({
      code: EXIT.usage,
      what: `${what} needs a confirmation`,
      why: 'there is no terminal for the question',
      next: takesDryRun(command)
        ? 'repeat it with --yes, or show the request with --dry-run'
        : 'repeat it with --yes',
    });
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`${what}. Continue? [y/N] `);
  asking.close();
  if (/^y(es)?$/i.test(answer.trim())) return;
  throw new CommandError({
    code: EXIT.refused,
    what: 'Nothing was sent',
    why: 'the answer was not yes',
    next: 'nothing',
  });
}

const takesDryRun = (command: Command): boolean =>
  command.options.some(({ long }) => long === '--dry-run');
