import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { phone, type World } from '../world.ts';
import { FENCING_ACTS, fencingAct } from './fencing-acts.ts';

export function fencingRules(world: () => World): void {
  describe('one call under any interleaving of activities, zombies and ends', () => {
    test('no two POSTs may be out at once, one is taken at most, and nothing held is lost', async () => {
      let serial = 0;
      await world().agents('a1');
      const step = fc.record({
        act: fc.constantFrom(...FENCING_ACTS),
        placement: fc.integer({ min: 1, max: 3 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
          const id = `c${++serial}`;
          await world().campaign(id, [phone(serial)]);
          const [ref] = await world().claim(id);
          const sent: number[] = [];
          for (const { act, placement } of steps) {
            const open = await openPlacements(ref!);
            const sends = await fencingAct(world(), act, { ref: ref!, placement });
            if (sends) sent.push(placement);
            const { placements, call, busy, live } = await standing(ref!);
            // A POST leaves only where no other may be out, and only once for each placement.
            expect(sends && open > 0).toBe(false);
            expect(new Set(sent).size).toBe(sent.length);
            const accepted = placements.filter(({ state }) => state === 'accepted');
            expect(accepted.length).toBeLessThanOrEqual(1);
            expect(accepted.length).toBe(call.carrierCallId === null ? 0 : 1);
            expect(live).toBe(call.state === 'ended' ? 0 : 1);
            expect(busy && call.state === 'ended').toBe(false);
            expect((call.disposition === null) !== (call.state === 'ended')).toBe(true);
          }
          await clearAway(ref!);
        }),
        { numRuns: 120 },
      );
    });
  });

  async function openPlacements(ref: string): Promise<number> {
    const placements = await world().store.placements(ref);
    return placements.filter(({ state }) => ['intent', 'unknown', 'accepted'].includes(state))
      .length;
  }

  async function standing(ref: string) {
    const { store } = world();
    const [placements, call, account] = [
      await store.placements(ref),
      await store.call(ref),
      await store.account(),
    ];
    const busy = (await world().onCall('a1')) === ref;
    return { placements, call, busy, live: account.liveCalls };
  }

  /** Ends whatever is left, so that the next run begins with the agent free and no live call. */
  async function clearAway(ref: string): Promise<void> {
    const { store } = world();
    const { nowMs } = world();
    for (const { placement } of await store.placements(ref)) {
      await world().resolve({ ref, placement });
    }
    await store.endUnknown(ref, 'silence', nowMs);
    await store.endNotDialled(ref, { reason: 'withdrawn', dueAtMs: null, nowMs });
    if ((await store.call(ref)).state !== 'ended') await world().end(ref);
  }
}
