import { describe, expect, test } from 'vitest';
import { phone, refusalOf, type World } from './world.ts';

export function suppressionRules(world: () => World): void {
  const list = (id: string) =>
    world().store.putSuppressionList({ id, name: `List ${id}`, nowMs: world().nowMs });
  const suppress = async (id: string, numbers: string[], untilMs: number | null = null) =>
    (await world().store.suppress({ list: id, numbers, untilMs, nowMs: world().nowMs })).answer;

  describe('suppression lists', () => {
    test('a list or a number that is not there is refused', async () => {
      const { store } = world();
      expect(await refusalOf(suppress('none', [phone(1)]))).toMatchObject({ code: 'not-found' });
      expect(await refusalOf(store.dropSuppressionList('none'))).toMatchObject({
        code: 'not-found',
      });
      await list('own');
      const gone = store.unsuppress({ list: 'own', number: phone(1) });
      expect(await refusalOf(gone)).toMatchObject({ code: 'not-found' });
    });

    test('a suppressed contact is not claimed and is final, without a call', async () => {
      await list('own');
      await world().agents('a1');
      await world().campaign('c1', [phone(1), phone(2)]);
      await suppress('own', [phone(1)]);
      expect(await world().claim('c1')).toEqual(['c1.2.1']);
      expect(await world().contacts('c1')).toEqual({ final: 1, claimed: 1 });
    });

    test('a number added after the claim is not dialled', async () => {
      const ref = await world().oneClaimed();
      await list('own');
      await suppress('own', [phone(1)]);
      expect(await world().intent({ ref, placement: 1 })).toEqual({
        kind: 'admission',
        admission: { kind: 'no', reason: 'suppressed', dueAtMs: null },
      });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
    });

    test('an entry ends when it expires, and an entry taken away at once', async () => {
      await list('own');
      await suppress('own', [phone(1)], world().nowMs + 1_000);
      await suppress('own', [phone(2)]);
      const { store } = world();
      expect(await store.listsSuppressing(phone(1), world().nowMs)).toEqual(['own']);
      expect(await store.listsSuppressing(phone(1), world().later(1_000))).toEqual([]);
      await store.unsuppress({ list: 'own', number: phone(2) });
      expect(await store.listsSuppressing(phone(2), world().nowMs)).toEqual([]);
    });

    test('a campaign that names its lists is not held by others', async () => {
      await list('a');
      await list('b');
      await suppress('a', [phone(1)]);
      await suppress('b', [phone(2)]);
      await world().agents('a1');
      await world().campaign('c1', [phone(1), phone(2)], { suppressionLists: ['b'] });
      expect(await world().claim('c1')).toEqual(['c1.1.1']);
    });

    test('they are counted and read page by page', async () => {
      await list('own');
      const numbers = [1, 2, 3].map(phone).toSorted();
      expect(await suppress('own', numbers)).toEqual({ added: 3, known: 0 });
      expect(await suppress('own', numbers.slice(0, 1))).toEqual({ added: 0, known: 1 });
      expect(await world().store.suppressionLists(world().nowMs)).toMatchObject([
        { id: 'own', name: 'List own', numbers: 3 },
      ]);
      const first = await world().store.suppressions('own', { limit: 2 });
      expect(first.items.map(({ number }) => number)).toEqual(numbers.slice(0, 2));
      const rest = await world().store.suppressions('own', { limit: 2, after: first.next });
      expect(rest).toMatchObject({ items: [{ number: numbers[2] }], next: undefined });
    });

    test('a list that is dropped holds nobody', async () => {
      await list('own');
      await suppress('own', [phone(1)]);
      await world().store.dropSuppressionList('own');
      expect(await world().store.listsSuppressing(phone(1), world().nowMs)).toEqual([]);
    });
  });
}
