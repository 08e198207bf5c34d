/** Whole calls on Postgres, of several campaigns that share agents and numbers, carried by several processes at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../../src/domain/campaigns/policy.ts';
import type { CallRef } from '../../src/domain/ids.ts';
import { parseMoney } from '../../src/domain/money.ts';
import type { Store } from '../../src/store/store.ts';
import { CALL_EVENTS, COMPLETED, HOLD, phone, type Rules } from './contract/world.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { emptyDatabases } from './postgres/empty-databases.ts';
import { UnitOnPostgres } from './postgres/unit-on-postgres.ts';

const PROCESSES = 4;
const CAMPAIGNS = ['c1', 'c2', 'c3'];
const CONTACTS = 20;
const MOST_LIVE = 12;
const MOST_LIVE_OF_C1 = 3;

onPostgres('calls of several processes at once', (postgres) => {
  const at = emptyDatabases(postgres);
  beforeEach(() => {
    at.world.nowMs = Date.now();
  });

  test('keep every limit, never deadlock, and are counted exactly', async () => {
    await callCentre();
    const stores = Array.from({ length: PROCESSES }, () => at.world.another());
    const isOver = new AbortController();
    const peaks = peaksUntil(isOver.signal);
    const twice = [...stores, ...stores];
    await Promise.all(twice.map((store) => dialUntilDone(store)));
    isOver.abort();
    expect(await peaks).toMatchObject({ agents: 0, account: 0, c1: 0 });
    expect(
      await at.tests.ask(
        `SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
      ),
    ).toEqual([{ deadlocks: 0 }]);
    await expectExactCounters();
  });

  test('copies of a webhook that come at the same instant are one event, and none is lost', async () => {
    await at.world.agents('ada');
    await at.world.campaign('c1', [phone(1)]);
    const [ref] = await at.world.claim('c1');
    const key = await at.world.placing(ref!);
    await at.world.accept(key);
    const stores = Array.from({ length: PROCESSES }, () => at.world.another());
    for (const [index, name] of CALL_EVENTS.entries()) {
      const event = at.world.event(key, index + 1, name);
      const copies = Array.from({ length: 12 }, (_, copy) =>
        stores[copy % PROCESSES]!.appendEvent(event),
      );
      const kept = await Promise.all(copies);
      expect(kept.filter(({ fresh }) => fresh)).toHaveLength(1);
    }
    expect((await at.world.store.evidence(ref!)).events).toHaveLength(CALL_EVENTS.length);
  });

  test('ends that claim at the same time give each agent one call, and each campaign its share, and none takes the whole database', async () => {
    const agents = Array.from({ length: 8 }, (_, n) => `a${n}`);
    await at.world.agents(...agents);
    const numbers = (from: number) => Array.from({ length: 200 }, (_, n) => phone(from + n));
    await at.world.campaign('c1', numbers(0), { weight: 1 });
    await at.world.campaign('c2', numbers(200), { weight: 3 });
    const live: CallRef[] = [];
    for (const round of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      live.push(...(await at.world.claim(round % 2 === 0 ? 'c1' : 'c2')));
    expect(live).toHaveLength(agents.length);
    const stores = Array.from({ length: PROCESSES }, () => at.world.another());
    const counts: Record<string, number> = { c1: 0, c2: 0 };
    // A unit that ran alone would wait until this one is over.
    const beside = await UnitOnPostgres.begin(at.opened.server, { isNamed: true });
    await Promise.all(
      live.map(async (first, index) => {
        let ref = first;
        for (let call = 0; call < 10; call++) {
          const nowMs = at.world.nowMs + call;
          await at.world.live(ref);
          const ended = await stores[index % PROCESSES]!.endCall(ref, COMPLETED, nowMs);
          if (ended === 'outdated') throw new Error(`${ref}: ${ended}`);
          if (!ended.after?.next) return;
          ref = ended.after.next.claim.ref;
          counts[ref.split('.')[0]!]! += 1;
        }
      }),
    );
    await beside.rollback();
    const all = counts['c1']! + counts['c2']!;
    expect(all).toBe(80);
    expect(Math.abs(counts['c1']! - all / 4)).toBeLessThanOrEqual(2);
    const [over] = await at.tests.ask<{ calls: number }>(
      `SELECT coalesce(max(calls), 0)::int AS calls
       FROM (SELECT count(*) AS calls FROM calls WHERE holds_agent = 1 GROUP BY agent_id) AS held`,
    );
    expect(over).toEqual({ calls: 1 });
    expect(
      await at.tests.ask(
        `SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
      ),
    ).toEqual([{ deadlocks: 0 }]);
    expect(await at.tests.ask('SELECT sum(live_calls)::int AS live FROM campaigns')).toEqual([
      { live: agents.length },
    ]);
  });

  test('campaigns that claim at the account’s cap at the same time all get an answer', async () => {
    const ids = Array.from({ length: 10 }, (_, n) => `c${n}`);
    await at.world.limit({ maxLiveCalls: 3 });
    for (const [index, id] of ids.entries()) {
      for (const one of ['a', 'b']) await at.world.agent({ id: `${id}-${one}`, pools: [id] });
      const agents = { ...DEFAULT_POLICY.agents, pool: id };
      await at.world.campaign(id, [phone(2 * index), phone(2 * index + 1)], { agents });
    }
    const stores = Array.from({ length: PROCESSES }, () => at.world.another());
    const rounds = await Promise.all(
      ids.map((id, n) => stores[n % PROCESSES]!.claim({ id, limit: 2, nowMs: at.world.nowMs })),
    );
    expect(rounds.flatMap(({ claims }) => claims)).toHaveLength(3);
  });

  test('of calls that get one carrier id at the same time one has it, and the others are unknown', async () => {
    const agents = Array.from({ length: 6 }, (_, n) => `a${n}`);
    await at.world.agents(...agents);
    await at.world.campaign(
      'c1',
      agents.map((_, n) => phone(n)),
    );
    const keys = [];
    for (const ref of await at.world.claim('c1')) keys.push(await at.world.placing(ref));
    const recorded = await Promise.all(keys.map((key) => at.world.accept(key, 'one-id')));
    const states = recorded.map(({ state }) => state).toSorted();
    expect(states).toEqual(['accepted', ...Array.from({ length: 5 }, () => 'unknown')]);
  });

  async function callCentre(): Promise<void> {
    await at.world.agents('a1', 'a2', 'a3', 'a4', 'a5', 'a6');
    for (const id of ['s1', 's2', 's3']) {
      await at.world.agent({
        id,
        kind: 'stream',
        address: `wss://${id}.example/calls`,
        capacity: 4,
      });
    }
    await at.world.limit({ maxLiveCalls: MOST_LIVE });
    const numbers = Array.from({ length: CONTACTS }, (_, n) => phone(n));
    const rules: Rules[] = [
      { maxLiveCalls: MOST_LIVE_OF_C1 },
      { budget: { total: '100', perDay: null, reservePerCall: '0.5', alertAt: 0.8 } },
      { callsPerSecond: 500 },
    ];
    for (const [index, id] of CAMPAIGNS.entries()) {
      const agents = { ...DEFAULT_POLICY.agents, wrapUpMs: 0 };
      await at.world.campaign(id, numbers, { ...rules[index], agents });
    }
  }

  /** Rounds of claims until all contacts are final, as a dispatcher makes them. */
  async function dialUntilDone(store: Store): Promise<void> {
    for (;;) {
      let left = 0;
      for (const id of CAMPAIGNS) {
        const { claims } = await store.claim({ id, limit: 5, nowMs: Date.now() });
        await store.markStarted(
          claims.map(({ ref }) => ref),
          Date.now(),
        );
        await Promise.all(claims.map(({ ref }) => live(store, ref)));
        const { contacts } = await store.campaignProgress(id, Date.now());
        left += contacts.due + contacts.claimed;
      }
      await store.foldTallies({ atLeast: 50 });
      if (left === 0) return;
    }
  }

  /** Several processes may carry the same call: a claim that nobody has started is handed out again. */
  async function live(store: Store, ref: CallRef): Promise<void> {
    const key = { ref, placement: 1 };
    for (;;) {
      const nowMs = Date.now();
      const intent = await store.writeIntent(key, { nowMs, hold: HOLD });
      if (intent.kind === 'recorded' || intent.kind === 'ended') return;
      if (intent.kind === 'send') break;
      if (intent.kind !== 'paced') throw new Error(JSON.stringify(intent));
      await sleep(1);
    }
    const carrierCallId = `id-${ref}`;
    const limits = { hold: HOLD, pauseAfterRefusals: 3, maxWaits: 2, retryAtMs: 0 };
    await store.recordPlacement(
      key,
      { kind: 'accepted', carrierCallId, status: 201 },
      { ...limits, nowMs: Date.now() },
    );
    await Promise.all(
      CALL_EVENTS.map((name, index) => store.appendEvent(at.world.event(key, index + 1, name))),
    );
    const ending = { ...COMPLETED, cost: '0.25', webhookReceived: true };
    await store.endCall(ref, ending, Date.now());
  }

  /** How far limits were exceeded, in what others can see. */
  async function peaksUntil(over: AbortSignal) {
    const peaks = { agents: 0, account: 0, c1: 0 };
    while (!over.aborted) {
      const [seen] = await at.tests.ask<{ agents: number; account: number; c1: number }>(
        `SELECT (SELECT count(*) FROM (SELECT agent_id FROM calls WHERE holds_agent = 1 GROUP BY agent_id
                   HAVING count(*) > (SELECT capacity FROM agents WHERE id = agent_id)) AS over)::int AS agents,
                (SELECT count(*) FROM calls WHERE state <> 'ended')::int AS account,
                (SELECT count(*) FROM calls WHERE state <> 'ended' AND campaign_id = 'c1')::int AS c1`,
      );
      peaks.agents = Math.max(peaks.agents, seen!.agents);
      peaks.account = Math.max(peaks.account, seen!.account - MOST_LIVE);
      peaks.c1 = Math.max(peaks.c1, seen!.c1 - MOST_LIVE_OF_C1);
    }
    return peaks;
  }

  async function expectExactCounters(): Promise<void> {
    expect(await at.tests.ask('SELECT id FROM agents WHERE live <> 0')).toEqual([]);
    expect(await at.tests.ask('SELECT * FROM live_numbers')).toEqual([]);
    const posts = await at.tests.ask<{ ref: string }>('SELECT ref FROM placements');
    expect(posts).toHaveLength(CAMPAIGNS.length * CONTACTS);
    for (const id of CAMPAIGNS) {
      const progress = await at.world.store.campaignProgress(id, Date.now());
      expect(progress).toMatchObject({
        contacts: { due: 0, claimed: 0, final: CONTACTS, locked: 0 },
        calls: { total: CONTACTS },
        totalCost: '5',
      });
    }
    const ever = { fromMs: 0, toMs: Date.now() + 3_600_000 };
    const counted = await at.world.store.callsByGroup({ ...ever, by: 'campaign', limit: 9 });
    const each = { calls: CONTACTS, answered: CONTACTS, bridged: CONTACTS, cost: parseMoney('5') };
    expect(counted).toMatchObject(CAMPAIGNS.map((id) => ({ id, counts: each })));
    expect(
      await at.tests.ask(
        `SELECT live_calls::int AS live, spent_whole::int + spent_rest / 1e10::numeric::float8 AS spent,
                reserved_whole::int AS whole, reserved_rest::int AS rest
         FROM campaigns ORDER BY serial`,
      ),
    ).toEqual(CAMPAIGNS.map(() => ({ live: 0, spent: 5, whole: 0, rest: 0 })));
  }
});
