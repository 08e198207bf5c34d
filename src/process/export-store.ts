import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { privateFile } from '../store/private-files.ts';
import { openStore, type DatabaseLocation } from '../store/sql/open-store.ts';
import type { Store } from '../store/store.ts';
import type { ExportLine } from '../store/sweep-store.ts';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';

/** The first line has the time of the snapshot, because a ledger that is read later contains more. */
async function* dated(lines: AsyncIterable<ExportLine>): AsyncGenerator<object> {
  let isFirst = true;
  for await (const line of lines) {
    // After the first line, the snapshot exists.
    if (isFirst) yield { type: 'export', at: new Date().toISOString() };
    isFirst = false;
    yield line;
  }
}

/** Exports the store as JSON lines, to a file or stdout. */
export async function exportStore(options: {
  database: DatabaseLocation;
  out?: string;
}): Promise<void> {
  await withExistingStore(options.database, (store) =>
    writeLines(asJson(dated(store.export())), options.out),
  );
}

async function* asJson(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield JSON.stringify(line);
}

/** Opens the store for one piece of work. */
export async function withStore<Result>(
  database: DatabaseLocation,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(database);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** For commands that read the database themselves. They do not create one. */
export async function withExistingStore<Result>(
  database: DatabaseLocation,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  if (database.engine === 'sqlite') mustExist(database.path);
  return withStore(database, work);
}

/** @throws CommandError */
export function mustExist(databaseFile: string): void {
  if (existsSync(databaseFile)) return;
  throw new CommandError({
    code: EXIT.usage,
    what: `There is no database ${databaseFile}`,
    why: 'nothing has been stored there',
    next: 'name it with --database, or make one with `npm start`',
  });
}

/** To a file that only its owner can read, or to stdout. Waits for the reader, so that nothing piles up in memory. */
export async function writeLines(lines: AsyncIterable<string>, path?: string): Promise<void> {
  if (path !== undefined) privateFile(path);
  const out = path === undefined ? process.stdout : createWriteStream(path);
  for await (const line of lines) {
    if (!out.write(`${line}\n`)) await once(out, 'drain');
  }
  if (out === process.stdout) return;
  out.end();
  await finished(out);
}
