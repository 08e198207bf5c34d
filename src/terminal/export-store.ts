import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { privateFile } from '../store/private-files.ts';
import { openStore, type DatabaseLocation } from '../store/sql/open-store.ts';
import type { ExportLine } from '../store/sweep-store.ts';
import { CommandError, EXIT } from './exit-codes.ts';

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
  const { database } = options;
  if (database.engine === 'sqlite' && !existsSync(database.path)) {
    throw new CommandError({
      code: EXIT.usage,
      what: `There is no database ${database.path}`,
      why: 'nothing has been stored there',
      next: 'name it with --database, or make one with `npm start`',
    });
  }
  const store = await openStore(database);
  if (options.out !== undefined) privateFile(options.out);
  const out = options.out === undefined ? process.stdout : createWriteStream(options.out);
  try {
    for await (const line of dated(store.export())) {
      if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, 'drain');
    }
  } finally {
    await store.close();
  }
  if (out === process.stdout) return;
  out.end();
  await finished(out);
}
