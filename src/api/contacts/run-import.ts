import { setImmediate as turn } from 'node:timers/promises';
import type { Import, ImportRow } from '../../store/campaigns/import-store.ts';
import { StoreRefusal } from '../../store/requests.ts';
import type { ResourceDeps } from '../http/api-deps.ts';
import type { ContactReader } from './rows/contact-rows.ts';
import { Problem } from '../http/problem.ts';
import { rowsOf, type RowsBody } from './row-bodies.ts';

/** Rows per transaction. On SQLite it holds the event loop: with twice as many, for more than 50 ms (`npm run bench -- million`). */
export const BATCH_ROWS = 250;

export interface ImportRun {
  begun: Import;
  body: RowsBody;
  reader: ContactReader;
  /** The server is shutting down. */
  stopping: () => boolean;
  onBatch: (progress: Import) => void;
  /** Puts numbers on the suppression list of the import, before their rows count as read. */
  suppress: (numbers: readonly string[]) => Promise<void>;
}

/**
 * Adds the rows that the import has not read yet, in short transactions. Several runs of one import may overlap, also in
 * several processes: each row is added once.
 */
export async function runImport(
  { store, nowMs }: Pick<ResourceDeps, 'store' | 'nowMs'>,
  { begun, body, reader, stopping, onBatch, suppress }: ImportRun,
): Promise<Import> {
  const { id } = begun;
  let progress = begun;
  let read = 0;
  let batch: ImportRow[] = [];

  async function write(last: boolean): Promise<void> {
    if (stopping()) throw serverStopping(progress);
    await suppress(batch.flatMap((row) => ('fault' in row && row.fault.suppress) || []));
    const first = read - batch.length;
    do {
      const from = Math.max(first, progress.numbersRead);
      const rows = batch.slice(from - first);
      progress = await store.addImportRows({ id, from, rows, last, nowMs: nowMs() });
    } while (progress.numbersRead < read);
    batch = [];
    onBatch(progress);
    await turn();
  }

  if (begun.state === 'done') return begun;
  try {
    for await (const row of rowsOf(body)) {
      // A row counts once, so its numbers are added together.
      const numbers = reader.read(row, id);
      read += numbers.length;
      if (read <= progress.numbersRead) continue;
      batch.push(...numbers);
      if (batch.length >= BATCH_ROWS) await write(false);
    }
    if (progress.state === 'open') await write(true);
  } catch (error) {
    throw namingImport(error, id);
  }
  return progress;
}

/** Adds the import's path to a problem, because some rows may have been added. */
function namingImport(error: unknown, id: string): unknown {
  if (!(error instanceof StoreRefusal)) return error;
  return new StoreRefusal(error.code, error.message, { ...error.facts, import: id });
}

const serverStopping = ({ id, rowsRead }: Import) =>
  new Problem({
    status: 503,
    code: 'server_stopping',
    detail:
      `The server stops; ${rowsRead} rows are done. The same request with the same Idempotency-Key ` +
      'goes on behind them.',
    more: { import: id, rows_read: rowsRead },
    headers: { 'retry-after': '5' },
  });
