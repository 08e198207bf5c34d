import { describe, expect, test } from 'vitest';
import type { CallRef } from '../../../../src/domain/ids.ts';
import type { ArchivedCall } from '../../../../src/store/privacy/archive-store.ts';
import { COMPLETED, onceKey, phone, refusalOf, UNREACHED, type World } from '../world.ts';

const DAY_MS = 86_400_000;
/** The bound is a setting; here a short one, because agents' time is counted day by day. */
const KEPT_MS = 2 * DAY_MS;

export function archiveRules(world: () => World): void {
  const beforeMs = () => world().nowMs - KEPT_MS;

  /** What a server would archive now. */
  async function found(): Promise<ArchivedCall[]> {
    const calls: ArchivedCall[] = [];
    let next: number | undefined = 0;
    while (next !== undefined) {
      const page = await world().store.callsToArchive({ beforeMs: beforeMs(), after: next });
      calls.push(...page.calls);
      next = page.next;
    }
    return calls;
  }

  /** Tables that have a text. Events have their own retention. */
  async function tablesWith(text: string): Promise<string[]> {
    const tables = (await world().dump()).split('\n').filter((table) => table.includes(text));
    return tables.map((table) => table.split(' ')[0]!).filter((name) => name !== 'events');
  }

  const remove = async (calls: readonly ArchivedCall[]) =>
    world().store.deleteArchived(calls, beforeMs());

  async function countTimes(): Promise<void> {
    while (await world().store.countAgentTimes(world().nowMs));
  }

  /** All that runs in the background of an installation. */
  async function inOrder(): Promise<void> {
    const { store, nowMs } = world();
    while ((await store.sealDecisions(nowMs)) > 0);
    await countTimes();
  }

  /** A call of `c1` that has events, is billed and ended. */
  async function over(ref: CallRef): Promise<CallRef> {
    const key = await world().live(ref);
    await world().receive(key, 'agent_ringing', 'agent_answered', 'customer_ringing', 'bridged');
    const events = await world().store.unrelayedEvents(ref);
    await world().store.markRelayed(
      ref,
      events.map(({ id }) => id),
      'signal',
    );
    world().later(60_000);
    await world().end(ref, { cost: '1.25', webhookReceived: true });
    return ref;
  }

  /** Calls of `c1` that are over since `KEPT_MS`, and one of `c2` that is younger. */
  async function old(calls = 2): Promise<CallRef[]> {
    await world().agents('a1');
    const numbers = Array.from({ length: calls + 1 }, (_, n) => phone(n));
    await world().campaign('c1', numbers.slice(0, calls));
    const refs: CallRef[] = [];
    for (let n = 0; n < calls; n++) {
      const [ref] = await world().claim('c1', 1);
      refs.push(await over(ref!));
    }
    world().later(KEPT_MS + DAY_MS);
    await world().campaign('c2', numbers.slice(calls));
    const [young] = await world().claim('c2', 1);
    await over(young!);
    await inOrder();
    return refs;
  }

  describe('archives', () => {
    test('a call that is over since long is archived with its evidence, and without number, name and row key', async () => {
      const [ref] = await old(1);
      const calls = await found();
      expect(calls.map((call) => call.ref)).toEqual([ref]);
      const line = JSON.parse(calls[0]!.line) as Record<string, unknown>;
      expect(line).toMatchObject({
        type: 'call',
        ref,
        campaign: 'c1',
        number: expect.stringMatching(/^[0-9a-f]{64}$/),
        row_key: null,
        disposition: 'completed',
        cost: '1.25',
        costs: [{ cost: '1.25' }],
        dial: { counted_at: expect.any(String) },
        placements: [{ state: 'accepted', sealed: { ref, placement: 1, decision: { format: 1 } } }],
      });
      expect(line['events']).toHaveLength(4);
      expect(calls[0]!.line).not.toContain(phone(0).slice(1));
    });

    test('once it is deleted, nothing of it is left but what others count', async () => {
      const [ref] = await old(1);
      // How long agents waited is told of calls that are here.
      const figures = async () => ({ ...(await world().progress('c1')), agentIdle: null });
      const before = await figures();
      expect(await remove(await found())).toBe(1);
      expect(await found()).toEqual([]);
      expect(await tablesWith(ref!)).toEqual([]);
      expect(await figures()).toEqual(before);
      expect(await world().store.archiveState()).toMatchObject({
        calls: 1,
        deletedToMs: expect.any(Number),
      });
      const lines = await Array.fromAsync(world().store.export());
      expect(lines.find(({ type, id }) => type === 'campaign' && id === 'c1')).toMatchObject({
        total_cost: '1.25',
        archived_calls: 1,
        archived_cost: '1.25',
      });
    });

    test('whoever asks for a deleted call reads why it is not there', async () => {
      const [ref] = await old(1);
      await remove(await found());
      for (const ask of ['call', 'decisions'] as const)
        await expect(world().store[ask](ref!)).rejects.toThrow(
          'an archive beside the recordings has it',
        );
      expect(await refusalOf(world().store.call('c1.1.2'))).toMatchObject({ code: 'not-found' });
      await expect(world().store.call('c1.1.2')).rejects.toThrow('there is no such call');
      await expect(world().store.call('c1.9.1')).rejects.toThrow('there is no such call');
    });

    test('a late webhook of a deleted call is taken and forgotten: it shows no old copy', async () => {
      const [ref] = await old(1);
      await remove(await found());
      const key = { ref: ref!, placement: 1 };
      const late = await world().receive(key, 'finalized');
      expect(late).toEqual([{ fresh: false, poke: false, isForgotten: false, call: undefined }]);
      const poke = {
        ...world().event(key, null, 'poke'),
        unreadable: { why: 'is odd', body: 'JUNK', bytes: 4 },
      };
      expect(await world().store.appendEvent(poke)).toMatchObject({ isForgotten: false });
      const recording = await world().store.keepRecordingDelivery({
        ref: ref!,
        placement: 1,
        carrierCallId: `id-${ref}`,
        url: 'https://example.com/1.mp3',
        receivedAtMs: world().nowMs,
        body: '{}',
      });
      expect(recording).toMatchObject({ kept: false });
      expect(await tablesWith(ref!)).toEqual([]);
      // A call that this database never claimed still shows it.
      const [forgotten] = await world().receive({ ref: 'c1.1.2', placement: 1 }, 'finalized');
      expect(forgotten).toMatchObject({ isForgotten: true });
    });

    test('a run in Temporal of a deleted call is none that the database has forgotten', async () => {
      const [ref] = await old(1);
      await remove(await found());
      const known = await world().store.knownPlacements([ref!, 'c1.1.2', 'c9.1.1']);
      expect([...known]).toEqual([[ref, { made: 0, isOpen: true, isUnanswered: false }]]);
    });

    test('the high-water mark does not fall, although all old placements go', async () => {
      await world().agents('a1');
      await world().campaign('c1', [phone(1)]);
      const [ref] = await world().claim('c1');
      await over(ref!);
      world().later(KEPT_MS + DAY_MS);
      await inOrder();
      const before = await world().store.highWater();
      expect(before.placement).toBeGreaterThan(0);
      // The last row of each table says how far the database had come.
      expect(await found()).toEqual([]);
      expect(await world().store.highWater()).toEqual(before);
    });

    test('a call that changed after it was archived stays, and is archived again as it is then', async () => {
      const [ref, other] = await old(2);
      const calls = await found();
      const erasure = { id: 'e1', subject: { number: phone(0) }, nowMs: world().nowMs };
      await world().store.beginErasure(erasure, onceKey('k1'));
      while (await world().store.continueErasure(world().nowMs));
      expect(await remove(calls)).toBe(1);
      expect(await world().store.call(ref!)).toMatchObject({ number: 'erased' });
      await expect(world().store.call(other!)).rejects.toThrow('was deleted');
      expect(JSON.parse((await found())[0]!.line)).toMatchObject({ ref, number: null });
    });

    test('one server archives at a time, until its turn is over', async () => {
      const { store, nowMs } = world();
      const turn = { untilMs: nowMs + 1_000, heldMs: -1, nowMs };
      expect(await store.takeArchiveTurn(turn)).toBe(true);
      expect(await store.takeArchiveTurn({ ...turn, untilMs: nowMs + 2_000 })).toBe(false);
      const goesOn = { untilMs: nowMs + 3_000, heldMs: nowMs + 1_000, nowMs };
      expect(await store.takeArchiveTurn(goesOn)).toBe(true);
      const later = { untilMs: nowMs + 9_000, heldMs: -1, nowMs: nowMs + 3_000 };
      expect(await store.takeArchiveTurn(later)).toBe(true);
    });
  });

  describe('no archive takes a call', () => {
    const foundInOrder = async () => {
      await inOrder();
      return found();
    };

    /** One call of `c1` that is claimed, and then a younger one, so that it is not the last. */
    async function claimed(settings: Parameters<World['campaign']>[2] = {}): Promise<CallRef> {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1)], settings);
      const [ref] = await world().claim('c1', 1);
      return ref!;
    }
    async function longAgo(): Promise<void> {
      world().later(KEPT_MS + DAY_MS);
      await world().campaign('c2', [phone(99)]);
      const [young] = await world().claim('c2', 1);
      await over(young!);
    }

    test('that is younger than calls are kept', async () => {
      await old(1);
      expect(
        (
          await world().store.callsToArchive({
            beforeMs: world().nowMs - KEPT_MS - 2 * DAY_MS,
            after: 0,
          })
        ).calls,
      ).toEqual([]);
    });

    test('that is not over, however old it is', async () => {
      const ref = await claimed();
      await world().live(ref);
      await longAgo();
      expect(await foundInOrder()).toEqual([]);
    });

    test('whose outcome nobody knows: its number stays locked', async () => {
      const ref = await claimed();
      await world().noAnswer(await world().placing(ref));
      await world().store.endUnknown(ref, 'silence', world().nowMs);
      await longAgo();
      expect(await foundInOrder()).toEqual([]);
    });

    test('whose contact may be dialled again', async () => {
      const ref = await claimed();
      await world().live(ref);
      await world().end(ref, { ...UNREACHED, cost: '0.5' });
      await longAgo();
      expect(await foundInOrder()).toEqual([]);
    });

    test('whose bill is open', async () => {
      const ref = await claimed();
      await world().live(ref);
      await world().end(ref);
      await longAgo();
      expect(await foundInOrder()).toEqual([]);
    });

    test('whose recording is kept or still to come', async () => {
      const ref = await claimed();
      await world().live(ref);
      await world().end(ref, { ...COMPLETED, cost: '1', recordingExpected: true });
      await longAgo();
      expect(await foundInOrder()).toEqual([]);
      const file = { file: `${ref}.mp3`, sha256: 'ab', bytes: 10, contentType: 'audio/mpeg' };
      await world().store.recordingStored(ref, file, world().nowMs);
      expect(await foundInOrder()).toEqual([]);
    });

    test('with an event that its workflow has not read, or that came lately', async () => {
      const ref = await claimed();
      const key = await world().live(ref);
      await world().end(ref, { cost: '1' });
      await longAgo();
      await world().receive(key, 'finalized');
      expect(await foundInOrder()).toEqual([]);
      const events = await world().store.unrelayedEvents(ref);
      await world().store.markRelayed(
        ref,
        events.map(({ id }) => id),
        'late',
      );
      expect(await foundInOrder()).toEqual([]);
    });

    test('whose placement is not sealed, or whose agent’s time is not counted', async () => {
      const ref = await claimed();
      await world().live(ref);
      await world().end(ref, { cost: '1' });
      await longAgo();
      expect(await found()).toEqual([]);
      while ((await world().store.sealDecisions(world().nowMs)) > 0);
      expect(await found()).toEqual([]);
      await countTimes();
      expect((await found()).map((call) => call.ref)).toEqual([ref]);
    });

    test('while the database may be an old copy, or its time is compared with call records', async () => {
      await old(1);
      const { store, nowMs } = world();
      const calls = await found();
      await store.openReconciliation({ id: 'r1', fromMs: nowMs - 2 * KEPT_MS, toMs: nowMs, nowMs });
      expect(await found()).toEqual([]);
      expect(await remove(calls)).toBe(0);
      await store.endReconciliation('r1', { failed: 'no records', unshown: [], nowMs });
      expect(await found()).toHaveLength(1);
      await store.noteRestore({ kind: 'webhook', text: 'a sign', missing: null }, nowMs);
      expect(await found()).toEqual([]);
      expect(await remove(calls)).toBe(0);
    });
  });

  describe('after calls were deleted', () => {
    test('a comparison with call records of their time is refused, with the earliest time', async () => {
      await old(1);
      await remove(await found());
      const { store, nowMs } = world();
      const asked = store.openReconciliation({
        id: 'r1',
        fromMs: nowMs - 2 * KEPT_MS,
        toMs: nowMs,
        nowMs,
      });
      expect(await refusalOf(asked)).toMatchObject({
        code: 'wrong-time',
        facts: { field: 'from' },
      });
      await store.openReconciliation({ id: 'r2', fromMs: nowMs - DAY_MS, toMs: nowMs, nowMs });
    });

    test('pages go on behind a deleted call', async () => {
      const refs = await old(3);
      const list = { filter: {} } as const;
      const first = await world().store.calls(list, { limit: 1 });
      expect(first.items.map(({ ref }) => ref)).toEqual([refs[0]]);
      await remove(await found());
      const rest = await world().store.calls(list, { limit: 9, after: first.next });
      expect(rest.items.map(({ campaignId }) => campaignId)).toEqual(['c2']);
    });

    test('statistics and agents’ time are what they were, also when they are counted again', async () => {
      await old(2);
      const { store } = world();
      const span = { fromMs: 0, toMs: world().nowMs };
      const times = await store.agentTimesByQuarter(span);
      await remove(await found());
      await countTimes();
      expect(await store.agentTimesByQuarter(span)).toEqual(times);
    });
  });
}
