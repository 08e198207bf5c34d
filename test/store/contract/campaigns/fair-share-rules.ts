import { describe, expect, test } from 'vitest';
import { phone, type Rules, type World } from '../world.ts';

const MANY = 200;
const numbers = (from: number) => Array.from({ length: MANY }, (_, n) => phone(from + n));

export function sharingRules(world: () => World): void {
  /** So many rounds of each campaign, in an order that changes; each call ends before the next round. */
  async function compete(ids: readonly string[], rounds: number): Promise<Record<string, number>> {
    const counts = Object.fromEntries(ids.map((id) => [id, 0]));
    for (let round = 0; round < rounds; round++) {
      const live: string[] = [];
      world().later(150);
      const order = ids.map((_, index) => ids[(index + round) % ids.length]!);
      for (const id of order) {
        const refs = await world().claim(id, 20);
        counts[id]! += refs.length;
        live.push(...refs);
      }
      for (const ref of live) {
        const end = { reason: 'only a test', dueAtMs: null, nowMs: world().later(1) };
        await world().store.endNotDialled(ref, end);
      }
    }
    return counts;
  }

  const ended = (ref: string) =>
    world().store.endNotDialled(ref, {
      reason: 'only a test',
      dueAtMs: null,
      nowMs: world().nowMs,
    });

  async function campaigns(rules: Record<string, Rules>): Promise<string[]> {
    for (const [index, [id, rule]] of Object.entries(rules).entries()) {
      await world().campaign(id, numbers(index * MANY), rule);
    }
    return Object.keys(rules);
  }

  describe('agents that several campaigns want', () => {
    test('go by weight', async () => {
      await world().agents('a1', 'a2');
      const ids = await campaigns({ c1: { weight: 1 }, c2: { weight: 3 }, c3: { weight: 1 } });
      await compete(ids, 5);
      const counts = await compete(ids, 60);
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      expect(total).toBeGreaterThan(60);
      expect(Math.abs(counts['c1']! - total / 5)).toBeLessThanOrEqual(2);
      expect(Math.abs(counts['c2']! - (3 * total) / 5)).toBeLessThanOrEqual(2);
    });

    test('go to the higher priority, and to the others when that wants no more', async () => {
      await world().agents('a1');
      const ids = await campaigns({ c1: { weight: 100 }, c2: { priority: 1, weight: 0.01 } });
      await compete(ids, 3);
      expect(await compete(ids, 20)).toEqual({ c1: 0, c2: expect.any(Number) });
      expect((await world().progress('c1')).waitingFor?.reason).toBe('agents');
      await world().move('c2', 'pause');
      expect((await compete(ids, 5))['c1']).toBeGreaterThanOrEqual(4);
    });

    test('a campaign that waits for its turn shows it', async () => {
      await world().agents('a1');
      await campaigns({ c1: {}, c2: { priority: 1 } });
      const [ref] = await world().claim('c1');
      await world().claim('c2');
      const end = { reason: 'only a test', dueAtMs: null, nowMs: world().nowMs };
      await world().store.endNotDialled(ref!, end);
      expect(await world().claim('c1')).toEqual([]);
      expect((await world().progress('c1')).waitingFor).toMatchObject({
        reason: 'agents',
        text: 'the free agents are for campaigns that come first',
      });
      expect(await world().claim('c2')).toHaveLength(1);
    });

    test('after a quiet time a campaign gets its share and no burst', async () => {
      await world().agents('a1');
      const ids = await campaigns({ c1: {}, c2: {} });
      await world().move('c2', 'pause');
      await compete(ids, 40);
      await world().move('c2', 'resume');
      await compete(ids, 2);
      const counts = await compete(ids, 40);
      expect(Math.abs(counts['c1']! - counts['c2']!)).toBeLessThanOrEqual(2);
    });

    test('the shares outlast a restart, and hold over processes', async () => {
      await world().agents('a1');
      const ids = await campaigns({ c1: { weight: 3 }, c2: { weight: 1 } });
      await compete(ids, 4);
      const stores = [world().store, world().another(), world().another()];
      const counts = { c1: 0, c2: 0 };
      for (let round = 0; round < 40; round++) {
        for (const id of ['c1', 'c2'] as const) {
          const store = stores[(round + counts.c1) % stores.length]!;
          const { claims } = await store.claim({ id, limit: 20, nowMs: world().later(75) });
          counts[id] += claims.length;
          for (const { ref } of claims) {
            const end = { reason: 'only a test', dueAtMs: null, nowMs: world().nowMs };
            await store.endNotDialled(ref, end);
          }
        }
      }
      const total = counts.c1 + counts.c2;
      expect(Math.abs(counts.c1 - (3 * total) / 4)).toBeLessThanOrEqual(2);
    });

    test('a campaign whose dispatcher has died delays no other for long', async () => {
      await world().agents('a1');
      await campaigns({ c1: {}, c2: { priority: 1 } });
      const [ref] = await world().claim('c1');
      await world().claim('c2');
      const end = { reason: 'only a test', dueAtMs: null, nowMs: world().nowMs };
      await world().store.endNotDialled(ref!, end);
      expect(await world().claim('c1')).toEqual([]);
      world().later(5_000);
      expect(await world().claim('c1')).toHaveLength(1);
    });

    test.each([
      ['at its cap of calls', { maxLiveCalls: 1 }],
      ['whose budget is spent', { budget: BUDGET }],
    ])('a campaign %s keeps none from the others', async (_name, rules: Rules) => {
      await world().agents('a1', 'a2');
      await campaigns({ c1: {}, c2: { priority: 1, ...rules } });
      await world().claim('c2');
      await world().claim('c2');
      expect((await world().claim('c1')).length).toBeGreaterThan(0);
    });

    test('pools that have nothing in common do not wait for each other', async () => {
      await world().agent({ id: 'a1', pools: ['north'] });
      await world().agent({ id: 'a2', pools: ['south'] });
      const ids = await campaigns({
        c1: { agents: of('north') },
        c2: { agents: of('south'), priority: 9 },
      });
      expect(await compete(ids, 10)).toEqual({ c1: 10, c2: 10 });
    });

    test('calls with agents that only one campaign may use cost it nothing at the others', async () => {
      await world().agent({ id: 'a1', pools: ['north'] });
      for (const id of ['b1', 'b2', 'b3']) await world().agent({ id, pools: ['south'] });
      const ids = await campaigns({ c1: {}, c2: { agents: of('north') } });
      await compete(ids, 20);
      const pause = { state: 'paused', nowMs: world().nowMs } as const;
      await world().store.setPoolState({ pool: 'south', ...pause });
      await compete(ids, 3);
      const { c1, c2 } = await compete(ids, 20);
      expect(Math.abs(c1! - c2!)).toBeLessThanOrEqual(2);
    });

    test('agents in two pools go by weight to the campaigns of both, the others to their own', async () => {
      await world().agent({ id: 'a1', pools: ['north'] });
      await world().agent({ id: 'a2', pools: ['north', 'south'] });
      await world().agent({ id: 'a3', pools: ['south', 'north'] });
      const ids = await campaigns({
        c1: { agents: of('north') },
        c2: { agents: of('south'), weight: 3 },
      });
      await compete(ids, 3);
      const { c1, c2 } = await compete(ids, 40);
      // 40 rounds with three agents, who wait for the campaign that is next for a round at most.
      expect(c1! + c2!).toBeGreaterThanOrEqual(3 * 40 - 2 * 40);
      const shared = c1! - 40 + c2!;
      expect(Math.abs(c2! - (3 * shared) / 4)).toBeLessThanOrEqual(3);
    });

    test('an agent in two pools goes to the second campaign when the first wants no more', async () => {
      await world().agent({ id: 'a1', pools: ['north', 'south'] });
      await world().agent({ id: 'a2', pools: ['south'] });
      await campaigns({ c1: { agents: of('north') } });
      await world().campaign('c2', [phone(900), phone(901), phone(902)], {
        agents: of('south'),
        priority: 1,
      });
      expect(await world().claim('c2')).toHaveLength(2);
      expect(await world().claim('c1')).toEqual([]);
      expect(await world().claim('c2')).toEqual([]);
      for (const ref of [1, 2]) await ended(`c2.${ref}.1`);
      expect(await world().claim('c1')).toEqual([]);
      expect((await world().progress('c1')).waitingFor?.text).toBe(
        'the free agents are for campaigns that come first',
      );
      const [last] = await world().claim('c2');
      expect(last).toBeDefined();
      // Whichever agent it took, the shared one goes to the other campaign once he is free.
      await ended(last!);
      expect(await world().claim('c2')).toEqual([]);
      expect(await world().claim('c1')).toHaveLength(1);
    });

    test('an edit of priority leaves no debt', async () => {
      await world().agents('a1');
      const ids = await campaigns({ c1: {}, c2: { priority: 1 } });
      await compete(ids, 40);
      await world().store.editCampaign({
        id: 'c2',
        change: (known) => ({ ...known, policy: { ...known.policy, priority: 0 } }),
        nowMs: world().nowMs,
      });
      await compete(ids, 3);
      const { c1, c2 } = await compete(ids, 20);
      expect(Math.abs(c1! - c2!)).toBeLessThanOrEqual(2);
    });
  });
}

const of = (pool: string) => ({ pool, wrapUpMs: 0, pauseAfterMisses: null });
const BUDGET = { total: '0.1', perDay: null, reservePerCall: '0.2', alertAt: 0.8 };
