import { AGENT_RANG } from '../../../src/domain/calls/disposition.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMoney } from '../../../src/domain/money.ts';
import { addCounts, noCalls, type CallCounts } from '../../../src/domain/statistics/call-counts.ts';
import { QUARTER_MS } from '../../../src/domain/statistics/time-buckets.ts';
import type { PlacementKey } from '../../../src/domain/ids.ts';
import { unreachable } from '../../../src/domain/unreachable.ts';
import type { Call, CallEnding } from '../../../src/store/calls/call-store.ts';
import { phone, UNREACHED, type World } from './world.ts';

const EVER = { fromMs: 0, toMs: 4_000_000_000_000 };

/** Statistics are counters that follow every change of a call. */
export function statisticsRules(world: () => World): void {
  async function allCalls(): Promise<Call[]> {
    const { items } = await world().store.calls({ filter: {} }, { limit: 500 });
    // A call that waits after a refusal is not with the carrier.
    return items.filter(
      ({ placedAtMs, state }) => placedAtMs !== null && state !== 'claimed' && state !== 'waiting',
    );
  }

  /** What the counters must say, from the calls themselves. */
  function recount(calls: readonly Call[], keyOf: (call: Call) => string | number) {
    const groups = new Map<string | number, CallCounts>();
    for (const call of calls) {
      const key = keyOf(call);
      groups.set(key, addCounts(groups.get(key) ?? noCalls(), countsOf(call)));
    }
    return groups;
  }

  function countsOf({ facts, cost, disposition }: Call): CallCounts {
    const none = noCalls();
    return {
      calls: 1,
      answered: Number(facts.answered),
      customerRang: Number(facts.customerRang),
      bridged: Number(facts.bridged),
      agentRingMs: facts.agentRingMs ?? 0,
      customerRingMs: facts.customerRingMs ?? 0,
      talkMs: facts.talkMs ?? 0,
      cost: cost === null ? 0n : parseMoney(cost)!,
      dispositions:
        disposition === null ? none.dispositions : { ...none.dispositions, [disposition]: 1 },
    };
  }

  async function expectCounted(): Promise<void> {
    const calls = await allCalls();
    const { store } = world();
    const quarters = await store.callsByQuarter(EVER);
    const quarterOf = ({ placedAtMs }: Call) => placedAtMs! - (placedAtMs! % QUARTER_MS);
    expect(new Map(quarters.map(({ fromMs, counts }) => [fromMs, counts]))).toEqual(
      recount(calls, quarterOf),
    );
    for (const by of ['campaign', 'agent'] as const) {
      const groups = await store.callsByGroup({ ...EVER, by, limit: 100 });
      const agentOf = ({ agentId, disposition: end }: Call) =>
        end === null || AGENT_RANG.includes(end) ? (agentId ?? '') : '';
      const keyOf = (call: Call) => (by === 'campaign' ? call.campaignId : agentOf(call));
      expect(new Map(groups.map(({ id, counts }) => [id, counts]))).toEqual(recount(calls, keyOf));
    }
  }

  test('answers are counted by hour, by area and by prefix, of calls that an agent answered', async () => {
    await world().agents('a1', 'a2', 'a3');
    await world().campaign('c1', [1, 2, 13].map(phone));
    const ends: Partial<CallEnding>[] = [
      {},
      UNREACHED,
      { state: 'failed', disposition: 'agent-unreached' },
    ];
    for (const end of ends) {
      const [ref] = await world().claim('c1', 1);
      await world().live(ref!);
      await world().end(ref!, end);
    }
    const { store, nowMs } = world();
    const span = { fromMs: nowMs - 60_000, toMs: nowMs + 60_000 };
    const prefixes = await store.answersByHour({ by: 'prefix', ...span });
    expect(prefixes).toEqual([
      { key: '+1202555', hourMs: nowMs - (nowMs % 3_600_000), tried: 2, answered: 1 },
    ]);
    const areas = await store.answersByHour({ by: 'area', campaignId: 'c1', ...span });
    expect(areas.map(({ key, tried }) => [key, tried])).toEqual([[null, 2]]);
    expect(await store.answersByHour({ by: 'area', campaignId: 'c2', ...span })).toEqual([]);
  });

  describe('statistics', () => {
    test('a call counts in the quarter of an hour of its placement, with what is known of it', async () => {
      const ref = await world().oneClaimed();
      expect(await world().store.callsByQuarter(EVER)).toEqual([]);
      const key = await world().live(ref);
      const placedAtMs = world().nowMs;
      await world().receive(key, 'agent_ringing');
      world().later(2_000_000);
      await world().store.appendEvent(world().event(key, 2, 'click2call.agent_answered'));
      await world().end(ref, { ...UNREACHED, cost: '0.0000000001' });
      const [quarter, ...others] = await world().store.callsByQuarter(EVER);
      expect(others).toEqual([]);
      expect(quarter).toMatchObject({
        fromMs: placedAtMs - (placedAtMs % QUARTER_MS),
        counts: { calls: 1, answered: 1, bridged: 0, agentRingMs: 2_000_000, cost: 1n },
      });
      expect(quarter!.counts.dispositions['customer-unreached']).toBe(1);
    });

    test('a corrected disposition, bill and late event move the counters', async () => {
      const key = await world().live(await world().oneClaimed());
      await world().end(key.ref, { ...UNREACHED, cost: '0.25' });
      await world().end(key.ref, { state: 'failed', disposition: 'dropped', cost: '1.5' });
      await world().store.appendEvent(world().event(key, 3, 'click2call.customer_ringing'));
      await world().store.settleCall(key.ref, '-0.5', world().nowMs);
      const [quarter] = await world().store.callsByQuarter(EVER);
      expect(quarter!.counts).toMatchObject({ calls: 1, bridged: 1, cost: -5_000_000_000n });
      expect(quarter!.counts.dispositions).toMatchObject({ dropped: 1, 'customer-unreached': 0 });
      await expectCounted();
    });

    test('campaign, agent and span choose what is counted', async () => {
      await world().agents('a1', 'a2');
      for (const [index, id] of ['c1', 'c2'].entries()) {
        await world().campaign(id, [phone(index)]);
        const [ref] = await world().claim(id, 1);
        await world().live(ref!);
        world().later(QUARTER_MS);
      }
      const counted = async (which: object) =>
        (await world().store.callsByQuarter({ ...EVER, ...which })).length;
      expect(await counted({})).toBe(2);
      expect(await counted({ campaignId: 'c2' })).toBe(1);
      expect(await counted({ agentId: 'a1' })).toBe(1);
      expect(await counted({ agentId: 'a1', campaignId: 'c2' })).toBe(0);
      expect(await counted({ fromMs: world().nowMs - QUARTER_MS })).toBe(1);
      const [most] = await world().store.callsByGroup({ ...EVER, by: 'agent', limit: 1 });
      expect(most).toMatchObject({ id: 'a1', name: 'Agent a1' });
    });

    /** What may happen to a call as it stands. */
    function movesOf(call: Call): Move[] {
      if (call.state === 'claimed' || call.state === 'waiting') return ['place', 'place', 'later'];
      if (call.state === 'placing')
        return ['accept', 'accept', 'event', 'refuse', 'not-sent', 'unknown'];
      if (call.disposition === 'unknown') return ['resolve', 'accept', 'fold'];
      if (call.state === 'ended') return ['correct', 'settle', 'event', 'claim'];
      return ['event', 'event', 'event', 'end', 'miss', 'later', 'fold'];
    }

    async function happen(campaignId: string, one: number, other: number): Promise<void> {
      const { store } = world();
      const { items } = await store.calls({ filter: { campaignId } }, { limit: 50 });
      const call = items[one % (items.length + 1)];
      if (call === undefined) return void (await world().claim(campaignId, 2));
      const moves = movesOf(call);
      const placement = (await store.placements(call.ref)).at(-1)?.placement ?? 0;
      const key = { ref: call.ref, placement };
      await move(moves[other % moves.length]!, { campaignId, key, call, other });
    }

    type Move =
      | 'accept'
      | 'claim'
      | 'correct'
      | 'end'
      | 'event'
      | 'fold'
      | 'later'
      | 'miss'
      | 'not-sent'
      | 'place'
      | 'refuse'
      | 'resolve'
      | 'settle'
      | 'unknown';

    async function move(
      what: Move,
      {
        campaignId,
        key,
        call,
        other,
      }: { campaignId: string; key: PlacementKey; call: Call; other: number },
    ): Promise<unknown> {
      const { store, nowMs } = world();
      const { ref, placement } = key;
      switch (what) {
        case 'claim':
          return world().claim(campaignId, 2);
        case 'fold':
          return store.foldTallies({ atLeast: 1 });
        case 'later':
          return world().later(other * 30_000);
        case 'place':
          return world().intent({ ref, placement: placement + 1 });
        case 'accept':
          return world().accept(key);
        case 'refuse':
          return world().refuse(key, other % 2 === 0 ? 422 : 429);
        case 'not-sent':
          return world().notSent(key);
        case 'unknown':
          await world().noAnswer(key);
          return store.endUnknown(ref, 'no sign of it', nowMs);
        case 'event': {
          const names = [
            'agent_ringing',
            'agent_answered',
            'customer_ringing',
            'bridged',
            'failed',
          ];
          for (const [index, name] of names.entries()) {
            // Two in a row, so that some calls have a beginning and an end.
            if (index !== other % 5 && index !== (other + 1) % 5) continue;
            const occurredAt = new Date(world().nowMs + other * 10).toISOString();
            world().later(other * 1_000);
            const event = world().event(key, index + 1, `click2call.${name}`);
            await store.appendEvent({ ...event, occurredAt });
          }
          return undefined;
        }
        case 'end':
          return world().end(ref, { cost: `${other}.01`, deepest: 'bridged' });
        case 'miss':
          return world().end(ref, {
            state: 'failed',
            disposition: 'agent-unreached',
            deepest: call.deepest ?? 'accepted',
          });
        case 'correct':
          return world().end(ref, { ...UNREACHED, cost: '0.3' });
        case 'settle':
          if (call.carrierCallId === null) return undefined;
          return store.settleCall(ref, `${other - 10}.0000000003`, nowMs);
        case 'resolve': {
          const resolution = {
            disposition: 'dropped',
            reason: 'bill',
            cost: '2',
            redial: true,
          } as const;
          return store.resolveCall({ ref, resolution, nowMs });
        }
        default:
          return unreachable(what);
      }
    }

    test('whatever happens, they equal a recount of the calls', async () => {
      let campaigns = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { minLength: 15, maxLength: 50 }),
          async (steps) => {
            const id = `c${++campaigns}`;
            // Calls of earlier campaigns may still hold theirs.
            await world().agents(`${id}-a`, `${id}-b`);
            const numbers = [1, 2, 3].map((n) => phone(campaigns * 10 + n));
            await world().campaign(id, numbers, { keepOpen: true });
            await world().store.liftHold({ nowMs: world().nowMs });
            for (const [one, other] of steps) await happen(id, one, other);
            await expectCounted();
            await world().store.foldTallies({ atLeast: 1 });
            await expectCounted();
            await world().move(id, 'cancel');
          },
        ),
        { numRuns: 20 },
      );
    });
  });
}
