/** `dialwright archives …`: files of calls that were deleted from the database. */
import { Command } from 'commander';
import { withOwnCommandLine } from '../own-command-line.ts';

export function archiveCommands(): Command {
  const archives = new Command('archives')
    .description('files of calls that were deleted, because they were older than calls are kept')
    .enablePositionalOptions();
  withOwnCommandLine(
    archives
      .command('check')
      .description('check that archives were not changed, offline (--help shows its options)'),
    () => import('../../checker/archives/main.ts'),
  );
  return archives;
}
