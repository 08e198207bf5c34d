import { describe, expect, test } from 'vitest';
import { agentSpans } from '../../../src/domain/agents/agent-history.ts';
import {
  addTimes,
  busyMs,
  noTime,
  timeOf,
  timesByQuarter,
} from '../../../src/domain/statistics/agent-time.ts';
import { QUARTER_MS } from '../../../src/domain/statistics/time-buckets.ts';
import { phone, type World } from './world.ts';

/** Agents' time is counted by quarter of an hour, and counted again when evidence of a call comes later. */
export function agentTimeRules(world: () => World): void {
  const MINUTE = 60_000;
  async function total() {
    const quarters = await world().store.agentTimesByQuarter({ fromMs: 0, toMs: world().nowMs });
    return quarters!.map(({ ms }) => ms).reduce(addTimes, noTime());
  }

  /** What the counters must say, from the calls themselves. */
  async function recount(agents: readonly string[], fromMs: number, campaignId?: string) {
    const sums = new Map<number, ReturnType<typeof noTime>>();
    for (const id of agents) {
      const times = await world().store.agentTimes(
        id,
        { fromMs, toMs: world().nowMs },
        { limit: 1_000 },
      );
      for (const part of timesByQuarter(agentSpans(times))) {
        if (campaignId !== undefined && part.campaignId !== campaignId) continue;
        sums.set(part.fromMs, addTimes(sums.get(part.fromMs) ?? noTime(), part.ms));
      }
    }
    return [...sums]
      .map(([quarterMs, ms]) => ({ fromMs: quarterMs, ms }))
      .toSorted((one, other) => one.fromMs - other.fromMs);
  }

  async function expectCounted(fromMs: number, agents = ['a1', 'a2']): Promise<void> {
    const { store, nowMs } = world();
    const span = { fromMs: fromMs - (fromMs % QUARTER_MS), toMs: nowMs };
    expect(await store.agentTimesByQuarter(span)).toEqual(await recount(agents, span.fromMs));
    for (const campaignId of ['c1', 'c2']) {
      const ofCampaign = await store.agentTimesByQuarter({ ...span, campaignId });
      expect(ofCampaign).toEqual(await recount(agents, span.fromMs, campaignId));
    }
    for (const id of agents) {
      expect(await store.agentTimesByQuarter({ ...span, agentId: id })).toEqual(
        await recount([id], span.fromMs),
      );
      // Neither begins nor ends with a quarter of an hour.
      const odd = { fromMs: span.fromMs + 7 * MINUTE, toMs: nowMs - 11 * MINUTE };
      const times = await store.agentTimes(id, odd, { limit: 1_000 });
      expect(await store.agentTimeIn(id, odd)).toEqual(timeOf(agentSpans(times)));
    }
  }

  async function countAll(): Promise<number> {
    let units = 0;
    while (await world().store.countAgentTimes(world().nowMs)) units += 1;
    return units;
  }

  async function answeredCall(campaign: string, talkMs: number): Promise<string> {
    const [ref] = await world().claim(campaign, 1);
    const key = await world().placing(ref!);
    await world().accept(key);
    await world().receive(key, 'agent_ringing', 'agent_answered', 'customer_ringing');
    world().later(talkMs);
    await world().end(ref!);
    return ref!;
  }

  async function start(): Promise<number> {
    await world().agents('a1', 'a2');
    const agents = { pool: null, wrapUpMs: 2 * MINUTE, pauseAfterMisses: null };
    await world().campaign('c1', [phone(1), phone(2), phone(3)], { agents });
    await world().campaign('c2', [phone(4), phone(5)], { agents });
    return world().nowMs;
  }

  describe("agents' time", () => {
    test('is the same whether it is counted or not, over calls, pauses and quarters of an hour', async () => {
      const fromMs = await start();
      await answeredCall('c1', 20 * MINUTE);
      world().later(5 * MINUTE);
      await world().store.setAgentState({ id: 'a1', state: 'paused', nowMs: world().nowMs });
      await answeredCall('c2', 3 * MINUTE);
      world().later(40 * MINUTE);
      await world().store.setAgentState({ id: 'a1', state: 'ready', nowMs: world().nowMs });
      await answeredCall('c1', MINUTE);
      world().later(9 * MINUTE);
      await expectCounted(fromMs);
      expect(await countAll()).toBeGreaterThan(0);
      await expectCounted(fromMs);
      expect(await countAll()).toBe(0);
    });

    test('of a call that goes on is counted so far, and to its end when it has ended', async () => {
      const fromMs = await start();
      const [ref] = await world().claim('c1', 1);
      await world().live(ref!);
      world().later(50 * MINUTE);
      await countAll();
      await expectCounted(fromMs);
      world().later(50 * MINUTE);
      await world().end(ref!);
      world().later(50 * MINUTE);
      await countAll();
      expect(busyMs(await total())).toBe(102 * MINUTE);
      await expectCounted(fromMs);
    });

    test('is counted again when evidence of a call comes late', async () => {
      const fromMs = await start();
      const [ref] = await world().claim('c1', 1);
      const key = await world().live(ref!);
      world().later(10 * MINUTE);
      await world().end(ref!, { deepest: 'accepted', disposition: 'unknown', confirmed: false });
      world().later(60 * MINUTE);
      await countAll();
      expect(await total()).toMatchObject({ ringing: 10 * MINUTE, on_call: 0 });
      await world().store.appendEvent({
        ...world().event(key, 1, 'click2call.agent_answered'),
        occurredAt: new Date(world().nowMs - 66 * MINUTE).toISOString(),
      });
      await countAll();
      expect(await total()).toMatchObject({ ringing: 4 * MINUTE, on_call: 6 * MINUTE });
      await expectCounted(fromMs);
    });

    test('of a deleted agent ends with it, and stays in the figures', async () => {
      const fromMs = await start();
      await answeredCall('c1', 20 * MINUTE);
      world().later(20 * MINUTE);
      const removal = { replaceWith: null, forced: true, nowMs: world().nowMs };
      await world().store.deleteAgent({ id: 'a1', ...removal });
      world().later(60 * MINUTE);
      await countAll();
      await expectCounted(fromMs);
      world().later(24 * 60 * MINUTE);
      await countAll();
      await expectCounted(fromMs);
      expect(busyMs(await total())).toBe(22 * MINUTE);
    });
  });
}
