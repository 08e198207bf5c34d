/** Turns of callbacks by the days of the reader's calendar. */
import type { Schemas } from '../../../client/client.ts';
import { dayAfter } from '../../format/time/local-day.ts';
import { dayOf } from '../../format/time/times.ts';

type Callback = Pick<Schemas['Callback'], 'id' | 'at' | 'next_at'>;

/** When it comes; of a recurring one its next turn. Null: it does not come any more, or is paused. */
export const comesAt = ({ at, next_at: next }: Callback): string | null => next ?? at;

/** The days of the week of a day, from Monday on. */
export function weekOf(day: string): string[] {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => dayAfter(day, index - weekday));
}

/**
 * The turns of each day, in their order.
 * @param zone left out: the reader's
 */
export function turnsByDay<Turn extends { at: string }>(
  turns: readonly Turn[],
  zone?: string,
): Map<string, Turn[]> {
  const shown = zone === undefined ? {} : { zone };
  return Map.groupBy(turns, ({ at }) => dayOf(Date.parse(at), shown));
}
