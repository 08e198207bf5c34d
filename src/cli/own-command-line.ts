import type { Command } from 'commander';

/** For a program that reads its own command line, as it does when it runs alone. */
export function withOwnCommandLine(command: Command, load: () => Promise<unknown>): Command {
  return command
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .argument('[options...]')
    .action(async (args: string[]) => {
      process.argv = [...process.argv.slice(0, 2), ...args];
      await load();
    });
}
