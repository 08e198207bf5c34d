import { expect, test } from 'vitest';
import { holds, trendsOf } from './flatness.ts';
import { graphOf } from './graph.ts';
import type { Sample } from './sample.ts';

const MINUTE_MS = 60_000;
const MINUTES = 180;

/** Three hours in which nothing grows but the database, and a worker that is killed every 40 minutes. */
function run(change: (sample: Sample, minute: number) => Partial<Sample> = () => ({})): Sample[] {
  return Array.from({ length: 2 * MINUTES }, (_, index) => {
    const minute = index / 2;
    const process = { rssMb: 200, descriptors: 40, loopP99Ms: 20 };
    const sample: Sample = {
      atMs: minute * MINUTE_MS,
      processes: {
        server: { ...process, pid: 1 },
        worker: { ...process, pid: 100 + Math.floor(minute / 40) },
      },
      calls: { total: 60 * minute, ended: 60 * minute },
      store: { mb: 5 + 0.48 * minute, walMb: 16 },
      temporalMb: 1,
      histories: { callEvents: 40, callBytes: 8_000, campaignEvents: 20, deskEvents: null },
    };
    return { ...sample, ...change(sample, minute) };
  });
}

const broken = (samples: Sample[]) =>
  trendsOf(samples, 'sqlite')
    .filter((trend) => !holds(trend))
    .map(({ what }) => what);

const workerWith = ({ processes }: Sample, worker: object): Partial<Sample> => ({
  processes: { ...processes, worker: { ...processes.worker!, ...worker } },
});

test('a run in which nothing grows but what is kept of each call is flat', () => {
  expect(broken(run())).toEqual([]);
});

test('a leak shows although the process is killed before it is large', () => {
  const leaking = run((sample, minute) => workerWith(sample, { rssMb: 200 + (minute % 40) }));
  expect(broken(leaking)).toEqual(['memory of the worker, an hour']);
});

test('what a process takes while it warms up is no leak, and a smaller one after a kill hides none', () => {
  const warming = run((sample, minute) =>
    workerWith(sample, { rssMb: 180 - minute / 2 + Math.min(minute % 40, 10) * 5 }),
  );
  expect(broken(warming)).toEqual([]);
});

test('descriptors, the log, what a call takes and histories are bounded', () => {
  const growing = run((sample, minute) => ({
    ...workerWith(sample, { descriptors: 40 + (minute % 40) }),
    store: { mb: 5 + 0.01 * minute ** 2, walMb: minute },
    histories: {
      callEvents: 40 + minute,
      callBytes: 1,
      campaignEvents: 20 * minute,
      deskEvents: 1,
    },
  }));
  expect(broken(growing)).toEqual([
    'descriptors of the worker, an hour',
    'log of the database, largest',
    'database, a call, last third beside the middle one',
    'history of a call, last third beside the middle one',
    'history of the campaign, longest',
  ]);
});

test('what could not be measured does not hold', () => {
  const blind = run(() => ({ processes: {}, calls: null, store: null, histories: null }));
  expect(trendsOf(blind, 'sqlite').filter(holds)).toEqual([]);
});

test('the picture leaves a gap where nothing was read, and shows each kill', () => {
  const samples = run(({ atMs }) => (atMs === 90 * MINUTE_MS ? { calls: null } : {}));
  const kills = [{ atMs: 45 * MINUTE_MS, who: 'worker' as const, downMs: 1_000 }];
  const graph = graphOf('Soak on sqlite', { samples, kills });
  expect(graph.match(/M[\d.]+ [\d.]+L/gu)).toHaveLength(12);
  expect(graph.match(/stroke-dasharray/gu)).toHaveLength(6);
});
