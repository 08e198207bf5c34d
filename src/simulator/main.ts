/** `npm run simulator`: runs the carrier as its own process. */
import { z } from 'zod';
import { readCommandLine, usage, type CommandLine } from './command-line.ts';
import { optionsSchema } from './options.ts';
import { startSimulator } from './start-simulator.ts';

const EXIT_USAGE = 2;

const commandLine = parse(process.argv.slice(2));
if (commandLine.help) {
  process.stdout.write(usage());
} else {
  await run(commandLine);
}

async function run({ options, exitWithStdin }: CommandLine): Promise<void> {
  const simulator = await startSimulator(options);
  let ending: Promise<void> | undefined;
  const end = () => void (ending ??= simulator.stop().then(() => process.exit(0)));
  // Not `once`: npm passes on a Ctrl-C that the terminal has sent already, and the second would end the process at once.
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // Ends immediately: the parent process is gone, and its successor may already be starting on this ledger.
  if (exitWithStdin) process.stdin.once('end', () => process.exit(0)).resume();
  const { url, storageUrl, ledgerPath } = simulator;
  process.stdout.write(`${JSON.stringify({ event: 'listening', url, storageUrl, ledgerPath })}\n`);
}

function parse(args: string[]): CommandLine {
  try {
    const commandLine = readCommandLine(args);
    const checked = optionsSchema.safeParse(commandLine.options);
    if (checked.success) return commandLine;
    process.stderr.write(`${z.prettifyError(checked.error)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  return process.exit(EXIT_USAGE);
}
