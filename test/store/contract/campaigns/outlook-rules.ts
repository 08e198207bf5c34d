import { describe, expect, test } from 'vitest';
import { NO_CAPS } from '../../../../src/domain/contacts/number-caps.ts';
import { phone, refusalOf, UNREACHED, type World } from '../world.ts';

/** What preflight, `why`, rehearsals and lists of contacts read. */
export function outlookRules(world: () => World): void {
  const planned = (id = 'c1', page: { afterPosition?: number; limit?: number } = {}) =>
    world().store.plannedContacts({
      id,
      afterPosition: 0,
      limit: 100,
      ...page,
      nowMs: world().nowMs,
    });
  const standing = (position: number) => world().store.contactFacts('c1', position, world().nowMs);

  describe('the outlook of a campaign', () => {
    test('a campaign or a contact that is not there is refused', async () => {
      await world().draft('c1');
      const { store, nowMs } = world();
      expect(await refusalOf(store.campaignOutlook('none', nowMs))).toMatchObject({
        code: 'not-found',
      });
      expect(await refusalOf(planned('none'))).toMatchObject({ code: 'not-found' });
      expect(await refusalOf(standing(1))).toMatchObject({ code: 'not-found' });
      const list = store.contacts({ campaignId: 'none', filter: {} }, { limit: 1 });
      expect(await refusalOf(list)).toMatchObject({ code: 'not-found' });
    });

    test('contacts are read in pages by position, each once', async () => {
      await world().draft('c1');
      await world().append('c1', [1, 2, 3, 4, 5].map(phone));
      const first = await planned('c1', { limit: 3 });
      const rest = await planned('c1', { afterPosition: 3 });
      expect([...first, ...rest].map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
      expect(await planned('c1', { afterPosition: 5 })).toEqual([]);
    });

    test('a suppressed number counts for the lists that the campaign names, until the last of them ends', async () => {
      const { store, nowMs } = world();
      for (const id of ['one', 'two', 'gone'])
        await store.putSuppressionList({ id, name: id, nowMs });
      await world().draft('c1', { suppressionLists: ['one', 'gone'] });
      await world().draft('c2');
      for (const id of ['c1', 'c2']) await world().append(id, [1, 2, 3].map(phone));
      await store.dropSuppressionList({ id: 'gone', replaceWith: null, forced: true, nowMs });
      const put = (list: string, n: number, untilMs: number | null) =>
        store.suppress({ list, numbers: [phone(n)], untilMs, nowMs });
      await put('one', 1, nowMs + 5);
      await put('two', 1, nowMs + 9);
      await put('two', 2, null);
      await put('one', 3, nowMs);
      const until = async (id: string) =>
        (await planned(id)).map(({ suppressedUntilMs: ms }) => ms && ms - nowMs);
      expect(await until('c1')).toEqual([5, null, null]);
      expect(await until('c2')).toEqual([9, Infinity, null]);
      expect((await store.campaignOutlook('c1', nowMs)).listsMissing).toEqual(['gone']);
      expect(await standing(2)).toMatchObject({
        lists: [{ id: 'two', counts: false, untilMs: null }],
        listsMissing: ['gone'],
      });
    });

    test('earlier calls are shown: attempts, ends, dials of the number, the agent on a call', async () => {
      await world().agents('a1');
      const caps = { ...NO_CAPS, leastGapMs: 90_000 };
      await world().campaign('c1', [1, 2].map(phone), { caps });
      const dialledAtMs = world().nowMs;
      const [one] = await world().claim('c1', 1);
      await world().live(one!);
      await world().end(one!, { ...UNREACHED, cost: '0.25' });
      const [two] = await world().claim('c1', 1);
      expect(await planned()).toMatchObject([
        {
          state: 'due',
          calls: 1,
          dialsMs: [dialledAtMs],
          disposition: 'customer-unreached',
          past: { attempts: 1, calls: 1, byDisposition: { 'customer-unreached': 1 } },
        },
        {
          state: 'claimed',
          onCallWith: 'a1',
          calls: 1,
          past: { attempts: 0, calls: 0, byDisposition: {} },
        },
      ]);
      expect(await standing(2)).toMatchObject({ numberOn: { ref: two, state: 'claimed' } });
      const outlook = await world().store.campaignOutlook('c1', world().nowMs);
      expect(outlook.costs).toEqual({
        calls: 1,
        low: 2_500_000_000n,
        mean: 2_500_000_000n,
        high: 2_500_000_000n,
      });
      expect(outlook.plan.spending).toEqual({ spent: 2_500_000_000n, reserved: 0n });
      world().later(90_000);
      expect((await planned())[0]).toMatchObject({ dialsMs: [] });
    });

    test('an unknown call keeps its number from every campaign', async () => {
      const key = await world().oneUnknown();
      await world().store.endUnknown(key.ref, 'silence', world().nowMs);
      await world().draft('c2');
      await world().append('c2', [1, 2].map(phone));
      expect((await planned('c2')).map(({ numberHeld }) => numberHeld)).toEqual([true, false]);
      expect(await planned()).toMatchObject([{ state: 'locked', numberHeld: true }]);
      expect(await standing(1)).toMatchObject({ numberOn: { ref: key.ref, state: 'unknown' } });
    });

    test('reading changes nothing', async () => {
      await world().oneClaimed();
      const before = await Array.fromAsync(world().store.export());
      await planned();
      await standing(1);
      await world().store.campaignOutlook('c1', world().nowMs);
      expect(await Array.fromAsync(world().store.export())).toEqual(before);
    });
  });

  describe('the list of contacts', () => {
    test('by state, reason and disposition, page by page', async () => {
      await world().agents('a1');
      await world().campaign('c1', [1, 2, 3].map(phone), {
        redial: { maxAttempts: 1, maxCalls: 1, rules: {} },
      });
      const { store, nowMs } = world();
      await store.putSuppressionList({ id: 'one', name: 'one', nowMs });
      await store.suppress({ list: 'one', numbers: [phone(1)], untilMs: null, nowMs });
      const [ref] = await world().claim('c1', 1);
      await world().live(ref!);
      await world().end(ref!);
      const list = async (filter: object, after?: string) =>
        store.contacts({ campaignId: 'c1', filter }, { limit: 2, after });
      const positions = async (filter: object) =>
        (await list(filter)).items.map(({ position }) => position);
      expect(await positions({ state: 'final' })).toEqual([1, 2]);
      expect(await positions({ reason: 'suppressed' })).toEqual([1]);
      expect(await positions({ disposition: 'completed', state: 'final' })).toEqual([2]);
      const { next } = await list({});
      expect(await list({}, next)).toMatchObject({
        items: [{ position: 3, number: phone(3), state: 'due', calls: 0 }],
        next: undefined,
      });
    });
  });
}
