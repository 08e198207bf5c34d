/** The turns of recurring callbacks that are not made yet, for calendars. */
import { instantOf, localTimeAt } from '../zone.ts';
import { isOn, nextTurnAtMs, turnAt, type PlannedTurn, type Recurrence } from './callback.ts';

export interface NextTurn {
  atMs: number;
  /** Turns made or planned before it, if the rule has a `count`. */
  made: number;
}

/**
 * The first turn at or after an instant; null: none is left.
 * @param next the next turn of the callback
 */
export function turnFrom(
  rule: Recurrence,
  zone: string,
  next: NextTurn,
  fromMs: number,
): NextTurn | null {
  if (next.atMs >= fromMs) return next;
  const made = rule.count === null ? next.made : next.made + turnsBetween(rule, zone, next, fromMs);
  const atMs = nextTurnAtMs(rule, zone, { afterMs: fromMs - 1, made });
  return atMs === null ? null : { atMs, made };
}

/** Turns from `next` on until just before an instant. */
function turnsBetween(rule: Recurrence, zone: string, next: NextTurn, toMs: number): number {
  const { minuteOfDay } = rule;
  const first = localTimeAt(zone, next.atMs).day;
  const last = localTimeAt(zone, toMs).day;
  let turns = 1;
  for (let day = first; day <= last; day++) {
    if (!isOn(rule, day)) continue;
    // Only at the ends can a clock change move a turn over the limit of the span.
    const atEnds = day - first < 2 || last - day < 2;
    const atMs = atEnds ? instantOf(zone, { day, minuteOfDay }) : undefined;
    if (atMs === undefined || (atMs > next.atMs && atMs < toMs)) turns += 1;
  }
  return turns;
}

/**
 * The turns of a callback in a span, by time, at most one a day.
 * @param of.id seeds the jitter
 * @param of.first what `turnFrom` gave for the start of the span
 */
export function plannedTurns(
  rule: Recurrence,
  { id, zone, first }: { id: string; zone: string; first: NextTurn },
  toMs: number,
): PlannedTurn[] {
  const turns: PlannedTurn[] = [];
  let { atMs, made }: { atMs: number | null; made: number } = first;
  while (atMs !== null && atMs < toMs) {
    made += 1;
    turns.push(turnAt(rule, { id, zone, atMs }));
    atMs = nextTurnAtMs(rule, zone, { afterMs: atMs, made });
  }
  return turns;
}
