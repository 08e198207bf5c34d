import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldEvents, LIVE_STATES } from '../../../../src/domain/calls/call-state.ts';
import type { InboxEvent } from '../../../../src/store/calls/inbox-store.ts';
import { heartbeatAt, phone, UNREACHED, type World } from '../world.ts';

const STORY = ['agent_ringing', 'agent_answered', 'customer_ringing', 'bridged', 'completed'];

export function inboxRules(world: () => World): void {
  const call = (ref: string) => world().store.call(ref);
  const append = (...events: InboxEvent[]) => world().appendInOrder(events);

  describe('the inbox', () => {
    test('an event of a call that nobody knows is kept', async () => {
      const key = { ref: 'c9.1.1', placement: 1 };
      const [outcome] = await append(world().event(key, 1, 'click2call.bridged'));
      expect(outcome).toEqual({ fresh: true, poke: false, isForgotten: true, call: undefined });
      expect(await world().store.events('c9.1.1')).toHaveLength(1);
    });

    test('an event is kept once, over any number of deliveries', async () => {
      const key = await world().live(await world().oneClaimed());
      const event = world().event(key, 2, 'click2call.agent_answered');
      const first = await append(event, event);
      expect(first.map(({ fresh }) => fresh)).toEqual([true, false]);
      const [again] = await append({ ...event, receivedAtMs: world().later(9) });
      expect(again).toMatchObject({ fresh: false, call: { state: 'agent_answered' } });
      expect(await world().store.liveCalls()).toBe(1);
      expect(await world().store.events(key.ref)).toHaveLength(1);
    });

    test('the same seq on another placement is another event', async () => {
      const key = await world().live(await world().oneClaimed());
      const other = { ...key, placement: 2 };
      const outcomes = await append(world().event(key, 1, 'x'), world().event(other, 1, 'x'));
      expect(outcomes.map(({ fresh }) => fresh)).toEqual([true, true]);
    });

    test('the evidence of a call is its row and all its events, with what was relayed', async () => {
      const key = await world().live(await world().oneClaimed());
      await append(world().event(key, 1, 'click2call.agent_ringing'));
      const [first] = await world().store.unrelayedEvents(key.ref);
      await world().store.markRelayed(key.ref, [first!.id], 'signal');
      await append(world().event(key, null, 'poke'));
      const { call: row, events } = await world().store.evidence(key.ref);
      expect(row).toEqual(await call(key.ref));
      expect(events).toMatchObject([
        { id: first!.id, seq: 1, name: 'click2call.agent_ringing', relayed: true },
        { seq: null, name: 'poke', relayed: false },
      ]);
      await expect(world().store.evidence('c9.1.1')).rejects.toMatchObject({ code: 'not-found' });
    });

    test('one poke waits at a time', async () => {
      const key = await world().live(await world().oneClaimed());
      const poke = world().event(key, null, 'poke');
      const outcomes = await append(poke, poke);
      expect(outcomes.map(({ fresh }) => fresh)).toEqual([true, false]);
      const waiting = await world().store.unrelayedEvents(key.ref);
      await world().store.markRelayed(
        key.ref,
        waiting.map(({ id }) => id),
        'signal',
      );
      expect((await append(poke))[0]).toMatchObject({ fresh: true });
    });

    test('once a call is bound, an event that names another call or none causes a poll and nothing else', async () => {
      const key = await world().live(await world().oneClaimed());
      for (const id of ['id-of-another', null]) {
        const outcomes = await append(world().event(key, 5, 'click2call.bridged', id));
        expect(outcomes).toMatchObject([{ fresh: true, poke: true, call: { state: 'accepted' } }]);
        const waiting = await world().store.unrelayedEvents(key.ref);
        expect(waiting).toMatchObject([{ seq: null, name: 'poke' }]);
        await world().store.markRelayed(key.ref, [waiting[0]!.id], 'signal');
      }
      const timeline = await world().store.timeline(key.ref);
      expect(timeline.map(({ text }) => text).join()).toContain('id-mismatch');
      const [real] = await append(world().event(key, 5, 'click2call.completed'));
      expect(real).toMatchObject({ fresh: true, poke: false });
    });

    test('what came before the call was bound and names another is no evidence afterwards', async () => {
      const key = await world().placing(await world().oneClaimed());
      await append(
        world().event(key, 1, 'click2call.bridged', 'id-of-another'),
        world().event(key, 2, 'click2call.completed', null),
        world().event(key, 1, 'click2call.agent_ringing'),
      );
      await world().accept(key);
      expect(await call(key.ref)).toMatchObject({ state: 'agent_ringing' });
      const events = await world().store.events(key.ref);
      expect(events.map(({ name }) => name).toSorted()).toEqual([
        'click2call.agent_ringing',
        'poke',
        'poke',
      ]);
      expect(await world().store.unrelayedEvents(key.ref)).toHaveLength(1);
    });

    test('an unknown name takes no seq from a known one', async () => {
      const key = await world().live(await world().oneClaimed());
      await append(world().event(key, 3, 'click2call.agent_whispered'));
      const [outcome] = await append(world().event(key, 3, 'click2call.bridged'));
      expect(outcome).toMatchObject({ fresh: true, poke: false, call: { state: 'bridged' } });
      expect(await world().store.events(key.ref)).toMatchObject([
        { seq: 3, name: 'click2call.agent_whispered' },
        { seq: 3, name: 'click2call.bridged' },
      ]);
    });

    test('an unknown name moves nothing on, so that who floods keeps no lost call from the sweep', async () => {
      const key = await world().live(await world().oneClaimed());
      const graceMs = 1_000;
      const overdue = world().later(graceMs * 2);
      await append({ ...world().event(key, 9, 'click2call.heartbeat'), receivedAtMs: overdue });
      const found = await world().store.sweep({ nowMs: overdue + 1, graceMs, limit: 10 });
      expect(found.unfinished).toContain(key.ref);
    });

    test('of two known names under one seq the deeper counts, whichever came first', async () => {
      const names = ['click2call.agent_ringing', 'click2call.bridged'];
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1), phone(2)]);
      const refs = await world().claim('c1', 2);
      for (const [index, order] of [names, names.toReversed()].entries()) {
        const key = await world().live(refs[index]!);
        await append(...order.map((name) => world().event(key, 3, name)));
        expect(await world().store.events(key.ref)).toHaveLength(2);
        expect(await call(key.ref), `order ${index}`).toMatchObject({ state: 'bridged' });
      }
    });

    test('of webhooks that could not be read the newest are kept, per call, and of no call at all', async () => {
      const key = await world().live(await world().oneClaimed());
      const sinceMs = world().nowMs;
      const junk = (to: typeof key, n: number) => ({
        ...world().event(to, null, 'poke', null),
        body: null,
        receivedAtMs: world().later(1),
        unreadable: { why: `is junk ${n}`, body: `body ${n}`, bytes: 6 },
      });
      for (let n = 0; n < 20; n++) await append(junk(key, n));
      for (let n = 0; n < 120; n++) await append(junk({ ref: `cnobody.${n}.1`, placement: 1 }, n));
      await append(junk(key, 20));
      const kept = await world().store.unreadableWebhooks(key.ref);
      expect(kept.map(({ why }) => why)).toEqual(
        Array.from({ length: 16 }, (_, n) => `is junk ${n + 5}`),
      );
      expect(kept.at(-1)).toEqual({
        placement: 1,
        atMs: world().nowMs,
        why: 'is junk 20',
        body: 'body 20',
        bytes: 6,
      });
      expect(await world().store.unreadableSince(sinceMs)).toEqual({
        webhooks: 116,
        calls: 1,
        last: { ref: key.ref, atMs: world().nowMs, why: 'is junk 20' },
      });
      expect(await world().store.unreadableSince(world().nowMs + 1)).toEqual({
        webhooks: 0,
        calls: 0,
        last: null,
      });
    });

    test('a seq that no integer can hold makes a poke of its event', async () => {
      const key = await world().live(await world().oneClaimed());
      const outcomes = await append(world().event(key, 1e300, 'x'), world().event(key, 1, 'y'));
      expect(outcomes.map(({ fresh }) => fresh)).toEqual([true, true]);
      const events = await world().store.events(key.ref);
      expect(events.map(({ seq }) => seq)).toEqual([null, 1]);
    });

    test('any order and any duplicates give the same call state, never backwards', async () => {
      let serial = 0;
      await world().agents('a1');
      await world().campaign('c1', [], { keepOpen: true });
      const story = STORY.map((name, index) => ({ seq: index + 1, name: `click2call.${name}` }));
      const heard = fc
        .subarray(story, { minLength: 1 })
        .chain((events) =>
          fc.tuple(
            fc.shuffledSubarray(events, { minLength: events.length }),
            fc.array(fc.constantFrom(...events)),
          ),
        );
      await fc.assert(
        fc.asyncProperty(heard, async ([events, repeats]) => {
          await world().append('c1', [phone(++serial)]);
          const [ref] = await world().claim('c1');
          const key = await world().live(ref!);
          let before = 0;
          for (const { seq, name } of [...events, ...repeats]) {
            await append(world().event(key, seq, name));
            const now = LIVE_STATES.indexOf((await call(ref!)).deepest!);
            expect(now).toBeGreaterThanOrEqual(before);
            before = now;
          }
          const { deepest } = foldEvents(events);
          expect(await call(ref!)).toMatchObject({ state: deepest, deepest });
          expect(await world().store.events(ref!)).toHaveLength(events.length);
          await world().end(ref!);
        }),
        { numRuns: 30 },
      );
    });

    test('events of a placement that was given up do not move the call', async () => {
      const ref = await world().oneClaimed();
      const first = await world().placing(ref);
      await world().notSent(first);
      await world().accept(await world().placing(ref, 2));
      await world().receive(first, 'agent_ringing', 'bridged');
      expect(await call(ref)).toMatchObject({ state: 'accepted', deepest: 'accepted' });
    });

    test('a late event of an ended call is kept, un-ends nothing, and shows against what the end was derived from', async () => {
      const ref = await world().oneLive();
      await world().end(ref, UNREACHED);
      const { deepest: deepestBefore } = await call(ref);
      const key = { ref, placement: 1 };
      const [outcome] = await append(world().event(key, 4, 'click2call.bridged'));
      expect(outcome).toMatchObject({
        fresh: true,
        call: { state: 'ended', ended: true, unknown: false },
      });
      expect(await call(ref)).toMatchObject({
        state: 'ended',
        deepest: deepestBefore,
        disposition: 'customer-unreached',
      });
    });

    test('a call that is or ended as unknown is named as such, so that it is woken', async () => {
      const key = await world().oneUnknown();
      const [live] = await append(world().event(key, 1, 'click2call.agent_ringing'));
      expect(live?.call).toEqual({ state: 'unknown', unknown: true, ended: false });
      await world().store.endUnknown(key.ref, 'silence', world().nowMs);
      const [ended] = await append(world().event(key, 2, 'click2call.agent_answered'));
      expect(ended?.call).toEqual({ state: 'ended', unknown: true, ended: true });
    });

    test('unrelayed events are listed until they are relayed, oldest first', async () => {
      const key = await world().live(await world().oneClaimed());
      await append(world().event(key, 3, 'c'), world().event(key, 1, 'a'));
      const waiting = await world().store.unrelayedEvents(key.ref);
      expect(waiting.map(({ seq }) => seq)).toEqual([3, 1]);
      await world().store.markRelayed(key.ref, [waiting[0]!.id], 'signal');
      await append(world().event(key, 2, 'b'));
      const left = await world().store.unrelayedEvents(key.ref);
      expect(left.map(({ seq }) => seq)).toEqual([1, 2]);
    });
  });

  describe('listening', () => {
    /** Notes as one process does. */
    function listener(gapMs: number, name?: string) {
      let span: number | undefined;
      const note = async (nowMs: number) => {
        const heartbeat = { ...heartbeatAt(nowMs, gapMs, name), span };
        span = await world().store.noteIngressHeartbeat(heartbeat);
      };
      const stop = async (nowMs: number) => world().store.noteIngressStopped(span!, nowMs);
      return Object.assign(note, { stop });
    }

    test('where nobody ever listened, all of the time was down', async () => {
      expect(await world().store.ingressDownMs(1_000, 5_000)).toBe(4_000);
    });

    test('time between two heartbeats counts as up to the gap, and as down beyond it', async () => {
      const note = listener(150);
      for (const nowMs of [1_000, 1_100, 1_200, 2_000, 2_100]) await note(nowMs);
      const { store } = world();
      expect(await store.ingressDownMs(1_000, 2_100)).toBe(800);
      expect(await store.ingressDownMs(1_050, 1_150)).toBe(0);
      expect(await store.ingressDownMs(500, 1_100)).toBe(500);
      expect(await store.ingressDownMs(1_300, 1_500)).toBe(200);
    });

    test('since the last note, less than the gap is not down yet', async () => {
      await listener(100)(1_000);
      expect(await world().store.ingressDownMs(1_000, 1_090)).toBe(0);
      expect(await world().store.ingressDownMs(1_000, 1_190)).toBe(190);
    });

    test('clocks that step back count once', async () => {
      const note = listener(100);
      for (const nowMs of [1_000, 1_090, 1_050, 1_150, 900, 960, 1_060, 1_150]) await note(nowMs);
      expect(await world().store.ingressDownMs(900, 1_150)).toBe(0);
    });

    test('one that was killed and started again was down in between, however short that was', async () => {
      const [before, after] = [listener(150), listener(150)];
      for (const nowMs of [1_000, 1_100]) await before(nowMs);
      for (const nowMs of [1_130, 1_230]) await after(nowMs);
      expect(await world().store.ingressDownMs(1_000, 1_230)).toBe(30);
    });

    test('one that starts beside another leaves no gap, and one that is stopped leaves none', async () => {
      const [one, other] = [listener(150), listener(150, 'web-2:8080')];
      for (const nowMs of [1_000, 1_100]) await one(nowMs);
      await other(1_150);
      await one(1_200);
      await one.stop(1_210);
      for (const nowMs of [1_250, 1_350, 1_450]) await other(nowMs);
      expect(await world().store.ingressDownMs(1_000, 1_450)).toBe(0);
    });

    test('one that dies beside another was down until it is back, or for five minutes', async () => {
      const [one, other] = [listener(15_000), listener(15_000, 'web-2:8080')];
      await one(0);
      for (let nowMs = 0; nowMs <= 900_000; nowMs += 5_000) await other(nowMs);
      const { store } = world();
      expect(await store.ingressDownMs(0, 15_000)).toBe(0);
      expect(await store.ingressDownMs(0, 60_000)).toBe(60_000);
      expect(await store.ingressDownMs(0, 900_000)).toBe(300_000);
      expect(await store.ingressDownMs(400_000, 900_000)).toBe(0);
      await listener(15_000)(100_000);
      expect(await store.ingressDownMs(0, 110_000)).toBe(100_000);
    });
  });
}
