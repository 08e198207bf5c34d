/** Comparing with the carrier's call records: a real store and real HTTP. Only Temporal is simulated: its signals are recorded. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Client } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { recordingsFolder } from '../../../src/recordings-archive/recordings-folder.ts';
import { CallShare } from '../../../src/activities/campaigns/call-share.ts';
import { Notifier } from '../../../src/activities/campaigns/notifier.ts';
import { WrapUps } from '../../../src/activities/campaigns/wrap-ups.ts';
import type { ActivityDeps } from '../../../src/activities/deps.ts';
import { createActivities } from '../../../src/activities/create-activities.ts';
import { openCarrierAccount } from '../../../src/carrier/carrier-account/account.ts';
import { DEFAULT_CARRIER_PROFILE, type CarrierProfile } from '../../../src/carrier/http/profile.ts';
import { callbackUrl } from '../../../src/carrier/calls/tokens.ts';
import { timingFor } from '../../../src/domain/timing.ts';
import { clientFor } from '../../carrier/carrier-under-test.ts';
import { answering, httpServer } from '../../carrier/servers.ts';
import { World } from '../../store/contract/world.ts';
import { openSqliteUnderTest } from '../../store/sqlite-files.ts';
import { failing, hangingUp, mismatching, showing, type Reply } from '../calls/followed-call.ts';

const SECRETS = ['a-secret-of-the-test-that-is-long-enough'];
const PUBLIC_URL = 'https://dialwright.example';
const READ = { items: '/rows', id: '/id', callbackUrl: '/url', status: '/status', cost: '/cost' };

const PROFILE: CarrierProfile = {
  ...DEFAULT_CARRIER_PROFILE,
  operations: { cdr: { method: 'GET', path: '/cdr', query: {}, read: READ } },
};

/** A call that ended as unknown, and a carrier whose one record names its callback URL. */
async function unknownWithRecord(more: { mostCalls?: number } = {}) {
  const opened = openSqliteUnderTest();
  onTestFinished(() => opened.drop());
  const world = new World(opened);
  const key = await world.oneUnknown();
  await world.store.endUnknown(key.ref, 'silence', world.nowMs);

  const url = callbackUrl(PUBLIC_URL, key, SECRETS);
  let rows: object[] = [{ id: 'id-1', url, status: 'completed', cost: '0.042' }];
  let get: Reply = showing('completed', '0.042');
  const asked: string[] = [];
  const server = await httpServer((request, response) => {
    asked.push(request.path);
    if (request.path === '/cdr') answering(200, { rows })(request, response);
    else get(request, response);
  });
  const told: string[] = [];
  let toLose = 0;
  const account = openCarrierAccount({
    baseUrl: server.origin,
    apiKey: 'key',
    profile: PROFILE,
    readMs: 2_000,
    retryPausesMs: [],
  });
  onTestFinished(() => account.close());
  const deps: ActivityDeps = {
    store: world.store,
    carrier: clientFor(server.origin),
    account,
    carrierProfile: PROFILE,
    client: playedTemporal((what) => {
      if (toLose-- > 0) throw new Error('lost');
      told.push(what);
    }),
    timing: timingFor(DEFAULT_CARRIER_PROFILE.timing),
    agentFreed: new Notifier(),
    wrapUps: new WrapUps(),
    namesSearchable: true,
    callShare: new CallShare(() => 0),
    publicUrl: PUBLIC_URL,
    hookSecrets: SECRETS,
    recordings: recordingsFolder(''),
    recordingOrigins: [],
    eventsKeptMs: 0,
    replayMovingRuns: () => Promise.resolve([]),
    webhooks: undefined as unknown as ActivityDeps['webhooks'],
    notePlacement: () => undefined,
    recordingQuota: undefined as unknown as ActivityDeps['recordingQuota'],
    nowMs: () => world.nowMs,
  };
  const activities = createActivities(deps);
  const compare = async (id: string) => {
    const span = { fromMs: world.nowMs - 60_000, toMs: world.nowMs + 60_000 };
    await world.store.openReconciliation({ id, ...span, nowMs: world.nowMs });
    return new MockActivityEnvironment().run(() => activities.reconcileRecords(id, more.mostCalls));
  };
  return {
    world,
    key,
    url,
    told,
    asked,
    activities,
    compare,
    again: (id: string) => new MockActivityEnvironment().run(() => activities.reconcileRecords(id)),
    /** So many of the next signals do not reach Temporal. */
    lose: (count: number) => void (toLose = count),
    get: (next: Reply) => void (get = next),
    rows: (next: object[]) => void (rows = next),
    call: () => world.store.call(key.ref),
    story: async () => (await world.store.timeline(key.ref)).map((entry) => entry.text).join('\n'),
  };
}

function playedTemporal(hear: (what: string) => void): Client {
  const signalWithStart = async (
    _workflow: string,
    { workflowId, signal }: { workflowId: string; signal: string },
  ) => {
    hear(`${signal} ${workflowId}`);
  };
  return { workflow: { signalWithStart } } as unknown as Client;
}

describe('a record that would close an unknown call binds its id', () => {
  test('not before GET has shown that call', async () => {
    const on = await unknownWithRecord();
    await on.compare('r1');
    expect(on.asked).toEqual(['/cdr', '/api/v1/click2call/id-1']);
    expect(await on.call()).toMatchObject({ carrierCallId: 'id-1', disposition: 'completed' });
  });

  test('and its workflow is signalled, also by a comparison that repeats a killed one', async () => {
    const on = await unknownWithRecord();
    on.lose(1);
    await expect(on.compare('r1')).rejects.toThrow('lost');
    expect(await on.call()).toMatchObject({ carrierCallId: 'id-1' });
    await on.again('r1');
    expect(on.told).toEqual([`poke call.${on.key.ref}`, 'campaign.changed campaign.c1']);
  });

  test.each([
    ['404', failing(404)],
    ['410', failing(410)],
    ['another call', mismatching],
  ])('not where GET says %s: noted once, and listed for a person', async (_what, reply) => {
    const on = await unknownWithRecord();
    on.get(reply);
    expect(await on.compare('r1')).toMatchObject({ identified: 0 });
    await on.compare('r2');
    expect(await on.call()).toMatchObject({
      carrierCallId: null,
      disposition: 'unknown',
      cost: null,
    });
    expect(
      (await on.story()).match(/contain it as id-1, but GET shows no such call/g),
    ).toHaveLength(1);
    const { state, report } = await on.world.store.reconciliation('r1');
    expect({ state, counts: report?.counts }).toMatchObject({
      state: 'done',
      counts: { identifies: 0, doubtful: 1 },
    });
    expect(report?.lists).toMatchObject({
      identifies: [],
      doubtful: [{ carrierCallId: 'id-1', refs: [on.key.ref], cost: '0.042' }],
    });
    expect(on.told).toEqual([]);
  });

  test.each([
    ['503', failing(503)],
    ['429', failing(429)],
    ['401', failing(401)],
    ['nothing', hangingUp],
  ])('not while GET says %s: it is tried again, and the others do not wait', async (_, reply) => {
    const on = await unknownWithRecord();
    await on.world.agents('a2');
    const other = await anotherUnknown(on.world);
    on.rows([
      { id: 'id-1', url: on.url },
      { id: 'id-2', url: callbackUrl(PUBLIC_URL, other, SECRETS), status: 'failed' },
    ]);
    on.get((request, response) =>
      (request.path.endsWith('id-1') ? reply : showing('failed'))(request, response),
    );
    await expect(on.compare('r1')).rejects.toMatchObject({ name: 'CarrierError' });
    expect(await on.call()).toMatchObject({ carrierCallId: null, disposition: 'unknown' });
    expect(await on.world.store.call(other.ref)).toMatchObject({ carrierCallId: 'id-2' });
    expect(await on.world.store.reconciliation('r1')).toMatchObject({ state: 'open' });
    on.get(showing('completed'));
    await on.again('r1');
    expect(await on.call()).toMatchObject({ carrierCallId: 'id-1' });
    expect(await on.world.store.reconciliation('r1')).toMatchObject({ state: 'done' });
  });

  test('and where GET shows it live, it does not end as in its record', async () => {
    const on = await unknownWithRecord();
    on.get(showing('bridged'));
    await on.compare('r1');
    expect(await on.call()).toMatchObject({ carrierCallId: 'id-1', disposition: null });
  });
});

test('one that is given up after its report was made shows that not all of it was done', async () => {
  const on = await unknownWithRecord();
  on.get(failing(503));
  await expect(on.compare('r1')).rejects.toMatchObject({ name: 'CarrierError' });
  await on.activities.failReconciliation('r1', 'HTTP 503');
  expect(await on.world.store.reconciliation('r1')).toMatchObject({
    state: 'failed',
    why: 'HTTP 503; not all of what the report says was done',
  });
});

test('more calls of our own than can be compared: it fails for good, with what to do', async () => {
  const on = await unknownWithRecord({ mostCalls: 0 });
  await expect(on.compare('r1')).rejects.toMatchObject({
    nonRetryable: true,
    message: 'more than 0 calls of ours: choose a shorter span',
  });
});

async function anotherUnknown(world: World) {
  await world.campaign('c2', ['+12025550177']);
  const [ref] = await world.claim('c2');
  const key = await world.placing(ref!);
  await world.noAnswer(key);
  await world.store.endUnknown(key.ref, 'silence', world.nowMs);
  return key;
}
