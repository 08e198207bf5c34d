/** The forecast of a campaign beside what really happened, on one scale for each figure. */
import type { Schemas } from '../../../../client/client.ts';
import { REACHED } from '../../../../domain/dispositions/dispositions.ts';

export interface Range<Value> {
  low: Value;
  median: Value;
  high: Value;
}

export const mapRange = <From, To>(range: Range<From>, of: (value: From) => To): Range<To> => ({
  low: of(range.low),
  median: of(range.median),
  high: of(range.high),
});

/** Places on a scale, from 0 to 1. */
export interface Band extends Range<number> {
  /** Null: nothing has happened yet. */
  actual: number | null;
}

/** Room behind the largest value, so that it does not touch the edge. */
const ROOM = 1.08;

/** @param start where the scale begins: 0 for amounts, the start for instants */
export function bandOf(range: Range<number>, actual: number | null, start = 0): Band {
  const end = start + (Math.max(range.high, actual ?? range.high, start + 1) - start) * ROOM;
  const place = (value: number) => Math.min(1, Math.max(0, (value - start) / (end - start)));
  return { ...mapRange(range, place), actual: actual === null ? null : place(actual) };
}

export type Comparison = 'below' | 'within' | 'above';

export function compare({ low, high }: Range<number>, actual: number): Comparison {
  if (actual < low) return 'below';
  return actual > high ? 'above' : 'within';
}

export interface ActualFigures {
  /** Null: it is not over. */
  finishedAt: string | null;
  calls: number;
  reached: number;
  cost: string;
}

/** What has happened: the final figures of a campaign that is over, else those of now. Null: nobody was dialled. */
export function actualOf(
  { actual }: Pick<Schemas['Forecast'], 'actual'>,
  {
    calls,
    contacts,
    total_cost: cost,
  }: Pick<Schemas['CampaignProgress'], 'calls' | 'contacts' | 'total_cost'>,
): ActualFigures | null {
  if (actual) return { ...actual, finishedAt: actual.finished_at };
  if (calls.placed === 0) return null;
  const { by_disposition: ended } = contacts;
  const reached = REACHED.reduce((sum, each) => sum + (ended[each] ?? 0), 0);
  return { finishedAt: null, calls: calls.placed, reached, cost };
}
