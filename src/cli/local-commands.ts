/** Commands that work on this machine: start everything, doctor, simulator, export, backup, compact, migrate, move, verify, replay. */
import { withOwnCommandLine } from './own-command-line.ts';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { StartOptions } from '../dev/start.ts';
import { TROUBLE_NAMES } from '../terminal/trouble-names.ts';
import { migrateCommand } from './database/migrate-command.ts';
import { moveCommand } from './database/move-command.ts';
import { print } from './output.ts';
import { jsonOption } from '../terminal/exit-codes.ts';
import { replayCommand } from './replay/replay-command.ts';

export function localCommands(): Command[] {
  return [
    devCommand(),
    doctorCommand(),
    simulatorCommand(),
    exportCommand(),
    backupCommand(),
    compactCommand(),
    migrateCommand(),
    moveCommand(),
    verifyCommand(),
    replayCommand(),
  ];
}

function devCommand(): Command {
  return new Command('dev')
    .description(
      'run everything on this machine with a simulated carrier, and dial the example campaign',
    )
    .option('--exit', 'stop after the table; 0 only if every contact reached a final state')
    .option('--fresh', 'dial the example again, as a new campaign')
    .option('--quiet', 'without the standing demonstration after the example')
    .addOption(
      new Option('--trouble <what>', 'the carrier starts with it, and one learns to put it right')
        .choices(TROUBLE_NAMES)
        .conflicts('exit'),
    )
    .option('--state <folder>', 'folder for all data', '.dialwright')
    .option('--contacts <file>', 'CSV to dial instead of the example’s')
    .option('--port <n>', 'port of the API; if it is taken, the next free one', portNumber)
    .action(async (options: StartOptions) => {
      const { start } = await import('../dev/start.ts');
      process.exit(await start(options));
    });
}

function doctorCommand(): Command {
  return new Command('doctor')
    .description('check your setup and show how to fix it')
    .option('--state <folder>', 'folder with the data of `dev`', '.dialwright')
    .addOption(jsonOption())
    .action(async ({ state }: { state: string }, command: Command) => {
      const { doctor } = await import('./doctor/doctor.ts');
      const json = command.optsWithGlobals()['json'] === true;
      process.exitCode = await doctor(process.env, { json, state });
    });
}

function simulatorCommand(): Command {
  return withOwnCommandLine(
    new Command('simulator').description(
      'run the simulated carrier alone (simulator --help shows its options)',
    ),
    () => import('../simulator/main.ts'),
  );
}

function exportCommand(): Command {
  return new Command('export')
    .description('export campaigns, contacts and calls of the database, one JSON line each')
    .option('--database <file>', 'by default that of DIALWRIGHT_DATABASE_URL, or that of `dev`')
    .option('--out <file>', 'by default stdout')
    .action(async ({ database: path, ...out }: { database?: string; out?: string }) => {
      const { exportStore } = await import('../process/export-store.ts');
      const { loadDatabase } = await import('../config/config.ts');
      const database = path ? ({ engine: 'sqlite', path } as const) : loadDatabase(process.env);
      await exportStore({ database, ...out });
    });
}

function backupCommand(): Command {
  return new Command('backup')
    .description('copy the SQLite database into a file while it is used (docs/backup.md)')
    .argument('<file>', 'the copy; it must not exist')
    .option('--database <file>', 'by default that of DIALWRIGHT_DATABASE_URL, or that of `dev`')
    .addOption(jsonOption())
    .action(async (file: string, { database: path }: { database?: string }, command: Command) => {
      const { backupStore } = await import('../process/backup-store.ts');
      const { loadDatabase } = await import('../config/config.ts');
      const database = path ? ({ engine: 'sqlite', path } as const) : loadDatabase(process.env);
      const copy = await backupStore(database, file);
      print(command, copy, () => `${copy.file} has ${copy.bytes} bytes; ${ALSO_KEEP}`);
    });
}

const ALSO_KEEP =
  'keep beside it: the recordings, the settings with DIALWRIGHT_HOOK_SECRETS and DIALWRIGHT_PAYLOAD_KEYS, and Temporal\u2019s database';

function compactCommand(): Command {
  return new Command('compact')
    .description('give the free pages of the SQLite file back, with the product stopped')
    .option('--database <file>', 'by default that of DIALWRIGHT_DATABASE_URL, or that of `dev`')
    .addOption(jsonOption())
    .action(async ({ database: path }: { database?: string }, command: Command) => {
      const { compactStore } = await import('./database/compact-store.ts');
      const { loadDatabase } = await import('../config/config.ts');
      const done = compactStore(path ? { engine: 'sqlite', path } : loadDatabase(process.env));
      print(
        command,
        done,
        () => `${done.file}: ${done.bytesBefore} bytes before, ${done.bytes} now`,
      );
    });
}

function verifyCommand(): Command {
  return new Command('verify')
    .description('export the data of `dev` and compare it with the simulated carrier’s ledger')
    .option('--state <folder>', 'folder with the data of `dev`', '.dialwright')
    .option('--limit <n>', 'number of violations shown for each check', '20')
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing is violated, 1 something is, 2 the checker could not run.',
    )
    .action(async ({ state, limit }: { state: string; limit: string }) => {
      const { exportStore } = await import('../process/export-store.ts');
      const at = (name: string) => join(state, name);
      await exportStore({
        database: { engine: 'sqlite', path: at('dialwright.sqlite') },
        out: at('export.ndjson'),
      });
      const records = ['--ledger', at('ledger.ndjson'), '--export', at('export.ndjson')];
      // It reads its own command line, as it does when it runs alone.
      process.argv = [...process.argv.slice(0, 2), ...records, '--limit', limit];
      await import('../checker/main.ts');
    });
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InvalidArgumentError('needs a port, 0 to 65535.');
  }
  return port;
}
