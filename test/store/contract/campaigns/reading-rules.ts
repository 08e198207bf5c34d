import { describe, expect, test } from 'vitest';
import { phone, refusalOf, UNREACHED, type World } from '../world.ts';

export function readingRules(world: () => World): void {
  describe('reading calls', () => {
    test('a call that is not there is refused by every reader', async () => {
      const { store } = world();
      await world().campaign('c1', [phone(1)]);
      for (const ref of ['c1.2.1', 'c1.1.2', 'c9.1.1', 'nonsense']) {
        const asks = [store.call(ref), store.timeline(ref), store.placements(ref)];
        for (const refusal of await Promise.all(asks.map(refusalOf))) {
          expect(refusal).toMatchObject({ code: 'not-found' });
        }
      }
      expect(await store.callOfCarrierId('id-9')).toBeUndefined();
    });

    test('a cursor that nobody gave out is refused', async () => {
      const page = { limit: 1, after: 'nonsense' };
      const asks = [world().store.calls({ filter: {} }, page), world().store.campaigns(page)];
      for (const refusal of await Promise.all(asks.map(refusalOf))) {
        expect(refusal).toMatchObject({ code: 'bad-cursor' });
      }
    });

    test('the next call of a due contact is queued', async () => {
      const ref = await world().oneLive();
      await world().end(ref, UNREACHED);
      expect(await world().store.call('c1.1.2')).toMatchObject({ state: 'queued', ordinal: 2 });
      expect(await world().store.timeline('c1.1.2')).toEqual([]);
    });

    test('pages give every call once, though calls are added meanwhile', async () => {
      await world().agents('a1', 'a2', 'a3', 'a4', 'a5');
      await world().campaign('c1', [1, 2, 3, 4, 5].map(phone));
      await world().campaign('c2', [phone(9)]);
      await world().claim('c1', 3);
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await world().store.calls(
          { filter: { campaignId: 'c1' } },
          { limit: 2, after },
        );
        seen.push(...page.items.map(({ ref }) => ref));
        after = page.next;
        await world().claim('c2', 1);
        await world().claim('c1', 1);
      } while (after !== undefined);
      expect(seen).toEqual(['c1.1.1', 'c1.2.1', 'c1.3.1', 'c1.4.1']);
    });

    test('a page that is exactly full is the last one', async () => {
      await world().draft('c1');
      await world().draft('c2');
      const first = await world().store.campaigns({ limit: 1 });
      expect(first.items.map(({ id }) => id)).toEqual(['c1']);
      const second = await world().store.campaigns({ limit: 1, after: first.next });
      expect(second).toMatchObject({ items: [{ id: 'c2' }], next: undefined });
    });

    test('filters hold together', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1), phone(2)]);
      const [one, two] = await world().claim('c1');
      await world().live(one!);
      await world().live(two!);
      await world().end(one!, { recordingExpected: true, cost: '1' });
      await world().end(two!, { ...UNREACHED, cost: '1' });
      const find = async (filter: object) =>
        (await world().store.calls({ filter }, { limit: 9 })).items.map(({ ref }) => ref);
      expect(await find({ settlement: 'settled' })).toEqual([one, two]);
      expect(await find({ settlement: 'settled', recording: 'expected' })).toEqual([one]);
      expect(await find({ disposition: 'customer-unreached' })).toEqual([two]);
      expect(await find({ state: 'claimed' })).toEqual([]);
    });

    test("a call's timeline is in order, with its events", async () => {
      const ref = await world().oneClaimed();
      world().later(1);
      const key = await world().placing(ref);
      world().later(1);
      await world().accept(key);
      world().later(1);
      await world().receive(key, 'agent_ringing');
      world().later(1);
      await world().store.note(ref, { text: 'a note', nowMs: world().nowMs });
      world().later(1);
      await world().end(ref, { cost: '0.5' });
      const story = await world().store.timeline(ref);
      expect(story.map(({ kind }) => kind)).toEqual([
        'claimed',
        'placement',
        'placement',
        'event',
        'note',
        'ended',
        'settled',
      ]);
      expect(story[3]).toEqual({
        atMs: world().nowMs - 2,
        kind: 'event',
        text: 'click2call.agent_ringing',
        placement: 1,
        seq: 1,
      });
      const told = JSON.stringify(story);
      expect(told).not.toContain(phone(1));
      expect(told).not.toContain('Agent');
    });

    test('an agent stands idle from when it, the contact and the campaign are ready to the POST', async () => {
      await world().agents('a1');
      world().later(60_000);
      await world().campaign('c1', [1, 2, 3].map(phone), {
        agents: { pool: null, wrapUpMs: 5_000, pauseAfterMisses: null },
      });
      expect((await world().progress('c1')).agentIdle).toBeNull();
      const dial = async (afterMs: number) => {
        world().later(afterMs);
        const [ref] = await world().claim('c1');
        await world().live(ref!);
        world().later(30_000);
        await world().end(ref!, { cost: '0.1' });
      };
      await dial(1_000);
      await dial(5_000 + 2_000);
      await dial(5_000 + 6_000);
      const agentIdle = { calls: 3, meanMs: 3_000, p50Ms: 2_000, p95Ms: 6_000 };
      expect(await world().progress('c1')).toMatchObject({ agentIdle });
    });

    test('progress counts contacts and calls by what became of them', async () => {
      await world().agents('a1', 'a2', 'a3');
      await world().campaign('c1', [1, 2, 3, 4].map(phone));
      const [one, two, three] = await world().claim('c1', 3);
      await world().live(one!);
      await world().end(one!, { cost: '0.1', recordingExpected: true });
      await world().live(two!);
      await world().end(two!, { ...UNREACHED, cost: '0.2' });
      await world().live(three!);
      const progress = await world().progress('c1');
      expect(progress).toMatchObject({
        contacts: { due: 2, claimed: 1, final: 1, locked: 0 },
        contactsByDisposition: { completed: 1 },
        calls: {
          total: 3,
          byState: { ended: 2, accepted: 1 },
          byDisposition: { completed: 1, 'customer-unreached': 1 },
          bySettlement: { settled: 2, open: 1 },
          byRecording: { expected: 1, none: 2 },
        },
        totalCost: '0.3',
        waitingFor: null,
      });
    });
  });
}
