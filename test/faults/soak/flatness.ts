/**
 * Whether a soak stayed flat. Memory and descriptors are judged by their slope within the lives of a process, because a kill
 * would hide a leak; the rest by its median in the last third of the run beside that in the middle third.
 */
import type { ProcessName } from '../faults.ts';
import type { ProcessSample, Sample } from './sample.ts';

export interface Trend {
  what: string;
  unit: string;
  /** What the bound is about; null: there were too few samples to judge, so it does not hold. */
  seen: number | null;
  most: number;
  /** For the reader: the median of the middle third, and that of the last. */
  middle: number;
  last: number;
}

/** After its start a process warms up: code is compiled, caches and pools fill. */
export const WARM_UP_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const LEAST_SAMPLES = 10;

const MOST = {
  memoryPercentAnHour: 15,
  descriptorsAnHour: 10,
  /** A tenth of the size that raises an alert. */
  walMb: 100,
  storeGrowth: 1.25,
  historyGrowth: 1.1,
  campaignEvents: 2_000,
  loopP99Ms: 250,
} as const;

export const holds = ({ seen, most }: Trend): boolean => seen !== null && seen <= most;

export function trendsOf(samples: readonly Sample[]): Trend[] {
  const thirds = thirdsOf(samples);
  const row = (
    what: string,
    unit: string,
    read: (sample: Sample) => number | null | undefined,
    judged: { most: number; seen: (values: Thirds) => number | null },
  ): Trend => {
    const [middle, last] = thirds.map((third) => median(known(third.map(read)))) as [
      number,
      number,
    ];
    const all = known(samples.map(read));
    const seen = all.length < LEAST_SAMPLES ? null : judged.seen({ middle, last, all });
    return { what, unit, seen, most: judged.most, middle, last };
  };
  const ofProcess = (name: 'server' | 'worker'): Trend[] => [
    row(`memory of the ${name}: growth an hour`, '% of MB', (one) => one.processes[name]?.rssMb, {
      most: MOST.memoryPercentAnHour,
      seen: ({ last }) =>
        percent(
          slopeInLives(samples, name, (one) => one.rssMb),
          last,
        ),
    }),
    row(
      `descriptors of the ${name}: growth an hour`,
      '',
      (one) => one.processes[name]?.descriptors,
      {
        most: MOST.descriptorsAnHour,
        seen: () => slopeInLives(samples, name, (one) => one.descriptors),
      },
    ),
    row(`event loop of the ${name}: p99`, 'ms', (one) => one.processes[name]?.loopP99Ms, {
      most: MOST.loopP99Ms,
      seen: ({ last }) => last,
    }),
  ];
  return [
    ...ofProcess('server'),
    ...ofProcess('worker'),
    row('log of the database: largest', 'MB', (one) => one.store?.walMb, {
      most: MOST.walMb,
      seen: ({ all }) => Math.max(...all),
    }),
    {
      ...row('database, a call: growth from third to third', 'kB', () => null, {
        most: MOST.storeGrowth,
        seen: () => null,
      }),
      ...growth(...(thirds.map(storeKbACall) as [number, number])),
    },
    row(
      'history of a call: growth from third to third',
      'events',
      (one) => one.histories?.callEvents,
      {
        most: MOST.historyGrowth,
        seen: ({ middle, last }) => last / middle,
      },
    ),
    row('history of the campaign: longest', 'events', (one) => one.histories?.campaignEvents, {
      most: MOST.campaignEvents,
      seen: ({ all }) => Math.max(...all),
    }),
  ];
}

interface Thirds {
  middle: number;
  last: number;
  all: readonly number[];
}

const growth = (middle: number, last: number) => ({
  middle,
  last,
  seen: Number.isFinite(last / middle) ? last / middle : null,
});

function thirdsOf(samples: readonly Sample[]): [Sample[], Sample[]] {
  const endMs = samples.at(-1)?.atMs ?? 0;
  const between = (from: number, to: number) =>
    samples.filter(({ atMs }) => atMs >= endMs * from && atMs <= endMs * to);
  return [between(1 / 3, 2 / 3), between(2 / 3, 1)];
}

/** What the database grew by in these samples, for each call that was made meanwhile. */
function storeKbACall(samples: readonly Sample[]): number {
  const read = samples.filter(({ store, calls }) => store !== null && calls !== null);
  const [first, last] = [read[0], read.at(-1)];
  if (!first || !last) return Number.NaN;
  return ((last.store!.mb - first.store!.mb) * 1_000) / (last.calls!.total - first.calls!.total);
}

/**
 * The common slope, an hour, of all lives of the process: each is set beside its own mean. What a process does while it warms
 * up is left out. Null: no life was long enough.
 */
function slopeInLives(
  samples: readonly Sample[],
  name: ProcessName,
  read: (sample: ProcessSample) => number,
): number | null {
  const points = samples.flatMap(({ atMs, processes }) => {
    const sample = processes[name];
    return sample ? [{ atMs, pid: sample.pid, value: read(sample) }] : [];
  });
  let products = 0;
  let squares = 0;
  for (const life of Map.groupBy(points, ({ pid }) => pid).values()) {
    const warm = life.filter(({ atMs }) => atMs - life[0]!.atMs >= WARM_UP_MS);
    if (warm.length < LEAST_SAMPLES) continue;
    const atMs = meanOf(warm.map((point) => point.atMs));
    const value = meanOf(warm.map((point) => point.value));
    for (const point of warm) {
      products += (point.atMs - atMs) * (point.value - value);
      squares += (point.atMs - atMs) ** 2;
    }
  }
  return squares === 0 ? null : (products / squares) * HOUR_MS;
}

const percent = (part: number | null, whole: number): number | null =>
  part === null ? null : (100 * part) / whole;
const known = (values: readonly (number | null | undefined)[]): number[] =>
  values.filter((value): value is number => typeof value === 'number');
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
