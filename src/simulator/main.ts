/** `npm run simulator`: runs the carrier as its own process. */
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { readCommandLine, usage, type CommandLine } from './command-line.ts';
import { optionsSchema } from './options.ts';
import { startSimulator, type ChangeableInput, type Simulator } from './start-simulator.ts';

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
  if (exitWithStdin) obeyParent(simulator);
  const { url, storageUrl, ledgerPath } = simulator;
  process.stdout.write(`${JSON.stringify({ event: 'listening', url, storageUrl, ledgerPath })}\n`);
}

/**
 * Each line changes options, as JSON. The end of the lines ends the carrier at once: the parent process is gone, and its
 * successor may already be starting on this ledger.
 */
function obeyParent(simulator: Simulator): void {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => void simulator.change(JSON.parse(line) as ChangeableInput));
  lines.once('close', () => process.exit(0));
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
