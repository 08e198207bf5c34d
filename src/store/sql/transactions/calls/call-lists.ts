/** Pages of calls. Whatever is asked for, a page reads a bounded number of rows. */
import type { Call, CallFilter, CallList } from '../../../calls/call-store.ts';
import type { Page, PageRequest } from '../../../requests.ts';
import { cursorOf, keyBefore, OVER_AFTER_MS, pageOf, settledRows } from '../../engine/cursor.ts';
import { conditionsOf, firstKeys } from '../../engine/filtered-pages.ts';
import { columnOf } from '../../engine/row-names.ts';
import type { Database, Params, Tx } from '../../engine/tx.ts';
import { CALL_COLUMNS, toCall, type CallRow } from '../../rows/call-rows.ts';

/** Ids from `min` to `max`, and how many of them. */
interface Span {
  min: number;
  max: number;
  limit: number;
  order: 'asc' | 'desc';
}

/** Rows of a page. `goOnAt`: the rows up to this id were looked through, and too few of them match. */
interface Found {
  rows: CallRow[];
  goOnAt?: number | undefined;
}

/** Calls of one number, agent or outcome that are looked through for one page. */
const SCANNED = 5_000;
/** Over all campaigns there are many kinds. If the matches are not rare, the next calls fill the page. */
const SCANNED_FIRST = 2_000;
/** So much earlier, or later, than its id a call may have been created: no unit of work takes longer. */
const SLACK_MS = 2 * OVER_AFTER_MS;

export async function callPage(
  db: Database,
  { filter, order = 'asc' }: CallList,
  { limit, after }: PageRequest,
): Promise<Page<Call>> {
  const before = keyBefore(after);
  let goOnAt: number | undefined;
  const read = (upTo: number) =>
    db.read(async (tx) => {
      const span = await spanOf(tx, filter, {
        min: order === 'asc' ? before + 1 : 1,
        max: order === 'desc' && before > 0 ? Math.min(before - 1, upTo) : upTo,
        limit: limit + 1,
        order,
      });
      const found = await findCalls(tx, filter, span);
      ({ goOnAt } = found);
      return found.rows;
    });
  const key = ({ id }: CallRow) => id;
  const rows = await settledRows(db, read, {
    key,
    atMs: (row) => row.createdAtMs,
    // Whoever lists the newest calls first ends at the last one that is known.
    goesOn: (found) => !mayChange(filter) && (order === 'desc' || found.length > limit),
  });
  const page = pageOf(rows, limit, { key, item: toCall });
  return goOnAt === undefined || rows.length > limit ? page : { ...page, next: cursorOf(goOnAt) };
}

/** What matches such a filter changes: a call may come to match it behind the reader. */
const mayChange = (filter: CallFilter): boolean =>
  CHANGING.some((name) => filter[name] !== undefined);
const CHANGING = [
  'state',
  'disposition',
  'settlement',
  'recording',
  'outcome',
  'agentId',
] as const satisfies (keyof CallFilter)[];

function findCalls(tx: Tx, filter: CallFilter, span: Span): Promise<Found> {
  const { state, disposition, settlement, recording } = filter;
  for (const name of INDEXED)
    if (filter[name] !== undefined) return ofIndex(tx, filter, { span, name, value: filter[name] });
  return [state, disposition, settlement, recording].some((value) => value !== undefined)
    ? ofKinds(tx, filter, span)
    : inOrder(tx, filter, span);
}

/** Each has an index that ends with the id. The first that is asked for is used, because it has the fewest calls. */
const INDEXED = ['number', 'agentId', 'outcome'] as const;
type Indexed = (typeof INDEXED)[number];

const indexedColumn = (tx: Tx, name: Indexed): string =>
  name === 'outcome' ? `${tx.sql.json('outcome')} ->> 'code'` : columnOf(name);

/** Ids are in the order of creation but for what runs at the same time, so a time is a span of ids, with slack. */
async function spanOf(tx: Tx, { fromMs, toMs }: CallFilter, span: Span): Promise<Span> {
  const before =
    fromMs === undefined
      ? undefined
      : await tx.get<{ id: number }>(
          'SELECT id FROM calls WHERE created_at_ms < :atMs ORDER BY created_at_ms DESC LIMIT 1',
          { atMs: fromMs - SLACK_MS },
        );
  const after =
    toMs === undefined
      ? undefined
      : await tx.get<{ id: number }>(
          'SELECT id FROM calls WHERE created_at_ms >= :atMs ORDER BY created_at_ms LIMIT 1',
          { atMs: toMs + SLACK_MS },
        );
  const min = Math.max(span.min, before?.id ?? 0);
  return { ...span, min, max: Math.min(span.max, after?.id ?? span.max) };
}

/** All conditions of the filter, on the columns of calls. */
function whereOf(tx: Tx, { outcome, fromMs, toMs, ...same }: CallFilter) {
  const { conditions, params } = conditionsOf({ ...same });
  return {
    conditions:
      conditions +
      (outcome === undefined ? '' : ` AND ${indexedColumn(tx, 'outcome')} = :outcome`) +
      (fromMs === undefined ? '' : ' AND created_at_ms >= :fromMs') +
      (toMs === undefined ? '' : ' AND created_at_ms < :toMs'),
    params: {
      ...params,
      ...(outcome !== undefined && { outcome }),
      ...(fromMs !== undefined && { fromMs }),
      ...(toMs !== undefined && { toMs }),
    },
  };
}

const IN_SPAN = 'id >= :min AND id <= :max';
const rangeOf = ({ min, max }: Span): Params => ({ min, max });

async function inOrder(tx: Tx, filter: CallFilter, span: Span): Promise<Found> {
  // Contains only the requested conditions, so that an index can be used.
  const { conditions, params } = whereOf(tx, filter);
  const rows = await tx.all<CallRow>(
    `SELECT ${CALL_COLUMNS} FROM calls WHERE ${IN_SPAN}${conditions} ORDER BY id ${span.order} LIMIT :limit`,
    { ...params, ...rangeOf(span), limit: span.limit },
  );
  return { rows };
}

/** A number, an agent or an outcome has its calls in an index, in order. Of a bounded number of them those that match are shown. */
async function ofIndex(
  tx: Tx,
  filter: CallFilter,
  { span, name, value }: { span: Span; name: Indexed; value: string },
): Promise<Found> {
  // Its limit keeps a planner from beginning with the other conditions, which may take it through all calls.
  const near = `SELECT * FROM calls WHERE ${indexedColumn(tx, name)} = :value AND ${IN_SPAN} ORDER BY id ${span.order} LIMIT :scanned`;
  const scan = { value, ...rangeOf(span), scanned: SCANNED };
  const { conditions, params } = whereOf(tx, { ...filter, [name]: undefined });
  const rows = await tx.all<CallRow>(
    `SELECT ${CALL_COLUMNS} FROM (${near}) AS near WHERE true${conditions} ORDER BY id ${span.order} LIMIT :limit`,
    { ...scan, ...params, limit: span.limit },
  );
  if (rows.length === span.limit || conditions === '') return { rows };
  const { scanned, last } = (await tx.get<{ scanned: number; last: number | null }>(
    `SELECT count(*) AS scanned, ${span.order === 'asc' ? 'max' : 'min'}(id) AS last FROM (${near}) AS near`,
    scan,
  ))!;
  return { rows, goOnAt: scanned === SCANNED ? (last ?? undefined) : undefined };
}

/** Rare states and dispositions are found by the tallies' kinds, each of which an index has in order. */
async function ofKinds(tx: Tx, filter: CallFilter, span: Span): Promise<Found> {
  const { order } = span;
  const ids = (await nearIds(tx, filter, span)) ?? (await idsOfKinds(tx, filter, span));
  const rows = await tx.all<CallRow>(
    `SELECT ${CALL_COLUMNS} FROM calls
     WHERE id IN (SELECT CAST(value AS BIGINT) FROM ${tx.sql.texts(':ids')}) ORDER BY id ${order}`,
    { ids },
  );
  return { rows };
}

async function nearIds(tx: Tx, filter: CallFilter, span: Span): Promise<string | undefined> {
  if (filter.campaignId !== undefined) return undefined;
  const near = await nearestOf(tx, span);
  const { conditions, params } = whereOf(tx, filter);
  const rows = await tx.all<{ id: number }>(
    `SELECT id FROM calls WHERE ${IN_SPAN}${conditions} ORDER BY id ${span.order} LIMIT :limit`,
    { ...params, ...near, limit: span.limit },
  );
  return rows.length === span.limit ? JSON.stringify(rows.map(({ id }) => id)) : undefined;
}

async function nearestOf(tx: Tx, { min, max, order }: Span): Promise<Params> {
  if (order === 'asc') return { min, max: Math.min(max, min + SCANNED_FIRST) };
  const newest = await tx.get<{ id: number | null }>(
    'SELECT max(id) AS id FROM calls WHERE id <= :max',
    { max },
  );
  return { min: Math.max(min, (newest?.id ?? 0) - SCANNED_FIRST), max };
}

async function idsOfKinds(tx: Tx, filter: CallFilter, span: Span): Promise<string> {
  const { fromMs, toMs, ...tallied } = filter;
  const ofTallies = whereOf(tx, tallied);
  const kinds = await tx.all<Params>(
    `SELECT DISTINCT campaign_id, state, nullif(disposition, '') AS disposition, settlement, recording
     FROM call_counts WHERE calls > 0${ofTallies.conditions}`,
    ofTallies.params,
  );
  const times = whereOf(tx, { fromMs, toMs });
  const keysWhere = (
    condition: string,
    { state }: Params,
  ) => `SELECT id AS key FROM calls ${tx.sql.indexedBy('calls_filtered')}
    WHERE ${condition} AND ${state === 'ended' ? tx.sql.ended() : tx.sql.live()} AND ${IN_SPAN}${times.conditions} ORDER BY id ${span.order} LIMIT :limit`;
  return firstKeys(tx, { kinds, keysWhere, params: times.params }, span);
}
