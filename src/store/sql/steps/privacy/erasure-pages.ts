/** What an erasure has to look through, read page by page without the write lock, so that others can write meanwhile. */
import { setImmediate as turn } from 'node:timers/promises';
import type { ErasureSubject } from '../../../privacy/privacy-store.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import type { ErasureRow } from '../../rows/erasure-rows.ts';
import { isTextStep, readTextPage, type ErasurePage, type Sought } from './text-pages.ts';

const CALLBACKS_PER_PAGE = 500;
/** Pages without anything of the person are read one after the other; then it is noted how far the erasure has come. */
const PAGES_AT_ONCE = 50;

type ByRowKey = Extract<ErasureSubject, { rowKey: string }>;

/** The next page that has something of the person, or the last one that was read. Undefined: the step has no pages. */
export async function nextPage(db: Database, row: ErasureRow): Promise<ErasurePage | undefined> {
  const { step } = row;
  if (step !== 'callbacks' && !isTextStep(step)) return undefined;
  const sought = await db.read((tx) => soughtOf(tx, row));
  let after = reachedOf(row);
  for (let pages = 1; ; pages++) {
    const page = await (step === 'callbacks'
      ? readCallbacks(db, after, sought)
      : readTextPage(db, step, after, sought));
    if (page.found.length > 0 || page.last === null || pages === PAGES_AT_ONCE) return page;
    after = page.last;
    // On SQLite other units of work begin between two turns.
    await turn();
  }
}

export const reachedOf = ({ reached }: ErasureRow): ErasurePage['last'] =>
  reached === null ? null : (JSON.parse(reached) as NonNullable<ErasurePage['last']>);

export async function numbersOf(tx: Tx, { id }: ErasureRow): Promise<string[]> {
  const rows = await tx.all<{ number: string }>(
    'SELECT number FROM erasure_numbers WHERE erasure_id = :id ORDER BY number',
    { id },
  );
  return rows.map(({ number }) => number);
}

export async function soughtOf(tx: Tx, row: ErasureRow): Promise<Sought> {
  const numbers = await numbersOf(tx, row);
  return { numbers, erasureId: row.id, rowKey: await rowKeyOf(tx, row) };
}

async function rowKeyOf(tx: Tx, row: ErasureRow): Promise<Sought['rowKey']> {
  if (row.rowKey === null) return null;
  const { rowKey: text, campaignId } = JSON.parse(row.rowKey) as ByRowKey;
  if (campaignId === undefined) return { text, importIds: null };
  const imports = await tx.all<{ id: string }>(
    'SELECT id FROM imports WHERE campaign_id = :campaignId',
    { campaignId },
  );
  return { text, importIds: new Set(imports.map(({ id }) => id)) };
}

async function readCallbacks(
  db: Database,
  after: ErasurePage['last'],
  { numbers }: Sought,
): Promise<ErasurePage> {
  const rows = await db.all<{ serial: number; number: string }>(
    `SELECT serial, number FROM callbacks WHERE serial > :after ORDER BY serial
     LIMIT ${CALLBACKS_PER_PAGE}`,
    { after: after?.[0] ?? 0 },
  );
  const found = rows.filter(({ number }) => numbers.includes(number));
  const isLast = rows.length < CALLBACKS_PER_PAGE;
  return {
    found: found.map(({ serial }) => [serial]),
    last: isLast ? null : [rows.at(-1)!.serial],
  };
}
