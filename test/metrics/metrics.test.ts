import { expect, onTestFinished, test } from 'vitest';
import type { CarrierClient } from '../../src/carrier/client.ts';
import { DISPOSITIONS } from '../../src/domain/dispositions/dispositions.ts';
import type { PostObservation } from '../../src/domain/calls/placement.ts';
import { DEFAULT_POLICY } from '../../src/domain/campaigns/policy.ts';
import { measuredCarrier } from '../../src/metrics/carrier-metrics.ts';
import { installationMetrics } from '../../src/metrics/installation-metrics.ts';
import { machineMetrics } from '../../src/metrics/machine-metrics.ts';
import { createProcessMetrics, scrape } from '../../src/metrics/process-metrics.ts';
import { storeMetrics } from '../../src/metrics/store-metrics.ts';
import { webhookMetrics } from '../../src/metrics/webhook-metrics.ts';
import { StoreUnavailable } from '../../src/store/faults.ts';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';
import { openSqliteUnderTest } from '../store/sqlite-files.ts';
import { phone, UNREACHED, World } from '../store/contract/world.ts';
import { seriesOf, valueOf } from './exposition.ts';

const processMetrics = () => createProcessMetrics({ role: 'server', version: '1.2.3' });

/** A store with metrics, and what is done there. */
function measuredWorld() {
  const opened = openSqliteUnderTest();
  const metrics = processMetrics();
  const store = openSqliteStore({ path: opened.path, observe: storeMetrics(metrics) });
  const world = new World({ ...opened, store });
  installationMetrics(metrics, { store, nowMs: () => world.nowMs, freshForMs: 0 });
  onTestFinished(async () => {
    await store.close();
    await opened.drop();
  });
  return { world, metrics, opened };
}

const answer = (status: number): PostObservation => ({
  kind: 'answer',
  status,
  success: status === 201,
  carrierCallId: status === 201 ? 'a1' : undefined,
  ownEnvelope: true,
  code: undefined,
  details: undefined,
  retryAfterMs: undefined,
});

test('a POST counts by what it means for the call, and by the status of its answer', async () => {
  const answers: PostObservation[] = [
    answer(201),
    answer(402),
    answer(422),
    answer(502),
    { kind: 'no-answer', why: 'reset' },
    { kind: 'not-sent', why: 'no route' },
  ];
  const metrics = processMetrics();
  const carrier = { place: async () => answers.shift()! } as unknown as CarrierClient;
  const measured = measuredCarrier(carrier, [], metrics);
  for (let left = answers.length; left > 0; left--) await measured.place({} as never, {} as never);
  const text = await scrape(metrics);
  const posts = seriesOf(text)
    .filter(({ name, value }) => name === 'dialwright_posts_total' && value > 0)
    .map(({ labels, value }) => [labels['outcome'], labels['status'], value]);
  expect(posts).toEqual([
    ['accepted', '2xx', 1],
    ['refused', '4xx', 1],
    ['not-sent', 'none', 1],
    ['unknown', 'none', 1],
    ['refused', '402', 1],
    ['unknown', '5xx', 1],
  ]);
  expect(valueOf(text, 'dialwright_post_seconds_count')).toBe(6);
});

test('a poll that fails is counted as failed, and fails all the same', async () => {
  const metrics = processMetrics();
  const show = async () => Promise.reject(new Error('away'));
  const measured = measuredCarrier({ show } as unknown as CarrierClient, [], metrics);
  await expect(measured.show('a1')).rejects.toThrow('away');
  expect(valueOf(await scrape(metrics), 'dialwright_polls_total', { result: 'failed' })).toBe(1);
});

test('only webhooks that were kept are in the histogram of acknowledgements', async () => {
  const metrics = processMetrics();
  const note = webhookMetrics(metrics);
  note({ kind: 'call', status: 204, seconds: 0.02 });
  note({ kind: 'call', status: 503, seconds: 12 });
  note({ kind: 'recording', status: 418, seconds: 1 });
  const text = await scrape(metrics);
  const webhooks = (kind: string, result: string) =>
    valueOf(text, 'dialwright_webhooks_total', { kind, result });
  expect(webhooks('call', 'kept')).toBe(1);
  expect(webhooks('call', 'not-kept')).toBe(1);
  expect(webhooks('recording', 'other')).toBe(1);
  expect(valueOf(text, 'dialwright_webhook_ack_seconds_count', { kind: 'call' })).toBe(1);
});

test('units of work are timed by kind, and those that fail are counted', async () => {
  const { world, metrics } = measuredWorld();
  await world.store.check();
  await expect(world.store.campaignProgress('none', world.nowMs)).rejects.toThrow(
    'there is no such campaign',
  );
  const text = await scrape(metrics);
  const count = (kind: string) =>
    valueOf(text, 'dialwright_store_transaction_seconds_count', { kind });
  expect(count('by-rows')).toBe(1);
  expect(count('read')).toBeGreaterThanOrEqual(1);
  const failed = { kind: 'read' };
  expect(valueOf(text, 'dialwright_store_failures_total', failed)).toBe(1);
});

test('figures that cannot be read are not shown, and come back', async () => {
  let isAway = false;
  const { world } = measuredWorld();
  const metrics = processMetrics();
  const store = {
    installationFigures: async (nowMs: number) => {
      if (isAway) throw new StoreUnavailable('locked');
      return world.store.installationFigures(nowMs);
    },
  };
  installationMetrics(metrics, { store, nowMs: () => world.nowMs, freshForMs: 0 });
  const shown = async () => {
    const text = await scrape(metrics);
    const of = (name: string) => valueOf(text, name);
    return [
      of('dialwright_figures_up'),
      of('dialwright_calls_unknown'),
      of('dialwright_calls_claimed_total'),
      valueOf(text, 'dialwright_alerts', { kind: 'hold' }),
    ];
  };
  expect(await shown()).toEqual([1, 0, 0, 0]);
  isAway = true;
  expect(await shown()).toEqual([0, undefined, undefined, undefined]);
  isAway = false;
  expect(await shown()).toEqual([1, 0, 0, 0]);
});

test('scrapers that come together share one read of the database', async () => {
  let reads = 0;
  const { world } = measuredWorld();
  const metrics = processMetrics();
  const store = {
    installationFigures: async (nowMs: number) => {
      reads += 1;
      return world.store.installationFigures(nowMs);
    },
  };
  installationMetrics(metrics, { store, nowMs: () => world.nowMs });
  await Promise.all([scrape(metrics), scrape(metrics), scrape(metrics)]);
  await scrape(metrics);
  expect(reads).toBe(1);
});

test('disks, the log of the database and the age of zone data are those of this machine', async () => {
  const { metrics, opened } = measuredWorld();
  machineMetrics(metrics, {
    databaseFile: opened.path,
    recordingsFolder: '/no-such-folder',
    zoneRules: () => ({ release: null, machineRelease: null, maxAgeDays: 1 }),
  });
  const text = await scrape(metrics);
  expect(valueOf(text, 'dialwright_disk_free_bytes', { of: 'database' })).toBeGreaterThan(0);
  expect(valueOf(text, 'dialwright_disk_free_bytes', { of: 'recordings' })).toBeUndefined();
  expect(valueOf(text, 'dialwright_sqlite_file_bytes', { file: 'log' })).toBeGreaterThan(0);
  expect(valueOf(text, 'dialwright_zone_rules_age_seconds')).toBeNaN();
});

const LABELS = [
  'kind',
  'result',
  'outcome',
  'status',
  'state',
  'disposition',
  'reason',
  'role',
  'of',
  'file',
  'le',
  'version',
  'node',
];

test('more campaigns, agents, contacts and calls make no more series, and none of them is named', async () => {
  const { world, metrics } = measuredWorld();
  const ours = async () =>
    seriesOf(await scrape(metrics)).filter(({ name }) => name.startsWith('dialwright_'));
  await ours();
  const before = (await ours()).map(keyOf);
  for (let n = 1; n <= 5; n++) {
    await world.agent({ id: `agent${n}`, name: `Name ${n}`, pools: [`pool${n}`] });
    await world.campaign(`c${n}`, [phone(n), phone(n + 100)], {
      name: `Campaign ${n}`,
      agents: { ...DEFAULT_POLICY.agents, pool: `pool${n}` },
    });
    const [ref] = await world.claim(`c${n}`, 1);
    const key = await world.live(ref!);
    await world.receive(key, 'agent_ringing', 'an_event_that_nobody_knows');
    await world.end(ref!, UNREACHED);
  }
  const text = await scrape(metrics);
  expect(valueOf(text, 'dialwright_calls_claimed_total')).toBe(5);
  const after = await ours();
  // The two that are hidden before there is something to show.
  const late = ['dialwright_webhook_last_age_seconds', 'dialwright_budget_used_ratio'];
  expect(after.map(keyOf).filter((key) => !before.includes(key) && !late.includes(key))).toEqual(
    [],
  );
  expect(after.length).toBeLessThan(300);
  expect(
    [...new Set(after.flatMap(({ labels }) => Object.keys(labels)))].filter(
      (name) => !LABELS.includes(name),
    ),
  ).toEqual([]);
  expect(text).not.toMatch(/1202555|Campaign \d|Name \d|agent\d|pool\d|\bc\d\b|nobody_knows/);
});

const keyOf = ({ name, labels }: { name: string; labels: object }) =>
  Object.keys(labels).length === 0 ? name : `${name}${JSON.stringify(labels)}`;

test('a kind that this version does not know is shown as other', async () => {
  const { world } = measuredWorld();
  const metrics = processMetrics();
  const store = {
    installationFigures: async (nowMs: number) => ({
      ...(await world.store.installationFigures(nowMs)),
      recentlyEndedCalls: [{ kind: 'of-a-newer-version', count: 3 }],
    }),
  };
  installationMetrics(metrics, { store, nowMs: () => world.nowMs });
  const ended = seriesOf(await scrape(metrics)).filter(
    ({ name }) => name === 'dialwright_calls_recently_ended',
  );
  expect(ended.map(({ labels }) => labels['disposition'])).toEqual([...DISPOSITIONS, 'other']);
});
