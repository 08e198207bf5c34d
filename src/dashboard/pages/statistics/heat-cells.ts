/** When customers answer, by weekday and hour of the reader's calendar. */
import type { Schemas } from '../../../client/client.ts';

type Bucket = Pick<Schemas['StatisticsBucket'], 'local_from' | 'placed' | 'bridged'>;

export interface HeatCell {
  placed: number;
  talks: number;
}

export interface HeatRow {
  /** 0 is Monday. */
  weekday: number;
  /** By the hours of the map. */
  cells: readonly HeatCell[];
}

export interface HeatMap {
  /** Without a gap, from the first to the last hour in which a call was placed. */
  hours: readonly number[];
  rows: readonly HeatRow[];
  /** The most calls of a cell. */
  most: number;
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/** @param buckets of an hour or less */
export function heatMapOf(buckets: readonly Bucket[]): HeatMap {
  const sums = new Map<string, HeatCell>();
  for (const { local_from: local, placed, bridged } of buckets) {
    if (placed === 0) continue;
    const key = keyOf(weekdayOf(local), Number(local.slice(11, 13)));
    const known = sums.get(key) ?? { placed: 0, talks: 0 };
    sums.set(key, { placed: known.placed + placed, talks: known.talks + bridged });
  }
  const used = [...sums.keys()].map((key) => Number(key.split(' ')[1]));
  const [first, last] = [Math.min(...used), Math.max(...used)];
  const hours =
    used.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const rows = WEEKDAYS.map((weekday) => ({
    weekday,
    cells: hours.map((hour) => sums.get(keyOf(weekday, hour)) ?? { placed: 0, talks: 0 }),
  }));
  return { hours, rows, most: Math.max(0, ...[...sums.values()].map(({ placed }) => placed)) };
}

const keyOf = (weekday: number, hour: number) => `${weekday} ${hour}`;

/** @param local 2026-11-23T10:00:00 */
const weekdayOf = (local: string): number =>
  (new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7;
