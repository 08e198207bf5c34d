/** Callbacks by the days of the reader's calendar. */
import type { Schemas } from '../../../client/client.ts';
import { dayAfter } from '../../format/local-day.ts';
import { dayOf } from '../../format/times.ts';

type Callback = Pick<Schemas['Callback'], 'id' | 'at' | 'next_at'>;

/** When it comes; of a recurring one its next turn. Null: it does not come any more, or is paused. */
export const comesAt = ({ at, next_at: next }: Callback): string | null => next ?? at;

/** The days of the week of a day, from Monday on. */
export function weekOf(day: string): string[] {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => dayAfter(day, index - weekday));
}

/** @param zone left out: the reader's */
export function callbacksOn<One extends Callback>(
  callbacks: readonly One[],
  day: string,
  zone?: string,
): One[] {
  const shown = zone === undefined ? {} : { zone };
  return callbacks
    .filter((callback) => {
      const at = comesAt(callback);
      return at !== null && dayOf(Date.parse(at), shown) === day;
    })
    .toSorted((one, other) => Date.parse(comesAt(one)!) - Date.parse(comesAt(other)!));
}
