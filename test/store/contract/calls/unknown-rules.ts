import { describe, expect, test } from 'vitest';
import { phone, UNREACHED, type World } from '../world.ts';

export function unknownRules(world: () => World): void {
  const endUnknown = (ref: string) => world().store.endUnknown(ref, 'silence', world().nowMs);
  const bind = (key: { ref: string; placement: number }, id: string) =>
    world().store.bindCarrierCall(key, id, world().nowMs);

  describe('unknown placements', () => {
    test('an intent without an outcome becomes unknown, and may never be sent again', async () => {
      const key = await world().placing(await world().oneClaimed());
      expect(await world().resolve(key)).toMatchObject({ state: 'unknown' });
      expect(await world().store.call(key.ref)).toMatchObject({ state: 'unknown' });
      expect(await world().intent(key)).toMatchObject({ placement: { state: 'unknown' } });
      expect(await world().intent({ ...key, placement: 2 })).toMatchObject({ kind: 'recorded' });
    });

    test('what is recorded already is not made unknown', async () => {
      const ref = await world().oneLive();
      const recorded = await world().resolve({ ref, placement: 1 });
      expect(recorded).toMatchObject({ state: 'accepted', carrierCallId: `id-${ref}` });
    });

    test('its agent is freed early, its number is not', async () => {
      const key = await world().oneUnknown();
      expect(await world().onCall('a1')).toBe(key.ref);
      await world().store.freeAgent(key.ref, world().nowMs);
      expect(await world().onCall('a1')).toBeNull();
      await world().campaign('c2', [phone(1)]);
      expect(await world().claim('c2')).toEqual([]);
    });

    test('a call whose answer has come meanwhile keeps its agent', async () => {
      const key = await world().oneUnknown();
      await world().accept(key);
      await world().store.freeAgent(key.ref, world().nowMs);
      expect(await world().onCall('a1')).toBe(key.ref);
    });

    test('an agent that took another call meanwhile stays on it', async () => {
      const key = await world().oneUnknown();
      await world().store.freeAgent(key.ref, world().nowMs);
      await world().append('c1', [phone(2)]);
      const [other] = await world().claim('c1');
      await world().store.freeAgent(key.ref, world().nowMs);
      await endUnknown(key.ref);
      expect(await world().onCall('a1')).toBe(other);
    });

    test('it ends as unknown: contact locked, attempt spent, number kept', async () => {
      const key = await world().oneUnknown();
      await endUnknown(key.ref);
      expect(await world().store.call(key.ref)).toMatchObject({
        state: 'ended',
        disposition: 'unknown',
        reason: 'silence',
        settlement: 'none',
      });
      expect(await world().contacts('c1')).toEqual({ locked: 1 });
      expect(await world().onCall('a1')).toBeNull();
      await world().campaign('c2', [phone(1)]);
      expect(await world().claim('c2')).toEqual([]);
    });

    test('a call whose outcome came meanwhile is not ended as unknown', async () => {
      const key = await world().oneUnknown();
      await world().accept(key);
      await endUnknown(key.ref);
      expect(await world().store.call(key.ref)).toMatchObject({ state: 'accepted' });
    });
  });

  describe('a late answer to an unknown placement', () => {
    test('an acceptance binds the call', async () => {
      const key = await world().oneUnknown();
      expect(await world().accept(key, 'id-1')).toMatchObject({ state: 'accepted' });
      expect(await world().store.call(key.ref)).toMatchObject({
        state: 'accepted',
        carrierCallId: 'id-1',
      });
    });

    test('an acceptance reopens a call that was given up', async () => {
      const key = await world().oneUnknown();
      await endUnknown(key.ref);
      await world().accept(key, 'id-1');
      expect(await world().store.call(key.ref)).toMatchObject({
        state: 'accepted',
        disposition: null,
        endedAtMs: null,
      });
      expect(await world().contacts('c1')).toEqual({ claimed: 1 });
    });

    test('a refusal of a call that was given up makes its contact due again', async () => {
      const key = await world().oneUnknown();
      await endUnknown(key.ref);
      expect(await world().refuse(key, 402)).toMatchObject({ state: 'refused' });
      expect(await world().store.call(key.ref)).toMatchObject({ disposition: 'not-dialled' });
      expect(await world().contacts('c1')).toEqual({ due: 1 });
    });

    test('a refusal of a contact that was given up fails it', async () => {
      const key = await world().oneUnknown();
      await endUnknown(key.ref);
      await world().refuse(key, 422);
      expect(await world().store.call(key.ref)).toMatchObject({ disposition: 'refused' });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });

    test('a refusal does not touch a call whose end is known by now', async () => {
      const key = await world().oneUnknown();
      await endUnknown(key.ref);
      await world().end(key.ref, { confirmed: false });
      await world().refuse(key, 422);
      expect(await world().store.call(key.ref)).toMatchObject({ disposition: 'completed' });
      expect((await world().progress('c1')).contactsByDisposition).toEqual({ completed: 1 });
    });

    test('"not sent" lets the next placement go', async () => {
      const key = await world().oneUnknown();
      await world().notSent(key);
      expect(await world().intent({ ...key, placement: 2 })).toMatchObject({ kind: 'send' });
    });

    test('"not sent" of a call that was given up makes its contact due again', async () => {
      const key = await world().oneUnknown();
      await endUnknown(key.ref);
      await world().notSent(key);
      expect(await world().contacts('c1')).toEqual({ due: 1 });
      expect(await world().claim('c1')).toEqual(['c1.1.2']);
    });
  });

  describe('binding a call that a webhook named', () => {
    test('an id that is bound to another call is not bound again', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1), phone(2)]);
      const [one, two] = await world().claim('c1');
      await world().accept(await world().placing(one!), 'id-1');
      const key = await world().placing(two!);
      await world().noAnswer(key);
      expect(await bind(key, 'id-1')).toBe(false);
      expect(await world().store.call(two!)).toMatchObject({
        state: 'unknown',
        carrierCallId: null,
      });
      expect(await bind(key, 'id-2')).toBe(true);
      expect(await bind(key, 'id-2')).toBe(true);
      expect(await bind(key, 'id-3')).toBe(false);
      expect(await world().store.callOfCarrierId('id-2')).toBe(two);
    });

    test('a placement that was refused is not bound', async () => {
      const key = await world().placing(await world().oneClaimed());
      await world().refuse(key, 402);
      expect(await bind(key, 'id-1')).toBe(false);
    });

    test('the ids seen on a placement come oldest first, once each', async () => {
      const key = await world().oneUnknown();
      const named = (seq: number, id: string | null) => world().event(key, seq, 'x', id);
      for (const event of [named(4, 'b'), named(2, 'a'), named(3, null), named(5, 'b')]) {
        await world().store.appendEvent(event);
      }
      const elsewhere = { ...key, placement: 2 };
      await world().store.appendEvent(world().event(elsewhere, 1, 'x', 'c'));
      expect(await world().store.carrierCallIdsSeen(key)).toEqual(['b', 'a']);
    });

    test('events do not move an unknown call until it is bound; then they all count', async () => {
      const key = await world().oneUnknown();
      await world().receive(key, 'agent_ringing', 'agent_answered');
      expect(await world().store.call(key.ref)).toMatchObject({ state: 'unknown' });
      await bind(key, `id-${key.ref}`);
      expect(await world().store.call(key.ref)).toMatchObject({
        state: 'agent_answered',
        settlement: 'open',
      });
    });

    test('a call that ended as unknown is reopened, and then ends like any other', async () => {
      const key = await world().oneUnknown();
      await endUnknown(key.ref);
      await world().claim('c1');
      expect(await bind(key, 'id-1')).toBe(true);
      expect(await world().contacts('c1')).toEqual({ claimed: 1 });
      expect((await world().store.account()).liveCalls).toBe(1);
      await world().end(key.ref, { cost: '0.5' });
      expect(await world().store.call(key.ref)).toMatchObject({
        state: 'ended',
        disposition: 'completed',
        cost: '0.5',
      });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
      expect((await world().store.account()).liveCalls).toBe(0);
    });

    test('an unknown call that is bound after all spends one attempt and not two', async () => {
      const key = await world().oneUnknown({
        redial: {
          maxAttempts: 2,
          maxCalls: 5,
          rules: { 'customer-unreached': { delayMs: 10, jitter: 0, most: 9 } },
        },
      });
      await endUnknown(key.ref);
      await bind(key, 'id-1');
      await world().end(key.ref, UNREACHED);
      expect(await world().contacts('c1')).toEqual({ due: 1 });
    });
  });
}
