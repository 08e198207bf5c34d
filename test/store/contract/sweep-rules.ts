import { describe, expect, test } from 'vitest';
import type { DueTimesCursor, SweepCursor } from '../../../src/store/sweep-store.ts';
import { phone, UNREACHED, type World } from './world.ts';

const GRACE_MS = 1_000;
const HOUR_MS = 3_600_000;

export function sweepRules(world: () => World): void {
  const sweep = (limit = 10, after?: SweepCursor) =>
    world().store.sweep({ nowMs: world().nowMs, graceMs: GRACE_MS, limit, after });

  describe('the sweep', () => {
    test('an empty store has nothing left lying', async () => {
      expect(await sweep()).toEqual({
        unstarted: [],
        callbacks: [],
        reconciliations: [],
        unfinished: [],
        unrelayed: [],
        late: [],
        runningCampaigns: [],
        deskWanted: false,
        holdAlert: null,
        next: undefined,
      });
    });

    test('a clock that was ahead and is right again leaves no slot and no wrap-up in the future', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [1, 2, 3, 4].map(phone), {
        callsPerSecond: 2,
        agents: { pool: null, wrapUpMs: 5_000, pauseAfterMisses: null },
      });
      const rightMs = world().nowMs;
      world().later(3_600_000);
      const [one, two] = await world().claim('c1', 2);
      await world().live(one!);
      await world().intent({ ref: two!, placement: 1 });
      await world().end(one!);
      world().nowMs = rightMs;
      expect(await world().claim('c1', 1)).toEqual([]);
      await world().store.mendTimes({ nowMs: rightMs, sweepMs: 60_000 });
      expect(await world().claim('c1', 1)).toHaveLength(1);
      expect(await world().intent({ ref: two!, placement: 1 })).toEqual({
        kind: 'paced',
        atMs: rightMs + 500,
      });
    });

    test('after a clock was set back nobody is due too late, and nobody too early', async () => {
      const rightMs = world().nowMs;
      await world().agents('a1');
      world().later(HOUR_MS);
      await world().campaign('c1', [1, 2].map(phone));
      const [ref] = await world().claim('c1', 1);
      await world().live(ref!);
      await world().end(ref!, UNREACHED);
      const dueMs = async (position: number) =>
        (await world().store.contactFacts('c1', position, world().nowMs)).contact.dueAtMs;
      const delayMs = (await dueMs(1)) - world().nowMs;
      expect(delayMs).toBeGreaterThan(0);
      const later = { number: phone(3), rowKey: null, name: null };
      await world().add('c1', [{ ...later, notBeforeMs: rightMs + 2 * HOUR_MS }]);

      world().nowMs = rightMs;
      let after: DueTimesCursor | undefined;
      do after = await world().store.mendDueTimes({ nowMs: rightMs, after });
      while (after);
      expect(await dueMs(1)).toBe(rightMs + delayMs);
      expect(await dueMs(2)).toBe(rightMs);
      expect(await dueMs(3)).toBe(rightMs + 2 * HOUR_MS);
    });

    test.each([
      ['set back', -1],
      ['set ahead', 120_001],
    ])('a clock that was %s since the last sweep is noticed, once', async (_, laterMs) => {
      const mend = async (nowMs: number) =>
        (await world().store.mendTimes({ nowMs, sweepMs: 60_000 })).clockSet;
      const { nowMs } = world();
      expect(await mend(nowMs)).toBe(false);
      await sweep();
      expect(await mend(nowMs + 60_000)).toBe(false);
      expect(await mend(nowMs + laterMs)).toBe(true);
      world().later(laterMs);
      await sweep();
      expect(await mend(nowMs + laterMs)).toBe(false);
    });

    test('a claim that was never marked started is found after the grace', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      await world().store.claim({ id: 'c1', limit: 1, nowMs: world().nowMs });
      expect((await sweep()).unstarted).toEqual([]);
      world().later(GRACE_MS);
      expect(await sweep()).toMatchObject({ unstarted: ['c1.1.1'], unfinished: [] });
      await world().store.markStarted(['c1.1.1'], world().nowMs);
      expect((await sweep()).unstarted).toEqual([]);
    });

    test('a call with work left is found once it was untouched for the grace', async () => {
      const ref = await world().oneLive();
      expect((await sweep()).unfinished).toEqual([]);
      world().later(GRACE_MS);
      await world().receive({ ref, placement: 1 }, 'agent_ringing');
      expect((await sweep()).unfinished).toEqual([]);
      world().later(GRACE_MS);
      expect((await sweep()).unfinished).toEqual([ref]);
    });

    test.each([
      ['the bill is open', {}, true],
      ['the bill is settled', { cost: '1' }, false],
      ['a recording is expected', { cost: '1', recordingExpected: true }, true],
    ])('an ended call where %s', async (_what, ending, found) => {
      const ref = await world().oneLive();
      await world().end(ref, ending);
      world().later(GRACE_MS);
      expect((await sweep()).unfinished).toEqual(found ? [ref] : []);
    });

    test('a recording that waits for the desk is left to the desk', async () => {
      const ref = await world().oneLive();
      await world().end(ref, { cost: '1', recordingExpected: true });
      await world().store.wantRecording(ref, world().nowMs);
      world().later(GRACE_MS);
      expect(await sweep()).toMatchObject({ unfinished: [], deskWanted: true });
    });

    test('with more calls than the limit, each gets its turn', async () => {
      await world().agents('a1', 'a2', 'a3');
      await world().campaign('c1', [1, 2, 3].map(phone));
      for (const ref of await world().claim('c1')) await world().live(ref);
      world().later(GRACE_MS);
      const found = [await sweep(2), await sweep(2)].map(({ unfinished }) => unfinished);
      expect(found).toEqual([['c1.1.1', 'c1.2.1'], ['c1.3.1']]);
    });

    test('page after page finds everything once, also what nobody starts again meanwhile', async () => {
      const numbers = [1, 2, 3, 4, 5].map(phone);
      await world().agents('a1', 'a2', 'a3', 'a4', 'a5');
      await world().campaign('c1', numbers);
      const refs = await world().claim('c1');
      for (const ref of refs) await world().live(ref);
      for (const ref of refs) await world().receive({ ref, placement: 1 }, 'completed');
      for (const n of [2, 3, 4, 5]) await world().campaign(`c${n}`, [phone(10 + n)]);
      world().later(GRACE_MS);
      const unrelayed: string[][] = [];
      const campaigns: string[][] = [];
      let after: SweepCursor | undefined;
      do {
        const found = await sweep(2, after);
        unrelayed.push(found.unrelayed);
        campaigns.push(found.runningCampaigns);
        after = found.next;
      } while (after !== undefined);
      expect(unrelayed).toEqual([refs.slice(0, 2), refs.slice(2, 4), refs.slice(4)]);
      expect(campaigns).toEqual([['c1', 'c2'], ['c3', 'c4'], ['c5']]);
    });

    test('unrelayed events are found; of calls that are over, as late', async () => {
      const ref = await world().oneLive();
      const key = { ref, placement: 1 };
      await world().receive(key, 'completed');
      expect((await sweep()).unrelayed).toEqual([]);
      world().later(GRACE_MS);
      expect(await sweep()).toMatchObject({ unrelayed: [ref], late: [] });
      await world().end(ref);
      await world().store.giveUpSettling(ref, world().nowMs);
      expect(await sweep()).toMatchObject({ unrelayed: [], late: [ref] });
      const ids = (await world().store.unrelayedEvents(ref)).map(({ id }) => id);
      await world().store.markRelayed(ref, ids, 'late');
      expect(await sweep()).toMatchObject({ unrelayed: [], late: [] });
    });

    test('an event of a live call that is no milestone waits for the next milestone', async () => {
      const ref = await world().oneLive();
      await world().receive({ ref, placement: 1 }, 'agent_ringing');
      world().later(GRACE_MS);
      expect((await sweep()).unrelayed).toEqual([]);
    });

    test('a poke is found too, but not before the ingress would have relayed it in a flood', async () => {
      const ref = await world().oneLive();
      const poke = world().event({ ref, placement: 1 }, null, 'poke');
      await world().store.appendEvent(poke);
      world().later(GRACE_MS);
      expect((await sweep()).unrelayed).toEqual([]);
      world().later(4 * GRACE_MS);
      expect((await sweep()).unrelayed).toEqual([ref]);
    });

    test('late events of a call that ended as unknown are found', async () => {
      const key = await world().oneUnknown();
      await world().store.endUnknown(key.ref, 'silence', world().nowMs);
      await world().receive(key, 'agent_ringing');
      world().later(GRACE_MS);
      expect((await sweep()).late).toEqual([key.ref]);
    });

    test('campaigns that are neither drafts nor over should have a workflow', async () => {
      await world().draft('c1');
      await world().campaign('c2', [phone(1)]);
      await world().campaign('c3', [phone(1)]);
      await world().move('c3', 'pause');
      await world().campaign('c4', [phone(1)]);
      await world().move('c4', 'cancel');
      expect((await sweep()).runningCampaigns).toEqual(['c2', 'c3']);
    });
  });
}
