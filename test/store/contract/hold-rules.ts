import { describe, expect, test } from 'vitest';
import { HOLD, phone, type World } from './world.ts';

export function holdRules(world: () => World): void {
  const hold = async () => (await world().store.account()).hold;

  /** Two campaigns with two agents; one call of the first was refused with `status`. */
  async function refusedOnce(status: number): Promise<string> {
    await world().agents('a1', 'a2');
    await world().campaign('c1', [phone(1), phone(2)]);
    await world().campaign('c2', [phone(3)]);
    const [ref] = await world().claim('c1', 1);
    await world().refuse(await world().placing(ref!), status, { code: 'why' });
    return ref!;
  }

  describe('the hold', () => {
    test('a refusal of the account closes placing and claiming for every campaign', async () => {
      const ref = await refusedOnce(402);
      expect(await hold()).toMatchObject({ open: true, reason: '402 why', probing: 'automatic' });
      expect(await world().store.call(ref)).toMatchObject({
        state: 'waiting',
        waiting: { reason: 'hold', untilMs: world().nowMs + HOLD.firstProbeAfterMs },
      });
      expect(await world().onCall('a1')).toBeNull();
      expect(await world().claim('c1')).toEqual([]);
      expect(await world().claim('c2')).toEqual([]);
      expect(await world().intent({ ref, placement: 2 })).toMatchObject({
        admission: { kind: 'wait', reason: 'hold' },
      });
    });

    test('while it is open a campaign says when it may pass', async () => {
      await refusedOnce(409);
      const { facts } = await world().store.claim({ id: 'c2', limit: 5, nowMs: world().nowMs });
      expect(facts.hold).toEqual({
        reason: '409 why',
        untilMs: world().nowMs + HOLD.firstProbeAfterMs,
      });
    });

    test('when a probe is due, the waiting call is the probe and no other is claimed', async () => {
      const ref = await refusedOnce(402);
      world().later(HOLD.firstProbeAfterMs);
      expect(await world().claim('c2')).toEqual([]);
      await world().placing(ref, 2);
      expect((await hold())?.probe?.ref).toBe(ref);
    });

    test('where no call waits behind it, one contact is claimed to be the probe', async () => {
      const ref = await refusedOnce(402);
      const { nowMs } = world();
      await world().store.endNotDialled(ref, { reason: 'withdrawn', dueAtMs: null, nowMs });
      expect(await world().claim('c2')).toEqual([]);
      world().later(HOLD.firstProbeAfterMs);
      expect(await world().claim('c1')).toEqual(['c1.2.1']);
      expect(await world().claim('c2')).toEqual([]);
      await world().placing('c1.2.1');
      expect(await world().claim('c2')).toEqual([]);
      world().later(HOLD.probeLeaseMs);
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    test('one call probes at a time', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1), phone(2)]);
      const [one, two] = await world().claim('c1');
      const second = await world().placing(two!);
      await world().refuse(await world().placing(one!), 402);
      await world().refuse(second, 402);
      world().later(HOLD.longestProbeGapMs);
      await world().placing(one!, 2);
      expect(await world().intent({ ref: two!, placement: 2 })).toMatchObject({
        admission: { kind: 'wait', untilMs: world().nowMs + HOLD.probeLeaseMs },
      });
    });

    test('an accepted probe lifts it', async () => {
      const ref = await refusedOnce(402);
      world().later(HOLD.firstProbeAfterMs);
      await world().accept(await world().placing(ref, 2));
      expect(await hold()).toMatchObject({ open: false });
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    test('an answer to an intent older than its last change does not lift it, nor open it again', async () => {
      await world().agents('a1', 'a2', 'a3');
      await world().campaign('c1', [1, 2, 3].map(phone));
      const [one, two, three] = await world().claim('c1');
      const [first, second, third] = [
        await world().placing(one!),
        await world().placing(two!),
        await world().placing(three!),
      ];
      world().later(10);
      await world().refuse(first, 402);
      await world().accept(second);
      expect(await hold()).toMatchObject({ open: true });
      await world().store.liftHold(world().later(10));
      await world().refuse(third, 402);
      expect(await hold()).toMatchObject({ open: false });
    });

    test.each(['not sent', 'unknown', 'refused for another reason'])(
      'a probe that was %s gives its lease back',
      async (outcome) => {
        const ref = await refusedOnce(402);
        world().later(HOLD.firstProbeAfterMs);
        const key = await world().placing(ref, 2);
        if (outcome === 'not sent') await world().notSent(key);
        else if (outcome === 'unknown') await world().resolve(key);
        else await world().refuse(key, 429);
        expect(await hold()).toMatchObject({
          open: true,
          nextProbeAtMs: world().nowMs + HOLD.firstProbeAfterMs,
        });
        expect((await hold())?.probe).toBeUndefined();
      },
    );

    test('a probe without an agent takes no lease', async () => {
      const ref = await refusedOnce(402);
      const { store } = world();
      for (const id of ['a1', 'a2']) {
        await store.setAgentState({ id, state: 'paused', nowMs: world().nowMs });
      }
      world().later(HOLD.firstProbeAfterMs);
      expect(await world().intent({ ref, placement: 2 })).toMatchObject({
        admission: { kind: 'wait', reason: 'agent' },
      });
      expect((await hold())?.probe).toBeUndefined();
    });

    test('a 403 is probed by nobody until a person lifts it', async () => {
      const ref = await refusedOnce(403);
      world().later(HOLD.longestProbeGapMs * 10);
      expect(await world().claim('c2')).toEqual([]);
      expect(await world().intent({ ref, placement: 2 })).toMatchObject({
        admission: { kind: 'wait', reason: 'hold', untilMs: world().nowMs + HOLD.lookAgainMs },
      });
      const { facts } = await world().store.claim({ id: 'c2', limit: 1, nowMs: world().nowMs });
      expect(facts.hold?.untilMs).toBeNull();
      const lifted = await world().store.liftHold(world().nowMs);
      expect(lifted.answer.hold).toMatchObject({ open: false });
      await world().placing(ref, 2);
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    test('lifting where there is none does nothing', async () => {
      const { answer } = await world().store.liftHold(world().nowMs);
      expect(answer.hold).toBeUndefined();
    });
  });
}
