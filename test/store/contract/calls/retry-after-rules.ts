import { describe, expect, test } from 'vitest';
import { phone, type World } from '../world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** The longest spread of POSTs after a pause. */
const SPREAD_MS = 30 * SECOND;

export function retryAfterRules(world: () => World): void {
  const AGENTS = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'];
  const busy = (key: { ref: string; placement: number }, retryAfterMs: number) =>
    world().refuse(key, 429, { code: 'too_many_requests', retryAfterMs });

  /** Two campaigns; all calls of the first are claimed, and its first one is on its way to the carrier. */
  async function onTheirWay() {
    await world().agents(...AGENTS);
    await world().campaign(
      'c1',
      AGENTS.map((_, n) => phone(n)),
    );
    const refs = await world().claim('c1');
    const key = await world().placing(refs[0]!);
    return { key, others: refs.slice(1) };
  }

  const intentAt = async (ref: string, placement: number, atMs: number) => {
    world().nowMs = atMs;
    return world().intent({ ref, placement });
  };

  describe('a pause that the carrier asks for', () => {
    test('no POST of the account leaves before its end, of no campaign; then they come spread', async () => {
      const { key, others } = await onTheirWay();
      await world().agents('b1');
      await world().campaign('c2', [phone(100)]);
      const askedAtMs = world().nowMs;
      const endMs = askedAtMs + 25 * SECOND;
      const refused = await busy(key, 25 * SECOND);
      const untilMs = refused.verdict?.kind === 'wait' ? refused.verdict.untilMs! : 0;
      expect(untilMs).toBeGreaterThanOrEqual(endMs);
      expect(await world().claim('c2')).toEqual([]);
      const slots = [untilMs];
      for (const ref of others) {
        const paced = await intentAt(ref, 1, askedAtMs + 1);
        if (paced.kind !== 'paced') throw new Error(paced.kind);
        expect(paced.why).toBe('the carrier asked for a pause (429 too_many_requests)');
        expect(await intentAt(ref, 1, paced.atMs - 1)).toMatchObject({ kind: 'paced' });
        slots.push(paced.atMs);
      }
      expect(Math.min(...slots)).toBeGreaterThanOrEqual(endMs);
      expect(Math.max(...slots)).toBeLessThanOrEqual(endMs + SPREAD_MS);
      expect(new Set(slots.map((atMs) => Math.floor(atMs / 500))).size).toBeGreaterThan(4);
      for (const [index, ref] of [key.ref, ...others].entries()) {
        const placement = index === 0 ? 2 : 1;
        expect(await intentAt(ref, placement, slots[index]!)).toMatchObject({
          kind: 'send',
          order: { intentAtMs: slots[index]! },
        });
      }
      world().nowMs = endMs;
      const [other] = await world().claim('c2');
      expect(await world().intent({ ref: other!, placement: 1 })).toMatchObject({ kind: 'paced' });
    });

    test('a call that waits for a short one keeps its agent, and says why and until when', async () => {
      const { key, others } = await onTheirWay();
      const { nowMs } = world();
      await busy(key, 10 * SECOND);
      await world().intent({ ref: others[0]!, placement: 1 });
      for (const [ref, reason] of [
        [key.ref, 'refused with 429 too_many_requests'],
        [others[0]!, 'the carrier asked for a pause (429 too_many_requests)'],
      ] as const) {
        const call = await world().store.call(ref);
        expect(call).toMatchObject({ state: 'waiting', waiting: { reason } });
        expect(call.waiting!.untilMs).toBeGreaterThanOrEqual(nowMs + 10 * SECOND);
      }
      expect(await world().onCall('a1')).toBe(key.ref);
      expect(await world().onCall('a2')).toBe(others[0]);
    });

    test('a long one ends the calls as not dialled, their contacts stay due, and nothing is claimed', async () => {
      const { key, others } = await onTheirWay();
      const { nowMs } = world();
      expect((await busy(key, 10 * MINUTE)).verdict).toEqual({ kind: 'defer' });
      expect(await world().intent({ ref: others[0]!, placement: 1 })).toMatchObject({
        kind: 'admission',
        admission: { kind: 'no', reason: 'retry-after', dueAtMs: 'now' },
      });
      for (const ref of [key.ref, others[0]!])
        expect(await world().store.call(ref)).toMatchObject({ disposition: 'not-dialled' });
      expect(await world().onCall('a1')).toBeNull();
      expect(await world().claim('c1')).toEqual([]);
      expect((await world().progress('c1')).waitingFor).toEqual({
        reason: 'retry-after',
        text: 'the carrier asked for a pause (429 too_many_requests)',
        untilMs: nowMs + 10 * MINUTE,
        sinceMs: nowMs,
      });
      world().nowMs = nowMs + 10 * MINUTE;
      expect(await world().claim('c1')).toHaveLength(2);
    });

    test('however often it is asked for, the campaign is not paused and the call goes on', async () => {
      const { key } = await onTheirWay();
      let last = key;
      for (let placement = 2; placement <= 12; placement++) {
        const { verdict } = await busy(last, SECOND);
        if (verdict?.kind !== 'wait') throw new Error(verdict?.kind);
        const outcome = await intentAt(key.ref, placement, verdict.untilMs!);
        expect(outcome).toMatchObject({ kind: 'send' });
        last = { ...key, placement };
      }
      expect(await world().store.campaign('c1')).toMatchObject({ state: 'running' });
    });

    test('a shorter one that comes later does not end a longer one', async () => {
      const { key, others } = await onTheirWay();
      const second = await world().placing(others[0]!);
      const { nowMs } = world();
      await busy(key, 30 * SECOND);
      world().later(SECOND);
      const { verdict } = await busy(second, SECOND);
      expect(verdict).toMatchObject({ kind: 'wait' });
      expect(verdict).toHaveProperty('untilMs');
      const { retryAfter } = await world().store.account();
      expect(retryAfter?.untilMs).toBe(nowMs + 30 * SECOND);
    });

    test('it counts with an answer that leaves the outcome unknown, too', async () => {
      const { key, others } = await onTheirWay();
      await world().store.recordPlacement(
        key,
        { kind: 'unknown', why: 'HTTP 503', retryAfterMs: 20 * SECOND },
        world().limits,
      );
      expect(await world().store.call(key.ref)).toMatchObject({ state: 'unknown' });
      expect(await world().intent({ ref: others[0]!, placement: 1 })).toMatchObject({
        kind: 'paced',
        why: 'the carrier asked for a pause (HTTP 503)',
      });
    });

    test('an agent that is freed meanwhile gets no next call', async () => {
      const { key, others } = await onTheirWay();
      await world().append('c1', [phone(200)]);
      await world().live(others[0]!);
      await world().claim('c1');
      await busy(key, 10 * SECOND);
      expect(await world().endAndClaim(others[0]!)).toBeNull();
    });

    test('another process sees it at once', async () => {
      const { key, others } = await onTheirWay();
      const other = world().another();
      await busy(key, 25 * SECOND);
      const { nowMs } = world();
      const hold = { firstProbeAfterMs: 1_000, longestProbeGapMs: 8_000, probeLeaseMs: 300 };
      const asked = await other.writeIntent({ ref: others[0]!, placement: 1 }, { nowMs, hold });
      expect(asked).toMatchObject({ kind: 'paced' });
    });

    test('a rule of the campaign that fails the contact still does, and the account waits', async () => {
      const rule = { action: 'fail-contact', afterMs: null, most: 5 } as const;
      const ref = await world().oneClaimed({ refusals: { '429': rule } });
      const key = await world().placing(ref);
      expect((await busy(key, 10 * SECOND)).verdict).toEqual({ kind: 'fail-contact' });
      expect((await world().store.account()).retryAfter).toBeDefined();
    });

    test('a wait of a rule that is longer than the carrier asks for stays', async () => {
      const rule = { action: 'retry', afterMs: 50 * SECOND, most: 5 } as const;
      const ref = await world().oneClaimed({ refusals: { '429': rule } });
      const { verdict } = await busy(await world().placing(ref), SECOND);
      expect(verdict).toMatchObject({ kind: 'wait', untilMs: world().nowMs + 50 * SECOND });
    });
  });
}
