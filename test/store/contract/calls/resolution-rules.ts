import { describe, expect, test } from 'vitest';
import type { CallResolution } from '../../../../src/store/calls/call-store.ts';
import { phone, refusalOf, type World } from '../world.ts';

export function resolutionRules(world: () => World): void {
  const resolve = (ref: string, resolution: Partial<CallResolution> = {}) =>
    world().store.resolveCall({
      ref,
      resolution: {
        disposition: 'not-dialled',
        reason: 'not in the call records',
        cost: null,
        redial: true,
        ...resolution,
      },
      nowMs: world().nowMs,
    });

  async function endedUnknown() {
    const key = await world().oneUnknown();
    await world().store.endUnknown(key.ref, 'silence', world().nowMs);
    return key;
  }

  describe('an unknown call that a person closes', () => {
    test.each(['live', 'still waiting for a sign', 'ended otherwise'])(
      'one that is %s is refused',
      async (which) => {
        const ref = which === 'live' ? await world().oneLive() : (await world().oneUnknown()).ref;
        if (which === 'ended otherwise') await world().end(ref);
        expect(await refusalOf(resolve(ref))).toMatchObject({ code: 'illegal-move' });
      },
    );

    test('one that is not there is refused', async () => {
      expect(await refusalOf(resolve('c9.1.1'))).toMatchObject({ code: 'not-found' });
    });

    test('as not dialled: its contact is due, its number free, its attempt given back', async () => {
      const { ref } = await endedUnknown();
      const { answer } = await resolve(ref);
      expect(answer.call).toMatchObject({
        disposition: 'not-dialled',
        reason: 'resolved by a person: not in the call records',
        settlement: 'none',
      });
      expect(await world().claim('c1')).toEqual(['c1.1.2']);
      expect(await refusalOf(resolve(ref))).toMatchObject({ code: 'illegal-move' });
    });

    test('as not dialled and not to be redialled: its contact is final', async () => {
      const { ref } = await endedUnknown();
      await resolve(ref, { redial: false });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });

    test('as completed, with the cost of the bill', async () => {
      const { ref } = await endedUnknown();
      await resolve(ref, { disposition: 'completed', cost: '0.0420' });
      expect(await world().store.call(ref)).toMatchObject({
        disposition: 'completed',
        cost: '0.042',
        settlement: 'settled',
      });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });

    test('as unreached, without a cost: redialled by policy, and listed as unsettled', async () => {
      const { ref } = await endedUnknown();
      await resolve(ref, { disposition: 'customer-unreached' });
      expect(await world().store.call(ref)).toMatchObject({ settlement: 'unsettled', cost: null });
      expect(await world().contacts('c1')).toEqual({ due: 1 });
    });

    test('the campaigns that waited for its number are named', async () => {
      const { ref } = await endedUnknown();
      await world().campaign('c2', [phone(1)]);
      await world().campaign('c3', [phone(2)]);
      await world().agents('a2');
      for (const id of ['c2', 'c3']) await world().claim(id);
      const { answer } = await resolve(ref);
      expect(answer.freed).toEqual(['c1', 'c2']);
      expect(await world().claim('c2')).toEqual(['c2.1.1']);
    });

    test('the carrier’s word outweighs the person’s, and costs are counted', async () => {
      const key = await endedUnknown();
      await resolve(key.ref);
      expect(await world().store.bindCarrierCall(key, 'id-1', world().nowMs)).toBe(true);
      await world().end(key.ref, { cost: '0.5' });
      expect(await world().store.call(key.ref)).toMatchObject({
        disposition: 'completed',
        cost: '0.5',
        settlement: 'settled',
      });
      expect((await world().store.account()).liveCalls).toBe(0);
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });
  });
}
