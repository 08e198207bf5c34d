/** When customers answer: the calls of a span by the hour of their day. */
import { localTimeAt } from '../zone.ts';
import type { CallCounts } from './call-counts.ts';

export interface HourOfDay {
  /** From 0 to 23, by the clocks of the zone. */
  hour: number;
  /** Calls that the agent answered, so that the customer was dialled. */
  dialled: number;
  /** Those that the customer answered. */
  answered: number;
}

/** In order; hours in which nobody was dialled are left out. */
export function hoursOfDay(
  quarters: readonly { fromMs: number; counts: Pick<CallCounts, 'answered' | 'bridged'> }[],
  zone: string,
): HourOfDay[] {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, dialled: 0, answered: 0 }));
  for (const { fromMs, counts } of quarters) {
    const of = hours[Math.floor(localTimeAt(zone, fromMs).minuteOfDay / 60)]!;
    of.dialled += counts.answered;
    of.answered += counts.bridged;
  }
  return hours.filter(({ dialled }) => dialled > 0);
}
