/** Compares the carrier's ledger with the store's export. */
import { readCommandLine, USAGE } from './command-line.ts';
import { InputError } from './records/lines.ts';
import { printable, report } from './report.ts';
import { runChecks } from './run-checks.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  try {
    const commandLine = readCommandLine(args);
    if (commandLine === 'help') {
      process.stdout.write(USAGE);
      return 0;
    }
    const results = await runChecks(commandLine, commandLine);
    process.stdout.write(report(results, commandLine.limit));
    return results.every(({ violations }) => violations.length === 0) ? 0 : 1;
  } catch (error) {
    const known = error instanceof InputError;
    // Not 1, because 1 means that something was checked.
    process.stderr.write(
      known ? `${printable(error.message)}\n\n${USAGE}` : `${printable(String(error))}\n`,
    );
    return 2;
  }
}
