/** `dialwright archives …`: files of calls that were deleted from the database. */
import { Command } from 'commander';

export function archiveCommands(): Command {
  const archives = new Command('archives')
    .description('files of calls that were deleted, because they were older than calls are kept')
    .enablePositionalOptions();
  archives
    .command('check')
    .description('check that archives were not changed, offline (--help shows its options)')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .argument('[options...]')
    .action(async (args: string[]) => {
      // It reads its own command line, because it shares no code with the product.
      process.argv = [...process.argv.slice(0, 2), ...args];
      await import('../../checker/archives/main.ts');
    });
  return archives;
}
