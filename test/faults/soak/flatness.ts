/**
 * Whether a soak stayed flat. Memory and descriptors are judged by their slope within the lives of a process, because a kill
 * would hide a leak. What grows by design is judged by the last third of the run beside the middle third.
 */
import type { Engine } from '../faults.ts';
import type { ProcessSample, Sample } from './sample.ts';

export interface Trend {
  what: string;
  unit: string;
  /** Null: there were too few samples to judge, so it does not hold. */
  seen: number | null;
  most: number;
  /** The medians of the middle and of the last third of the run, of what is measured. */
  middle: number;
  last: number;
  measured: string;
}

/** After its start a process warms up: code is compiled, caches and pools fill. */
const WARM_UP_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const LEAST_SAMPLES = 10;

/** Grows by so much an hour, of the median. */
const MEMORY_PERCENT = 15;
const DESCRIPTORS = 20;
const LOOP_P99_MS = 250;
/** Of SQLite less than half of what raises an alert; of Postgres its `max_wal_size` here, and some. */
const LOG_MB: Record<Engine, number> = { sqlite: 100, postgres: 300 };
const CAMPAIGN_EVENTS = 2_000;
const GROWTH_PERCENT = 25;

export const holds = ({ seen, most }: Trend): boolean => seen !== null && seen <= most;

export function trendsOf(samples: readonly Sample[], engine: Engine): Trend[] {
  const thirds = thirdsOf(samples);
  const measuredBy = (measured: string, read: Read) => {
    const [middle, last] = thirds.map((third) => median(known(third, read))) as [number, number];
    return { measured, middle, last };
  };
  const greatest = (read: Read) => judged(known(samples, read), (values) => Math.max(...values));
  const ofProcess = (name: 'server' | 'worker'): Trend[] => {
    const memory = measuredBy('MB', (one) => one.processes[name]?.rssMb);
    const perHour = (read: (sample: ProcessSample) => number) => slopeInLives(samples, name, read);
    const growth = perHour(({ rssMb }) => rssMb);
    return [
      {
        what: `memory of the ${name}, an hour`,
        unit: '%',
        seen: growth === null ? null : (100 * growth) / memory.last,
        most: MEMORY_PERCENT,
        ...memory,
      },
      {
        what: `descriptors of the ${name}, an hour`,
        unit: '',
        seen: perHour(({ descriptors }) => descriptors),
        most: DESCRIPTORS,
        ...measuredBy('', (one) => one.processes[name]?.descriptors),
      },
      bounded({
        what: `p99 of the event loop of the ${name}, median of the last third`,
        unit: 'ms',
        most: LOOP_P99_MS,
        ...measuredBy('ms', (one) => one.processes[name]?.loopP99Ms),
      }),
    ];
  };
  const [middleKb, lastKb] = thirds.map(storeKbACall) as [number, number];
  return [
    ...ofProcess('server'),
    ...ofProcess('worker'),
    {
      what: 'log of the database, largest',
      unit: 'MB',
      seen: greatest(({ store }) => store?.walMb),
      most: LOG_MB[engine],
      ...measuredBy('MB', ({ store }) => store?.walMb),
    },
    grown({ what: 'database, a call', measured: 'kB', middle: middleKb, last: lastKb }),
    grown({
      what: 'history of a call',
      ...measuredBy('events', ({ histories }) => histories?.callEvents),
    }),
    {
      what: 'history of the campaign, longest',
      unit: 'events',
      seen: greatest(({ histories }) => histories?.campaignEvents),
      most: CAMPAIGN_EVENTS,
      ...measuredBy('events', ({ histories }) => histories?.campaignEvents),
    },
  ];
}

type Read = (sample: Sample) => number | null | undefined;

const bounded = (about: Omit<Trend, 'seen'>): Trend => ({ ...about, seen: finite(about.last) });

const grown = (about: Pick<Trend, 'what' | 'measured' | 'middle' | 'last'>): Trend => ({
  ...about,
  what: `${about.what}, last third beside the middle one`,
  unit: '%',
  seen: finite(100 * (about.last / about.middle - 1)),
  most: GROWTH_PERCENT,
});

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function judged(
  values: readonly number[],
  judge: (values: readonly number[]) => number,
): number | null {
  return values.length < LEAST_SAMPLES ? null : judge(values);
}

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
  name: 'server' | 'worker',
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

const known = (samples: readonly Sample[], read: Read): number[] =>
  samples.map(read).filter((value): value is number => typeof value === 'number');
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
