import { describe, expect, test } from 'vitest';
import { phone, UNREACHED, type World } from '../world.ts';

export function tallyRules(world: () => World): void {
  describe('counters', () => {
    const counts = async () => {
      const {
        contacts,
        contactsByDisposition,
        contactsByLastDisposition,
        calls,
        money,
        totalCost,
      } = await world().progress('c1');
      const due = await world().store.contacts(
        { campaignId: 'c1', filter: { state: 'due' } },
        { limit: 9 },
      );
      const ended = await world().store.calls({ filter: { state: 'ended' } }, { limit: 9 });
      const lists = [due, ended].map(({ items }) => items.length);
      return {
        contacts,
        contactsByDisposition,
        contactsByLastDisposition,
        calls,
        money,
        totalCost,
        lists,
      };
    };

    test('say the same before and after they are folded', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [1, 2, 3, 4].map(phone), { keepOpen: true });
      const [one, two] = await world().claim('c1', 2);
      for (const ref of [one!, two!]) await world().live(ref);
      await world().end(one!, { ...UNREACHED, cost: '0.25' });
      await world().end(two!, { cost: '1.5' });
      await world().append('c1', [phone(5)]);
      const before = await counts();
      expect(before).toMatchObject({
        contacts: { due: 4, final: 1 },
        contactsByDisposition: { completed: 1 },
        contactsByLastDisposition: { completed: 1, 'customer-unreached': 1 },
        calls: { byState: { ended: 2 } },
        totalCost: '1.75',
        lists: [4, 2],
      });
      expect(await world().store.foldTallies({ atLeast: 1 })).toBeGreaterThan(0);
      expect(await world().store.foldTallies({ atLeast: 1 })).toBe(0);
      expect(await counts()).toEqual(before);
      await world().move('c1', 'cancel');
      expect((await counts()).contacts).toEqual({ due: 0, claimed: 0, final: 5, locked: 0 });
    });

    test('count a live call where it stands, and an end once, also after one that was taken back', async () => {
      const ref = await world().oneClaimed();
      const [key, { store }] = [{ ref, placement: 1 }, world()];
      const callsCounted = async () => (await counts()).calls;
      await world().intent(key);
      await world().noAnswer(key);
      expect(await callsCounted()).toMatchObject({ total: 1, byState: { unknown: 1 } });
      await store.endUnknown(ref, 'silence', world().nowMs);
      await store.foldTallies({ atLeast: 1 });
      expect(await callsCounted()).toMatchObject({ byState: { ended: 1 } });
      await world().accept(key);
      expect(await callsCounted()).toMatchObject({
        total: 1,
        placed: 1,
        byState: { accepted: 1 },
        byDisposition: {},
        bySettlement: { open: 1 },
      });
      await world().end(ref, { cost: '0.5' });
      const ended = {
        ...(await callsCounted()),
        byState: { ended: 1 },
        byDisposition: { completed: 1 },
        bySettlement: { settled: 1 },
      };
      expect(await callsCounted()).toEqual(ended);
      await store.foldTallies({ atLeast: 1 });
      expect(await callsCounted()).toEqual(ended);
    });

    test('few changes are left until there are more', async () => {
      await world().campaign('c1', [phone(1)]);
      expect(await world().store.foldTallies({ atLeast: 2 })).toBe(0);
      await world().append('c1', [phone(2)]);
      expect(await world().store.foldTallies({ atLeast: 2 })).toBe(2);
      expect(await world().contacts('c1')).toEqual({ due: 2 });
    });
  });
}
