/** `dialwright move`: from a SQLite file to Postgres, with the product stopped. */
import { Command } from 'commander';
import type { Moved } from '../../store/sql/move-database.ts';
import type { MoveProgress } from '../../store/sql/engine/move/move-rows.ts';
import type { DatabaseLocation } from '../../store/sql/open-store.ts';
import { CommandError, EXIT, jsonOption } from '../../terminal/exit-codes.ts';
import { print, wantsJson } from '../output.ts';

export const moveCommand = (): Command =>
  new Command('move')
    .description('move the SQLite file of DIALWRIGHT_DATABASE_URL to an empty Postgres database')
    .option('--to <url>', 'postgres://user:password@host:5432/database')
    .option(
      '--to-file <path>',
      'a file with the URL, so that no list of processes shows its password',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nStop all servers and workers before. All is moved, or nothing: after an\ninterruption, run it again.',
    )
    .action(async (named: Target, command: Command) => move(command, await urlOf(named)));

interface Target {
  to?: string;
  toFile?: string;
}

async function urlOf({ to, toFile }: Target): Promise<string> {
  if ((to === undefined) === (toFile === undefined))
    throw new CommandError({
      code: EXIT.usage,
      what: 'The database to move to is not named',
      why: 'exactly one of --to and --to-file says it',
      next: 'name an empty Postgres database',
    });
  if (to !== undefined) return to;
  const { readFile } = await import('node:fs/promises');
  return (await readFile(toFile!, 'utf8')).trim();
}

async function move(command: Command, url: string): Promise<void> {
  const { loadDatabase } = await import('../../config/config.ts');
  const { moveDatabase } = await import('../../store/sql/move-database.ts');
  const { reportTo } = await import('../../terminal/progress-reporter.ts');
  const from = loadDatabase(process.env);
  const target = loadDatabase({ ...process.env, DIALWRIGHT_DATABASE_URL: url });
  if (from.engine !== 'sqlite' || target.engine !== 'postgres') throw wrongWay(from, target);
  const reporter = reportTo(process.stderr);
  const onProgress = (at: MoveProgress) => reporter.progress(progressOf(at));
  const moved = await moveDatabase({
    path: from.path,
    to: target,
    ...(!wantsJson(command) && { onProgress }),
  }).catch((error: unknown) => {
    throw refusalOf(error, from.path);
  });
  print(command, moved, () => formatMoved(moved, from.path));
}

const progressOf = ({ step, table, done, total }: MoveProgress): string =>
  `${step === 'copy' ? 'Copying' : 'Checking'} ${table}: ${done} of ${total} rows`;

const wrongWay = (from: DatabaseLocation, to: DatabaseLocation) =>
  new CommandError({
    code: EXIT.usage,
    what: `A move from ${from.engine} to ${to.engine} is not possible`,
    why: 'only a SQLite file can be moved, and only to Postgres',
    next: 'name the file in DIALWRIGHT_DATABASE_URL (sqlite:path) and the Postgres database with --to',
  });

const refusalOf = (error: unknown, path: string): unknown =>
  error instanceof Error && error.name === 'MoveRefused'
    ? new CommandError({
        code: EXIT.refused,
        what: `Nothing was moved`,
        why: error.message,
        next: `then run it again; ${path} is as it was (docs/postgres.md)`,
        cause: error,
      })
    : error;

/** For people. */
export function formatMoved(
  { database, tables, wasThere, replacedTexts }: Moved,
  path: string,
): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    wasThere
      ? `${database} has it all from an earlier run: ${rows} rows in ${tables.length} tables, equal by count and checksum.`
      : `Moved ${rows} rows in ${tables.length} tables to ${database}, equal by count and checksum.`,
    ...(replacedTexts > 0
      ? [`In ${replacedTexts} texts a character that Postgres cannot hold was replaced.`]
      : []),
    `${path} is marked as moved: no process starts with it again.`,
    'Next: set DIALWRIGHT_DATABASE_URL to the new database for all servers and workers, start them, and run `dialwright doctor`.',
  ].join('\n');
}
