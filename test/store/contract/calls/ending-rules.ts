import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deepens,
  DISPOSITIONS,
  type Disposition,
} from '../../../../src/domain/calls/disposition.ts';
import type { CallRef } from '../../../../src/domain/ids.ts';
import { HANGUP_GRACE_MS } from '../../../../src/domain/calls/hangup.ts';
import type { NotedHangup } from '../../../../src/store/calls/call-store.ts';
import { phone, refusalOf, UNREACHED, type World } from '../world.ts';

const ACCEPTED: Disposition[] = DISPOSITIONS.filter(
  (each) => !['refused', 'not-dialled', 'unknown'].includes(each),
);

const LEASE_MS = 30_000;

export function endingRules(world: () => World): void {
  const call = (ref: string) => world().store.call(ref);

  describe('ending a call', () => {
    test('a call that is not there is refused', async () => {
      expect(await refusalOf(world().end('c1.1.1'))).toMatchObject({ code: 'not-found' });
    });

    test('it frees agent and number, and writes disposition and time', async () => {
      const ref = await world().oneLive();
      const endedAtMs = world().later(7);
      await world().end(ref, { confirmed: false, reason: 'why' });
      expect(await call(ref)).toMatchObject({
        state: 'ended',
        disposition: 'completed',
        reason: 'why',
        confirmed: false,
        agentId: 'a1',
        settlement: 'open',
        recording: 'none',
        endedAtMs,
      });
      expect(await world().onCall('a1')).toBeNull();
      expect((await world().store.account()).liveCalls).toBe(0);
    });

    test('an agent that is on another call by now is left there', async () => {
      const key = await world().oneUnknown();
      await world().store.freeAgent(key.ref, world().nowMs);
      await world().append('c1', [phone(2)]);
      const [other] = await world().claim('c1');
      await world().accept(key);
      await world().end(key.ref);
      expect(await world().onCall('a1')).toBe(other);
    });

    test('a contact is due again until its attempts are spent', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      const seen: unknown[] = [];
      for (let round = 0; round < 3; round++) {
        const [ref] = await world().claim('c1');
        await world().live(ref!);
        await world().end(ref!, UNREACHED);
        seen.push(await world().contacts('c1'));
        world().later(60_000);
      }
      expect(seen).toEqual([{ due: 1 }, { due: 1 }, { final: 1 }]);
    });

    test("calls that the agent missed spend no attempt, but the contact's calls are bounded", async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      const missed = {
        state: 'failed',
        disposition: 'agent-unreached',
        spendsAttempt: false,
      } as const;
      for (let round = 0; round < 5; round++) {
        expect(await world().contacts('c1')).toEqual({ due: 1 });
        const [ref] = await world().claim('c1');
        await world().live(ref!);
        await world().end(ref!, missed);
        world().later(5_000);
      }
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });

    test('a failure whose leg is not known waits as long as in the customer\u2019s rule, and counts against it', async () => {
      await world().agents('a1');
      const rules = { 'customer-unreached': { delayMs: 60_000, jitter: 0, most: 2 } };
      await world().campaign('c1', [phone(1)], { redial: { maxAttempts: 5, maxCalls: 5, rules } });
      const unseen = { state: 'failed', disposition: 'leg-unknown' } as const;
      for (const ending of [UNREACHED, unseen]) {
        const [ref] = await world().claim('c1');
        await world().live(ref!);
        await world().end(ref!, ending);
        world().later(59_999);
        expect(await world().claim('c1')).toEqual([]);
        world().later(1);
      }
      expect(await world().contacts('c1')).toEqual({ final: 1 });
      expect(await world().store.agents()).toMatchObject([{ misses: 0 }]);
    });

    test('an end that was decided before the event of a leg came is decided again', async () => {
      const ref = await world().oneLive();
      await world().receive({ ref, placement: 1 }, 'agent_ringing', 'customer_ringing');
      const decided = {
        ...UNREACHED,
        disposition: 'agent-unreached',
        deepest: 'accepted',
      } as const;
      expect(await world().end(ref, decided)).toBe('outdated');
      expect(await call(ref)).toMatchObject({ state: 'customer_ringing', disposition: null });
      const ended = await world().end(ref, { ...UNREACHED, deepest: 'customer_ringing' });
      expect(ended).toMatchObject({ state: 'ended', disposition: 'customer-unreached' });
      expect(await call(ref)).toEqual(ended);
    });

    test('the end of a call that the carrier refused is noted and changes nothing', async () => {
      const key = await world().placing(await world().oneClaimed());
      await world().refuse(key, 422);
      await world().end(key.ref, { cost: '1' });
      expect(await call(key.ref)).toMatchObject({
        disposition: 'refused',
        cost: null,
        settlement: 'none',
      });
    });
  });

  describe('every end of a call', () => {
    const ends: Record<string, () => Promise<CallRef>> = {
      'after its workflow decided it': async () => {
        const ref = await world().oneLive();
        await world().end(ref);
        return ref;
      },
      'as unknown': async () => {
        const { ref } = await world().oneUnknown();
        await world().store.endUnknown(ref, 'why', world().nowMs);
        return ref;
      },
      'by a refusal': async () => {
        const key = await world().placing(await world().oneClaimed());
        await world().refuse(key, 422);
        return key.ref;
      },
      'before it was dialled': async () => {
        const ref = await world().oneClaimed();
        const { nowMs } = world();
        await world().store.endNotDialled(ref, { reason: 'why', dueAtMs: null, nowMs });
        return ref;
      },
      'in the queue': async () => {
        await world().campaign('c1', [phone(1)]);
        const { answer } = await world().store.askHangup({ ref: 'c1.1.1', nowMs: world().nowMs });
        return answer.ref;
      },
    };
    for (const [how, end] of Object.entries(ends)) {
      test(`${how}: it is written once, with its time, and its contact is no longer on a call`, async () => {
        const ref = await end();
        const { state, disposition, endedAtMs } = await call(ref);
        expect({ state, endedAtMs }).toEqual({ state: 'ended', endedAtMs: world().nowMs });
        const entries = (await world().store.timeline(ref)).filter(({ kind }) => kind === 'ended');
        expect(entries.map(({ text }) => text.split(/[ :]/)[0])).toEqual([disposition]);
        expect((await world().store.account()).liveCalls).toBe(0);
        const held = disposition === 'unknown' ? { locked: 1 } : { final: 1 };
        expect(await world().contacts('c1')).toEqual(held);
      });
    }
  });

  describe('saying better how a call ended', () => {
    test('whatever comes for an ended call, in any order, it stays ended with its deepest leg', async () => {
      await world().agents('a1');
      await world().campaign('c1', []);
      const said = fc.array(fc.constantFrom(...ACCEPTED), { minLength: 1, maxLength: 5 });
      let serial = 0;
      await fc.assert(
        fc.asyncProperty(said, async (dispositions) => {
          await world().move('c1', 'pause');
          await world().append('c1', [phone(++serial)]);
          await world().move('c1', 'resume');
          const [ref] = await world().claim('c1');
          await world().live(ref!);
          let deepest = dispositions[0]!;
          for (const disposition of dispositions) {
            await world().end(ref!, { disposition });
            if (deepens(deepest, disposition)) deepest = disposition;
            expect(await call(ref!)).toMatchObject({ state: 'ended', disposition: deepest });
          }
          expect((await world().store.account()).liveCalls).toBe(0);
        }),
        { numRuns: 30 },
      );
    });

    test('a contact that waits for its redial follows the deeper disposition', async () => {
      const ref = await world().oneLive();
      await world().end(ref, UNREACHED);
      expect(await world().contacts('c1')).toEqual({ due: 1 });
      await world().end(ref, { disposition: 'dropped', state: 'failed' });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });

    test('the delay of a redial counts from the first end', async () => {
      const ref = await world().oneLive();
      await world().end(ref, { state: 'failed', disposition: 'agent-unreached' });
      world().later(30_000);
      await world().end(ref, UNREACHED);
      expect(await world().claim('c1')).toEqual([]);
      world().later(30_000);
      expect(await world().claim('c1')).toEqual(['c1.1.2']);
    });

    test('a contact that was claimed again is left alone', async () => {
      const ref = await world().oneLive();
      await world().end(ref, UNREACHED);
      world().later(60_000);
      const [again] = await world().claim('c1');
      await world().end(ref, { disposition: 'dropped', state: 'failed' });
      expect(await call(ref)).toMatchObject({ disposition: 'dropped' });
      expect(await world().contacts('c1')).toEqual({ claimed: 1 });
      expect(await world().onCall('a1')).toBe(again);
    });

    test('a contact that waits because of a later call is left alone', async () => {
      const ref = await world().oneLive();
      await world().end(ref, UNREACHED);
      world().later(60_000);
      const [again] = await world().claim('c1');
      await world().live(again!);
      await world().end(again!, UNREACHED);
      await world().end(ref, { disposition: 'dropped', state: 'failed' });
      expect(await world().contacts('c1')).toEqual({ due: 1 });
    });

    test('a final contact is not made due again', async () => {
      const ref = await world().oneLive();
      await world().end(ref, { state: 'failed', disposition: 'carrier-lost' });
      await world().end(ref, UNREACHED);
      const { contacts, contactsByDisposition } = await world().progress('c1');
      expect(contacts).toMatchObject({ due: 0, final: 1 });
      expect(contactsByDisposition).toEqual({ 'customer-unreached': 1 });
    });

    test('a call that ended as unknown is known after all, without having been bound', async () => {
      const key = await world().oneUnknown();
      await world().store.endUnknown(key.ref, 'silence', world().nowMs);
      await world().end(key.ref, { confirmed: false });
      expect(await call(key.ref)).toMatchObject({ state: 'ended', disposition: 'completed' });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
      await world().campaign('c2', [phone(1)]);
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    test('what GET shows replaces what only an event showed, deeper or not; no event replaces it', async () => {
      const ref = await world().oneLive();
      await world().end(ref, { confirmed: false });
      await world().end(ref, { ...UNREACHED, confirmed: true });
      expect(await call(ref)).toMatchObject({ disposition: 'customer-unreached', confirmed: true });
      await world().end(ref, { state: 'failed', disposition: 'agent-unreached', confirmed: false });
      expect(await call(ref)).toMatchObject({ disposition: 'customer-unreached', confirmed: true });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });

    test('the same end, confirmed later, is confirmed', async () => {
      const ref = await world().oneLive();
      await world().end(ref, { confirmed: false });
      await world().end(ref, { confirmed: true });
      await world().end(ref, { confirmed: false });
      expect(await call(ref)).toMatchObject({ confirmed: true });
    });
  });

  describe('hanging up', () => {
    const hangUp = (ref: string) => world().store.askHangup({ ref, nowMs: world().nowMs });

    test('a call that is not there, or has ended, is refused', async () => {
      expect(await refusalOf(hangUp('c1.1.1'))).toMatchObject({ code: 'not-found' });
      const ref = await world().oneLive();
      await world().end(ref);
      expect(await refusalOf(hangUp(ref))).toMatchObject({ code: 'illegal-move' });
    });

    test('a queued call ends at once, for good', async () => {
      await world().campaign('c1', [phone(1)]);
      expect((await hangUp('c1.1.1')).answer).toEqual({ ref: 'c1.1.1', state: 'ended' });
      expect(await call('c1.1.1')).toMatchObject({ state: 'ended', disposition: 'not-dialled' });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });

    test('a live call stays live until it ends', async () => {
      const ref = await world().oneLive();
      expect((await hangUp(ref)).answer).toEqual({ ref, state: 'accepted' });
      expect((await hangUp(ref)).answer).toEqual({ ref, state: 'accepted' });
      expect(await call(ref)).toMatchObject({ state: 'accepted' });
    });

    const inAnHour = () => world().nowMs + 3_600_000;
    const due = (nowMs: number, limit = 9) =>
      world().store.takeHangups({ nowMs, leaseMs: LEASE_MS, limit });
    const refused = (ref: string, more: Partial<NotedHangup> = {}) =>
      world().store.noteHangup(ref, { text: 'no', taken: false, nowMs: world().nowMs, ...more });

    test('only one that the carrier takes counts as sent, and each answer is in the timeline once', async () => {
      const ref = await world().oneLive();
      await hangUp(ref);
      for (const said of ['refused', 'refused', 'failed', 'refused'])
        await refused(ref, { text: said });
      expect(await due(inAnHour())).toEqual([ref]);
      await refused(ref, { text: 'taken', taken: true });
      await refused(ref);
      expect(await due(2 * inAnHour())).toEqual([]);
      const story = (await world().store.timeline(ref)).map(({ text }) => text);
      expect(story.slice(story.indexOf('hang-up requested') + 1)).toEqual([
        'refused',
        'failed',
        'refused',
        'taken',
      ]);
    });

    test('is left to the workflow first, and then to one worker at a time', async () => {
      const ref = await world().oneLive();
      await hangUp(ref);
      const dueAtMs = world().nowMs + HANGUP_GRACE_MS;
      expect(await due(dueAtMs - 1)).toEqual([]);
      const other = world().another();
      const taken = { nowMs: dueAtMs, leaseMs: LEASE_MS, limit: 9 };
      const both = await Promise.all([due(dueAtMs), other.takeHangups(taken)]);
      expect(both.flat()).toEqual([ref]);
      // A worker that was killed over it notes nothing.
      expect(await due(dueAtMs + LEASE_MS - 1)).toEqual([]);
      expect(await due(dueAtMs + LEASE_MS)).toEqual([ref]);
    });

    test('one that the carrier does not take waits longer each time, and as long as the carrier asks', async () => {
      const ref = await world().oneLive();
      await hangUp(ref);
      for (const pauseMs of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
        await refused(ref);
        expect(await due(world().later(pauseMs) - 1)).toEqual([]);
        expect(await due(world().nowMs)).toEqual([ref]);
      }
      await refused(ref, { retryAfterMs: 300_000 });
      expect(await due(world().nowMs + 359_999)).toEqual([]);
      expect(await due(world().nowMs + 360_000)).toEqual([ref]);
    });

    test('those that were tried let the others go first', async () => {
      await world().agents('a2', 'a3', 'a4');
      const refs = [await world().oneLive()];
      await world().campaign('c2', [phone(11), phone(12), phone(13)]);
      refs.push(...(await world().claim('c2', 3)));
      for (const ref of refs.slice(1)) await world().live(ref);
      for (const ref of refs) {
        await hangUp(ref);
        world().later(1);
      }
      const turns: string[] = [];
      for (let turn = 0; turn < 4; turn++) {
        for (const ref of await due(world().later(60_000), 2)) {
          turns.push(ref);
          await refused(ref);
        }
      }
      expect(turns).toEqual([...refs, ...refs]);
    });

    test('one of a call that has ended is not due', async () => {
      const ref = await world().oneLive();
      await hangUp(ref);
      await world().end(ref);
      expect(await due(inAnHour())).toEqual([]);
    });

    test('one of a call that the carrier has not named is due as soon as it does', async () => {
      const key = await world().oneUnknown();
      await hangUp(key.ref);
      expect(await due(inAnHour())).toEqual([]);
      await world().accept(key);
      expect(await due(inAnHour())).toEqual([key.ref]);
    });

    test('a call that was withdrawn with its campaign shows it', async () => {
      await world().campaign('c1', [phone(1)]);
      await world().move('c1', 'cancel');
      expect(await call('c1.1.1')).toMatchObject({ state: 'ended', disposition: 'not-dialled' });
      expect(await refusalOf(hangUp('c1.1.1'))).toMatchObject({ code: 'illegal-move' });
    });
  });
}
