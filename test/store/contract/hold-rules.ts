import { describe, expect, test } from 'vitest';
import { HOLD, phone, UNREACHED, type World } from './world.ts';

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

  async function probe() {
    const [ref] = await world().claim('c1');
    return world().placing(ref!);
  }

  async function threeRefusedForNow(): Promise<[string, string, string]> {
    await world().agents('a1', 'a2', 'a3');
    await world().campaign('c1', [1, 2, 3].map(phone));
    const refs = await world().claim('c1');
    for (const ref of refs) await world().refuse(await world().placing(ref), 429);
    return refs as [string, string, string];
  }

  describe('the hold', () => {
    test('a refusal of the account closes placing and claiming for every campaign', async () => {
      const ref = await refusedOnce(402);
      expect(await hold()).toMatchObject({ open: true, reason: '402 why', probing: 'automatic' });
      expect(await world().store.call(ref)).toMatchObject({
        disposition: 'not-dialled',
        reason: 'refused with 402 why',
      });
      expect(await world().contacts('c1')).toEqual({ due: 2 });
      expect(await world().onCall('a1')).toBeNull();
      expect(await world().claim('c1')).toEqual([]);
      expect(await world().claim('c2')).toEqual([]);
    });

    test('calls that were claimed before it are not dialled, and their contacts stay due', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1), phone(2)]);
      const [one, two] = await world().claim('c1');
      await world().refuse(await world().placing(one!), 402);
      expect(await world().intent({ ref: two!, placement: 1 })).toEqual({
        kind: 'admission',
        admission: { kind: 'no', reason: 'on-hold', dueAtMs: 'now' },
      });
      expect(await world().contacts('c1')).toEqual({ due: 2 });
    });

    test('while it is open a campaign says when it may pass', async () => {
      await refusedOnce(409);
      const { facts } = await world().store.claim({ id: 'c2', limit: 5, nowMs: world().nowMs });
      expect(facts.hold).toEqual({
        reason: '409 why',
        untilMs: world().nowMs + HOLD.firstProbeAfterMs,
      });
    });

    test('when a probe is due, one contact is claimed to be the probe', async () => {
      await refusedOnce(402);
      expect(await world().claim('c2')).toEqual([]);
      world().later(HOLD.firstProbeAfterMs);
      expect(await world().claim('c1')).toEqual(['c1.1.2']);
      expect(await world().claim('c2')).toEqual([]);
      await world().placing('c1.1.2');
      expect((await hold())?.probe?.ref).toBe('c1.1.2');
      expect(await world().claim('c2')).toEqual([]);
      world().later(HOLD.probeLeaseMs);
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    test('one call probes at a time', async () => {
      const [first, second, third] = await threeRefusedForNow();
      await world().refuse(await world().placing(first, 2), 402);
      world().later(HOLD.firstProbeAfterMs);
      await world().placing(second, 2);
      expect(await world().intent({ ref: third, placement: 2 })).toMatchObject({
        admission: { kind: 'no', reason: 'on-hold' },
      });
    });

    test('probes that were refused spend none of the calls a contact may have', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      for (let probe = 1; probe <= 7; probe++) {
        const [ref] = await world().claim('c1');
        await world().refuse(await world().placing(ref!), 402);
        world().later(HOLD.longestProbeGapMs);
      }
      const [ref] = await world().claim('c1');
      await world().live(ref!);
      await world().end(ref!, UNREACHED);
      expect(await world().contacts('c1')).toEqual({ due: 1 });
    });

    test('an accepted probe lifts it', async () => {
      await refusedOnce(402);
      world().later(HOLD.firstProbeAfterMs);
      await world().accept(await probe());
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
        await refusedOnce(402);
        world().later(HOLD.firstProbeAfterMs);
        const key = await probe();
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
      await refusedOnce(402);
      world().later(HOLD.firstProbeAfterMs);
      const [ref] = await world().claim('c1');
      const { store } = world();
      for (const id of ['a1', 'a2']) {
        await store.setAgentState({ id, state: 'paused', nowMs: world().nowMs });
      }
      expect(await world().intent({ ref: ref!, placement: 1 })).toMatchObject({
        admission: { kind: 'no', reason: 'no-agent' },
      });
      expect((await hold())?.probe).toBeUndefined();
    });

    test('a 403 is probed by nobody until a person lifts it', async () => {
      await refusedOnce(403);
      world().later(HOLD.longestProbeGapMs * 10);
      expect(await world().claim('c2')).toEqual([]);
      const { facts } = await world().store.claim({ id: 'c2', limit: 1, nowMs: world().nowMs });
      expect(facts.hold?.untilMs).toBeNull();
      const lifted = await world().store.liftHold(world().nowMs);
      expect(lifted.answer.hold).toMatchObject({ open: false });
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    test('lifting where there is none does nothing', async () => {
      const { answer } = await world().store.liftHold(world().nowMs);
      expect(answer.hold).toBeUndefined();
    });
  });
}
