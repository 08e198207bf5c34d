/** The turns of all callbacks in a span: those made, and those that recurring callbacks plan. */
import type { PlannedTurn } from '../../../../domain/callbacks/callback.ts';
import {
  plannedTurns,
  turnFrom,
  type NextTurn,
} from '../../../../domain/callbacks/planned-turns.ts';
import type { Span } from '../../../../domain/zone.ts';
import type { CalendarTurn } from '../../../campaigns/callback-store.ts';
import {
  settingsOf,
  turnsInSpan,
  type CallbackRow,
  type NamedRow,
} from '../../rows/callback-rows.ts';
import type { Tx } from '../../engine/tx.ts';

/** Callbacks whose turns are computed for one calendar. */
const MOST_READ = 5_000;

export async function callbackCalendar(
  tx: Tx,
  span: Span,
  limit: number,
  nowMs: number,
): Promise<{ turns: CalendarTurn[]; more: boolean }> {
  const made = (await turnsInSpan(tx, span, { limit: limit + 1, nowMs })).map(({ turn, of }) => ({
    ...turn,
    callback: namesOf(of),
  }));
  const rows = await recurringBefore(tx, span.toMs);
  const turns = [...made, ...plannedIn(rows.slice(0, MOST_READ), span, limit + 1)].toSorted(
    (one, other) => one.atMs - other.atMs,
  );
  return { turns: turns.slice(0, limit), more: turns.length > limit || rows.length > MOST_READ };
}

type RecurringRow = CallbackRow & { nextAtMs: number };

/** Those with a next turn, soonest first. */
const recurringBefore = (tx: Tx, toMs: number): Promise<RecurringRow[]> =>
  tx.all<RecurringRow>(
    `SELECT * FROM callbacks WHERE life = 'active' AND next_at_ms < :toMs
     ORDER BY next_at_ms, serial LIMIT :most`,
    { toMs, most: MOST_READ + 1 },
  );

/** @param most no callback whose first turn comes after that many first turns can have one of the first `most` turns */
function plannedIn(rows: readonly RecurringRow[], span: Span, most: number): CalendarTurn[] {
  const first = rows
    .flatMap((row) => {
      const next = firstTurn(row, span.fromMs);
      return next && next.atMs < span.toMs ? [{ row, next }] : [];
    })
    .toSorted((one, other) => one.next.atMs - other.next.atMs)
    .slice(0, most);
  return first.flatMap(({ row, next }) => {
    const { times, zone } = settingsOf(row);
    if (times.kind !== 'every') return [];
    const turns = plannedTurns(times.every, { id: row.id, zone, first: next }, span.toMs);
    return turns.map((turn) => planned(row, turn));
  });
}

function firstTurn(row: RecurringRow, fromMs: number): NextTurn | null {
  const next = { atMs: row.nextAtMs, made: row.turns };
  // Most callbacks come within the span. The settings of the others are read.
  if (next.atMs >= fromMs) return next;
  const { times, zone } = settingsOf(row);
  return times.kind === 'every' ? turnFrom(times.every, zone, next, fromMs) : null;
}

const planned = (row: CallbackRow, turn: PlannedTurn): CalendarTurn => ({
  ...turn,
  turn: null,
  state: 'scheduled',
  reason: null,
  contact: null,
  ref: null,
  disposition: null,
  text: null,
  callback: namesOf(row),
});

function namesOf(row: NamedRow): CalendarTurn['callback'] {
  const { name, zone, agentId, pool } = settingsOf(row);
  return { id: row.id, number: row.number, name, zone, agentId, pool };
}
