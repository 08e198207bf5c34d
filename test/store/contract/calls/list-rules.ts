import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Call, CallFilter, CallList } from '../../../../src/store/calls/call-store.ts';
import { CODES } from './outcome-rules.ts';
import { phone, refusalOf, UNREACHED, type World } from '../world.ts';

/** What the store decides by indexes, spans of ids and counters. */
function matches(call: Call, filter: CallFilter): boolean {
  const { outcome, fromMs = 0, toMs = Infinity, ...same } = filter;
  const isSame = Object.entries(same).every(
    ([field, value]) => value === undefined || call[field as keyof Call] === value,
  );
  const isSaid = outcome === undefined || call.outcome?.code === outcome;
  return isSame && isSaid && call.createdAtMs >= fromMs && call.createdAtMs < toMs;
}

export function listRules(world: () => World): void {
  /** Twenty calls of two campaigns, two agents and ten numbers, in five states, an hour apart. */
  async function variousCalls(): Promise<Call[]> {
    await world().agents('a1', 'a2');
    const numbers = Array.from({ length: 5 }, (_, n) => phone(n));
    for (const code of CODES.filter(({ suppress }) => suppress === null))
      await world().store.putOutcomeCode({ code, nowMs: world().nowMs });
    await world().campaign('c1', numbers);
    await world().campaign('c2', [...numbers.slice(3), phone(8), phone(9)]);
    for (let round = 0; round < 10; round++) {
      for (const id of ['c1', 'c2']) {
        const [ref] = await world().claim(id, 1);
        if (ref === undefined) continue;
        await world().live(ref);
        if (round % 3 === 0) await world().say(ref, id === 'c1' ? 'sale' : 'no');
        if (round === 9) continue;
        await world().end(ref, round % 2 === 0 ? UNREACHED : { cost: '0.5' });
      }
      world().later(3_600_000);
    }
    return (await world().store.calls({ filter: {} }, { limit: 200 })).items;
  }

  async function refsOf(list: CallList, limit: number): Promise<string[]> {
    const refs: string[] = [];
    let after: string | undefined;
    do {
      const page = await world().store.calls(list, { limit, after });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      refs.push(...page.items.map(({ ref }) => ref));
      after = page.next;
    } while (after !== undefined);
    return refs;
  }

  describe('lists of calls', () => {
    test('whatever is asked for together, in whatever order and pages, is the list, filtered', async () => {
      const all = await variousCalls();
      expect(all.length).toBeGreaterThan(10);
      const some = <Value>(value: (call: Call) => Value) =>
        fc.option(
          fc.constantFrom(...all).map((call) => value(call)),
          { nil: undefined, freq: 1 },
        );
      const filter = fc.record({
        number: some(({ number }) => number),
        agentId: some(({ agentId }) => agentId!),
        campaignId: some(({ campaignId }) => campaignId),
        state: some(({ state }) => state),
        disposition: some((call) => call.disposition ?? undefined),
        settlement: some(({ settlement }) => settlement),
        outcome: some(({ outcome }) => outcome?.code),
        fromMs: some(({ createdAtMs }) => createdAtMs),
        toMs: some(({ createdAtMs }) => createdAtMs),
      });
      const order = fc.constantFrom('asc', 'desc');
      await fc.assert(
        fc.asyncProperty(
          filter,
          order,
          fc.integer({ min: 1, max: 7 }),
          async (wanted, by, limit) => {
            const expected = all.filter((call) => matches(call, wanted)).map(({ ref }) => ref);
            if (by === 'desc') expected.reverse();
            expect(await refsOf({ filter: wanted, order: by }, limit)).toEqual(expected);
          },
        ),
        { numRuns: 60 },
      );
    });
  });

  test('calls are listed by the outcome that they have now, and by no code that nobody said', async () => {
    const all = await variousCalls();
    const [said] = all.filter(({ outcome }) => outcome?.code === 'sale');
    const before = await refsOf({ filter: { outcome: 'no' } }, 3);
    await world().say(said!.ref, 'no');
    const after = await refsOf({ filter: { outcome: 'no' } }, 3);
    expect(new Set(after)).toEqual(new Set([said!.ref, ...before]));
    expect(await refsOf({ filter: { outcome: 'sale' } }, 3)).not.toContain(said!.ref);
    expect(await refsOf({ filter: { outcome: 'never-said' } }, 3)).toEqual([]);
  });

  describe('contacts over all campaigns', () => {
    test('are found by number and by row key, page by page', async () => {
      const contact = (n: number, rowKey: string | null) => ({
        number: phone(n),
        rowKey,
        name: null,
      });
      for (const id of ['c1', 'c2', 'c3']) {
        await world().draft(id);
        await world().add(id, [contact(1, 'key'), contact(2, `${id}-key`), contact(3, null)]);
      }
      const find = async (wanted: { number?: string; rowKey?: string }) => {
        const found: string[] = [];
        let after: string | undefined;
        do {
          const page = await world().store.findContacts(wanted, { limit: 2, after });
          found.push(...page.items.map((each) => `${each.campaignId}.${each.position}`));
          after = page.next;
        } while (after !== undefined);
        return found;
      };
      expect(await find({ number: phone(1) })).toEqual(['c1.1', 'c2.1', 'c3.1']);
      expect(await find({ rowKey: 'key' })).toEqual(['c1.1', 'c2.1', 'c3.1']);
      expect(await find({ rowKey: 'c2-key' })).toEqual(['c2.2']);
      expect(await find({ number: phone(2), rowKey: 'c3-key' })).toEqual(['c3.2']);
      expect(await find({ number: phone(7) })).toEqual([]);
      const bad = world().store.findContacts({ rowKey: 'key' }, { limit: 2, after: 'YQ' });
      expect(await refusalOf(bad)).toMatchObject({ code: 'bad-cursor' });
    });
  });

  describe('lists of campaigns', () => {
    test('are filtered by state and kind, in both orders, and have totals', async () => {
      await world().agents('a1');
      await world().draft('c1', { name: 'Été 20% Off' });
      await world().campaign('c2', [phone(1), phone(2)]);
      await world().campaign('c3', [phone(3)]);
      const [ref] = await world().claim('c2', 1);
      await world().live(ref!);
      await world().end(ref!, { cost: '0.5' });
      const ids = async (list: object) =>
        (await world().store.campaigns({ limit: 9 }, list)).items.map(({ id }) => id);
      expect(await ids({ state: 'running' })).toEqual(['c2', 'c3']);
      expect(await ids({ state: 'running', order: 'desc', kind: 'list' })).toEqual(['c3', 'c2']);
      expect(await ids({ order: 'desc' })).toEqual(['c3', 'c2', 'c1']);
      expect(await ids({ name: 'nothing with this' })).toEqual([]);
      expect(await ids({ name: '% off' })).toEqual(['c1']);
      expect(await ids({ name: 'Été' })).toEqual(['c1']);
      expect(await ids({ name: '_' })).toEqual([]);
      expect(await ids({ name: 'A CAMP', order: 'desc' })).toEqual(['c3', 'c2']);
      const list = { order: 'desc' } as const;
      const first = await world().store.campaigns({ limit: 2 }, list);
      const second = await world().store.campaigns({ limit: 2, after: first.next }, list);
      expect(second.items.map(({ id }) => id)).toEqual(['c1']);
      expect(await world().store.campaignTotals(['c2', 'c1'])).toMatchObject([
        { contacts: { due: 1, final: 1 }, calls: 1, cost: '0.5' },
        { contacts: { due: 0 }, calls: 0, cost: '0' },
      ]);
    });
  });
}
