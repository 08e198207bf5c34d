import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../../../../src/domain/campaigns/policy.ts';
import type { CallRef, CampaignId } from '../../../../src/domain/ids.ts';
import { COMPLETED, phone, UNREACHED, type Rules, type World } from '../world.ts';

/** The end of a call claims the next call of its agent. */
export function nextCallRules(world: () => World): void {
  const MANY = 40;
  const numbers = (from: number) => Array.from({ length: MANY }, (_, n) => phone(from + n));

  /** Campaigns that want more than the agents whose calls are live, each with many contacts. */
  async function wanting(rules: Record<CampaignId, Rules>): Promise<CallRef[]> {
    const ids = Object.keys(rules);
    for (const [index, id] of ids.entries())
      await world().campaign(id, numbers(index * MANY), rules[id]);
    const live: CallRef[] = [];
    for (let round = 0; round < 6; round++) {
      for (const id of ids) live.push(...(await world().claim(id)));
    }
    for (const ref of live) await world().live(ref);
    return live;
  }

  /** Ends the call, and the call that its end claims, and so on. Counts those of each campaign. */
  async function endInTurn(first: CallRef, times: number): Promise<Record<CampaignId, number>> {
    const counts: Record<CampaignId, number> = {};
    let ref = first;
    for (let time = 0; time < times; time++) {
      world().later(10);
      const next = await world().endAndClaim(ref);
      if (next === null) return counts;
      const [id] = next.split('.') as [CampaignId];
      counts[id] = (counts[id] ?? 0) + 1;
      await world().live(next);
      ref = next;
    }
    return counts;
  }

  const facts = async (id: CampaignId) =>
    (await world().store.claim({ id, limit: 0, nowMs: world().nowMs })).facts;

  describe('the next call of an agent', () => {
    test('is claimed in the transaction that ends its call', async () => {
      await world().agents('a1');
      const [ref] = await wanting({ c1: {} });
      world().later(5);
      const ended = await world().store.endCall(ref!, COMPLETED, world().nowMs);
      const claim = { ref: 'c1.2.1', agentId: 'a1', claimedAtMs: world().nowMs };
      expect(ended).toMatchObject({
        call: { ref, state: 'ended' },
        after: { next: { claim, campaignName: 'A campaign' }, wrapUp: null },
      });
      expect(await world().onCall('a1')).toBe('c1.2.1');
      expect(await world().store.call('c1.2.1')).toMatchObject({ state: 'claimed', agentId: 'a1' });
      expect((await facts('c1')).liveCalls).toBe(1);
      expect((await world().store.timeline('c1.2.1'))[0]).toMatchObject({ kind: 'claimed' });
    });

    test('is given to the dispatcher if nobody started it', async () => {
      await world().agents('a1');
      const [ref] = await wanting({ c1: {} });
      const next = await world().endAndClaim(ref!);
      expect(await world().claim('c1')).toEqual([next]);
      expect(await world().claim('c1')).toEqual([]);
    });

    test('is not claimed again by a repeated end', async () => {
      await world().agents('a1');
      const [ref] = await wanting({ c1: {} });
      expect(await world().endAndClaim(ref!, UNREACHED)).toBe('c1.2.1');
      expect(await world().endAndClaim(ref!)).toBeNull();
      expect((await facts('c1')).liveCalls).toBe(1);
    });

    test('belongs to the campaign whose turn it is, not to that of the ended call', async () => {
      await world().agents('a1');
      const [ref] = await wanting({ c1: { weight: 1 }, c2: { weight: 3 }, c3: {} });
      const counts = await endInTurn(ref!, 50);
      expect(Math.abs(counts['c1']! - 10)).toBeLessThanOrEqual(1);
      expect(Math.abs(counts['c2']! - 30)).toBeLessThanOrEqual(1);
      expect(Math.abs(counts['c3']! - 10)).toBeLessThanOrEqual(1);
    });

    test('belongs to the higher priority, and to the next campaign when that has nothing more', async () => {
      await world().agents('a1');
      const [ref] = await wanting({ c1: {}, c2: { priority: 1 } });
      const counts = await endInTurn(ref!, MANY + 10);
      expect(counts['c2']).toBe(MANY);
      expect(counts['c1']).toBe(10);
    });

    test('belongs to a campaign that may use the agent', async () => {
      await world().agent({ id: 'a1', pools: ['one'] });
      await world().agent({ id: 'a2', pools: ['two'] });
      const inPool = (pool: string): Rules => ({ agents: { ...DEFAULT_POLICY.agents, pool } });
      const [one, two] = await wanting({
        c1: inPool('one'),
        c2: { ...inPool('two'), priority: 9 },
      });
      expect(await endInTurn(one!, 3)).toEqual({ c1: 3 });
      expect(await endInTurn(two!, 3)).toEqual({ c2: 3 });
    });

    test('is a contact of its own, or one that is for everybody', async () => {
      await world().agents('a1', 'a2');
      const of = (n: number, agentId: string | null) => ({
        number: phone(n),
        rowKey: null,
        name: null,
        agentId,
      });
      await world().draft('c1');
      await world().add('c1', [of(1, 'a1'), of(2, 'a2'), of(3, 'a2'), of(4, 'a1'), of(5, null)]);
      await world().move('c1', 'start');
      const [one] = await world().claim('c1');
      await world().live(one!);
      expect(await world().claim('c1')).toEqual([]);
      expect(await world().endAndClaim(one!)).toBe('c1.4.1');
      await world().live('c1.4.1');
      expect(await world().endAndClaim('c1.4.1')).toBe('c1.5.1');
    });

    test.each<[string, (w: World) => Promise<unknown>]>([
      ['its campaign is paused', (w) => w.move('c1', 'pause')],
      [
        'the account is stopped',
        (w) => w.store.setAccountStopped({ stopped: true, reason: null, nowMs: w.nowMs }),
      ],
      [
        'the agent is paused',
        (w) => w.store.setAgentState({ id: 'a1', state: 'paused', nowMs: w.nowMs }),
      ],
      ['the account has a lower cap', (w) => w.limit({ maxLiveCalls: 0 })],
      ['no campaign has wanted an agent for long', async (w) => w.later(60_000)],
    ])('is not claimed if %s', async (_what, happens) => {
      await world().agents('a1');
      const [ref] = await wanting({ c1: {} });
      await happens(world());
      expect(await world().endAndClaim(ref!)).toBeNull();
      expect(await world().onCall('a1')).toBeNull();
    });

    test('is not claimed behind a hold', async () => {
      await world().agents('a1', 'a2');
      const [one, two] = await wanting({ c1: {} });
      await world().end(one!);
      const [next] = await world().claim('c1');
      await world().refuse(await world().placing(next!), 402, { code: 'insufficient_balance' });
      expect(await world().endAndClaim(two!)).toBeNull();
    });

    test('keeps the cap of live calls', async () => {
      await world().agents('a1', 'a2');
      const [ref] = await wanting({ c1: {} });
      await world().limit({ maxLiveCalls: 1 });
      expect(await world().endAndClaim(ref!)).toBeNull();
    });

    test('is claimed only if there is a slot of the pace for it', async () => {
      const { store } = world();
      await world().agents('a1', 'a2');
      await world().campaign('c1', numbers(0), { callsPerSecond: 3 });
      expect(await world().claim('c1')).toHaveLength(2);
      await world().agents('a3', 'a4', 'a5');
      const next = [];
      for (const id of ['a3', 'a4', 'a5']) next.push(await store.claimForAgent(id, world().nowMs));
      expect(next.map((each) => each?.claim.ref)).toEqual(['c1.3.1', undefined, undefined]);
    });

    test('comes after the wrap-up, when it is asked for', async () => {
      await world().agents('a1');
      const agents = { ...DEFAULT_POLICY.agents, wrapUpMs: 2_000 };
      const [ref] = await wanting({ c1: { agents } });
      const ended = await world().store.endCall(ref!, COMPLETED, world().nowMs);
      const untilMs = world().nowMs + 2_000;
      expect(ended).toMatchObject({ after: { next: null, wrapUp: { agentId: 'a1', untilMs } } });
      const { store } = world();
      expect(await store.claimForAgent('a1', untilMs - 1)).toBeNull();
      world().nowMs = untilMs;
      const claim = { ref: 'c1.2.1', agentId: 'a1', claimedAtMs: untilMs };
      expect(await store.claimForAgent('a1', untilMs)).toEqual({
        claim,
        campaignName: 'A campaign',
      });
      expect(await store.claimForAgent('a1', untilMs)).toBeNull();
      expect(await store.claimForAgent('nobody', untilMs)).toBeNull();
    });
  });
}
