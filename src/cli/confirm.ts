/** What deletes, or may cost money, asks first; a program says --yes. */
import { createInterface } from 'node:readline/promises';
import { Option, type Command } from 'commander';
import { isDryRun } from './dry-run.ts';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';

export interface YesOption {
  yes?: boolean;
}

export const yesOption = (): Option => new Option('--yes', 'do not ask for confirmation');

/** Returns when it is meant. A dry run needs no word. @throws CommandError when it is not, or nobody can be asked */
export async function confirm(command: Command, { yes }: YesOption, what: string): Promise<void> {
  if (yes === true || isDryRun(command)) return;
  if (!process.stdin.isTTY) {
    throw new CommandError({
      code: EXIT.usage,
      what: `${what} needs a confirmation`,
      why: 'there is no terminal to ask at',
      next: 'repeat it with --yes, or see the request with --dry-run',
    });
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`${what}, at the carrier. Continue? [y/N] `);
  asking.close();
  if (/^y(es)?$/i.test(answer.trim())) return;
  throw new CommandError({
    code: EXIT.refused,
    what: 'Nothing was sent',
    why: 'the answer was not yes',
    next: 'nothing',
  });
}
