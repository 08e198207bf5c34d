/** Tables whose texts may quote a number without a reference to its contact or call. They are read page by page. */
import {
  ERASED,
  isSameNumber,
  mentions,
  scrubbed,
  scrubbedJson,
  type ErasureStep,
} from '../../../../domain/privacy/erasure.ts';
import type { ErasedCounts } from '../../../privacy/privacy-store.ts';
import { columnOf } from '../../engine/row-names.ts';
import type { Database, Params, Tx } from '../../engine/tx.ts';

export type TextStep = Exclude<
  ErasureStep,
  'callbacks' | 'contacts' | 'suppressions' | 'reports' | 'files'
>;

/** Reads only keys and texts, so that others can write meanwhile. */
const ROWS_PER_PAGE = 500;

type Texts = Record<string, string | null>;
type Key = (string | number)[];

export interface Sought {
  numbers: readonly string[];
  /** Of the erasure itself: its own request is stored with a digest of its body. */
  erasureId: string;
  /** Of an erasure by row key. `importIds`: it counts only in these imports; null: in all. */
  rowKey: { text: string; importIds: ReadonlySet<string> | null } | null;
}

interface TextTable {
  key: readonly string[];
  texts: readonly string[];
  isFound: (texts: Texts, sought: Sought) => boolean;
  /** Values of columns; undefined: the row is deleted. */
  change: (texts: Texts, sought: Sought) => Params | undefined;
}

const quotes = (texts: Texts, { numbers }: Sought): boolean =>
  Object.values(texts).some((text) => text !== null && mentions(text, numbers));

const jsonOf = (text: string | null, { numbers }: Sought): string | null =>
  text && JSON.stringify(scrubbedJson(JSON.parse(text), { numbers }));

const inJson = (...names: string[]): Pick<TextTable, 'isFound' | 'change'> => ({
  isFound: quotes,
  change: (texts, sought) =>
    Object.fromEntries(names.map((name) => [name, jsonOf(texts[name]!, sought)])),
});

/** A text of a person who works here, such as why something was paused or stopped. */
const written = (key: string, text: string): TextTable => ({
  key: [key],
  texts: [text],
  isFound: quotes,
  change: (texts, { numbers }) => ({ [text]: scrubbed(texts[text]!, { numbers }) }),
});

/** A row that could not be read is one text. */
function isLeftOutRow({ written, importId }: Texts, sought: Sought): boolean {
  const cells = JSON.parse(written!) as Record<string, unknown>;
  const { numbers, rowKey } = sought;
  if (rowKey !== null && cells['row_key'] === rowKey.text) {
    if (rowKey.importIds === null || rowKey.importIds.has(importId!)) return true;
  }
  const texts = Object.values(cells).map(String);
  return texts.some((text) => isSameNumber(text, numbers) || mentions(text, numbers));
}

const TABLES: Record<TextStep, TextTable> = {
  idempotency_keys: {
    key: ['caller', 'key'],
    texts: ['answer'],
    isFound: ({ answer }, sought) =>
      answer !== null && (mentions(answer!, sought.numbers) || answer!.includes(sought.erasureId)),
    // Without its digest, a repeat of the request is refused and has no effect.
    change: ({ answer }, { numbers }) => ({
      answer: mentions(answer!, numbers) ? 'null' : answer!,
      requestDigest: ERASED,
    }),
  },
  import_rows: {
    key: ['importId', 'row'],
    texts: ['written', 'importId'],
    isFound: isLeftOutRow,
    change: () => ({ written: '{}' }),
  },
  audit: { key: ['id'], texts: ['before', 'after'], ...inJson('before', 'after') },
  reconciliations: {
    key: ['serial'],
    texts: ['report', 'effects'],
    ...inJson('report', 'effects'),
  },
  events: { key: ['id'], texts: ['data'], ...inJson('data') },
  campaigns: written('serial', 'stateReason'),
  agents: written('id', 'pausedReason'),
  agent_states: written('id', 'reason'),
  account: written('id', 'stoppedReason'),
  timeline: written('id', 'text'),
  inbox: { key: ['id'], texts: ['body'], isFound: quotes, change: () => ({ body: null }) },
  recording_deliveries: {
    key: ['id'],
    texts: ['url', 'body'],
    isFound: quotes,
    change: () => ({ url: null, body: null }),
  },
  unreadable_webhooks: {
    key: ['id'],
    texts: ['why', 'body'],
    isFound: quotes,
    change: () => undefined,
  },
};

export const isTextStep = (step: ErasureStep): step is TextStep => Object.hasOwn(TABLES, step);

export interface ErasurePage {
  /** Keys of rows that must be changed. */
  found: Key[];
  /** The key of the last row of the page; null: there are no more rows. */
  last: Key | null;
}

/** The rows of the page behind `after` that have something of the person. */
export async function readTextPage(
  db: Database,
  step: TextStep,
  after: Key | null,
  sought: Sought,
): Promise<ErasurePage> {
  const table = TABLES[step];
  const { key, texts } = table;
  const columns = listOf(key);
  const params = Object.fromEntries((after ?? []).map((value, index) => [`key${index}`, value]));
  const behind = after ? `WHERE (${columns}) > (${key.map((_, i) => `:key${i}`).join(', ')})` : '';
  const rows = await db.all<Record<string, string | number | null>>(
    `SELECT ${columns}, ${listOf(texts)} FROM ${step} ${behind} ORDER BY ${columns}
     LIMIT ${ROWS_PER_PAGE}`,
    params,
  );
  const keyOf = (row: (typeof rows)[number]) => key.map((name) => row[name]!);
  const found = rows.filter((row) => table.isFound(pick(row, texts), sought)).map(keyOf);
  return { found, last: rows.length < ROWS_PER_PAGE ? null : keyOf(rows.at(-1)!) };
}

const listOf = (names: readonly string[]): string => names.map(columnOf).join(', ');

const pick = (row: Record<string, unknown>, names: readonly string[]): Texts =>
  Object.fromEntries(names.map((name) => [name, row[name] as string | null]));

/** In the transaction that notes the page as done. The rows are read again, because they may have changed. */
export async function eraseTexts(
  tx: Tx,
  step: TextStep,
  found: readonly Key[],
  sought: Sought,
): Promise<ErasedCounts> {
  const table = TABLES[step];
  const ofKey = table.key.map((name, index) => `${columnOf(name)} = :key${index}`).join(' AND ');
  let erased = 0;
  for (const key of found) {
    const params = Object.fromEntries(key.map((value, index) => [`key${index}`, value]));
    const row = await tx.get<Record<string, unknown>>(
      `SELECT ${listOf(table.texts)} FROM ${step} WHERE ${ofKey}`,
      params,
    );
    if (!row || !table.isFound(pick(row, table.texts), sought)) continue;
    const change = table.change(pick(row, table.texts), sought);
    if (change === undefined) {
      erased += await tx.run(`DELETE FROM ${step} WHERE ${ofKey}`, params);
      continue;
    }
    const columns = Object.keys(change).map((name) => `${columnOf(name)} = :${name}`);
    erased += await tx.run(`UPDATE ${step} SET ${columns.join(', ')} WHERE ${ofKey}`, {
      ...params,
      ...change,
    });
  }
  return { [step]: erased };
}
