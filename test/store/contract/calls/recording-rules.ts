import { describe, expect, test } from 'vitest';
import { phone, type World } from '../world.ts';

const FILE = { file: 'c1/1.mp3', sha256: 'abc', bytes: 12, contentType: 'audio/mpeg' };
const SPACING_MS = 61_000;
const LONGEST_MS = 30_000;
const PACE = { spacingMs: SPACING_MS, lookupAtMostMs: LONGEST_MS };

export function recordingRules(world: () => World): void {
  const recording = async (ref: string) => (await world().store.call(ref)).recording;
  const deliver = (carrierCallId: string | null, url: string | null) =>
    world().store.keepRecordingDelivery({
      carrierCallId,
      url,
      receivedAtMs: world().nowMs,
      body: '{}',
    });
  const turn = (store = world().store) => store.takeDeskTurn({ nowMs: world().nowMs, ...PACE });
  const ended = (takenAtMs: number, nowMs = world().nowMs) =>
    world().store.endDeskTurn({ takenAtMs, nowMs });
  const desk = () => world().store.desk({ nowMs: world().nowMs, ...PACE });
  const defer = (ref: string, dueAtMs: number | null, searched = true) =>
    world().store.deferRecording(ref, {
      dueAtMs,
      why: 'not found',
      searched,
      nowMs: world().nowMs,
    });
  const spent = (untilMs: number) => ({ kind: 'wait', untilMs, why: 'the quota is spent' });

  async function bridged(): Promise<string> {
    const ref = await world().oneLive();
    await world().end(ref, { recordingExpected: true });
    return ref;
  }

  /** Calls whose recordings are wanted, one after the other. */
  async function wanted(count: number): Promise<string[]> {
    await world().agents('a1');
    await world().campaign(
      'c1',
      Array.from({ length: count }, (_, n) => phone(n)),
    );
    const refs: string[] = [];
    for (let n = 0; n < count; n++) {
      const [ref] = await world().claim('c1');
      await world().live(ref!);
      await world().end(ref!, { recordingExpected: true });
      await world().store.wantRecording(ref!, world().later(1));
      refs.push(ref!);
    }
    return refs;
  }

  describe('recordings by webhook', () => {
    test('a delivery that names no call we know is kept all the same', async () => {
      expect(await deliver(null, null)).toMatchObject({ ref: undefined, kept: true });
      expect(await deliver('id-9', 'https://r/9')).toMatchObject({ ref: undefined, kept: true });
    });

    test('a call that was not bridged expects none', async () => {
      const ref = await world().oneLive();
      await world().end(ref);
      expect(await recording(ref)).toBe('none');
    });

    test('a campaign that collects none expects none, and has one that somebody asks for', async () => {
      const ref = await world().oneLive({ collectRecordings: false });
      await deliver(`id-${ref}`, 'https://r/1');
      await world().end(ref, { recordingExpected: true });
      expect(await recording(ref)).toBe('none');
      await world().store.wantRecording(ref, world().nowMs);
      expect(await recording(ref)).toBe('wanted');
    });

    test('a link moves the call on; the newest link counts', async () => {
      const ref = await bridged();
      expect(await recording(ref)).toBe('expected');
      expect(await deliver(`id-${ref}`, null)).toEqual({ ref, kept: true, isNewLink: false });
      expect(await recording(ref)).toBe('expected');
      expect(await world().store.deliveredRecording(ref)).toBeUndefined();
      await deliver(`id-${ref}`, 'https://r/1');
      const receivedAtMs = world().later(1);
      await deliver(`id-${ref}`, 'https://r/2');
      expect(await recording(ref)).toBe('delivered');
      const link = await world().store.deliveredRecording(ref);
      expect(link).toEqual({ url: 'https://r/2', receivedAtMs });
    });

    test('a link that came before the end, or before the id was bound, counts too', async () => {
      const key = await world().oneUnknown();
      await deliver('id-1', 'https://r/1');
      await world().store.bindCarrierCall(key, 'id-1', world().nowMs);
      await world().end(key.ref, { recordingExpected: true });
      expect(await recording(key.ref)).toBe('delivered');
    });

    test('a call has its share of deliveries, and a repeat is not written', async () => {
      const ref = await bridged();
      const kept: boolean[] = [];
      for (let n = 0; n < 20; n++) {
        for (let times = 0; times < 2; times++) {
          kept.push((await deliver(`id-${ref}`, `https://r/${n}`)).kept);
        }
      }
      expect(kept.filter(Boolean)).toHaveLength(16);
      expect(kept.slice(0, 4)).toEqual([true, false, true, false]);
      expect(await world().store.deliveredRecording(ref)).toMatchObject({ url: 'https://r/15' });
    });

    test('on the URL of the call itself no id is needed', async () => {
      const ref = await bridged();
      const { nowMs: receivedAtMs, store } = world();
      const link = { carrierCallId: null, url: 'https://r/own', receivedAtMs, body: '{}' };
      expect(await store.keepRecordingDelivery({ ref, ...link })).toMatchObject({
        ref,
        isNewLink: true,
      });
      expect(await store.deliveredRecording(ref)).toMatchObject({ url: 'https://r/own' });
      expect(await recording(ref)).toBe('delivered');
    });

    test('on the URL of the call itself a link that names another call is no link of either', async () => {
      const { store, nowMs: receivedAtMs } = world();
      await world().agents('a1', 'a2');
      await world().campaign('c1', [phone(1), phone(2)]);
      const [one, two] = await world().claim('c1');
      await world().live(two!);
      const key = await world().placing(one!);
      await world().noAnswer(key);
      const link = { url: 'https://r/own', receivedAtMs, body: '{}' };
      const named = (carrierCallId: string | null, placement = 1) =>
        store.keepRecordingDelivery({ ref: one!, placement, carrierCallId, ...link });
      expect(await named(`id-${two}`)).toMatchObject({ kept: false, isForeign: true });
      expect(await named(null, 2)).toMatchObject({ kept: false, isForeign: true });
      // Not bound yet, so it may be this call's. The answer decides.
      expect(await named('id-stranger')).toMatchObject({ kept: true });
      await store.bindCarrierCall(key, 'id-1', world().nowMs);
      expect(await named('id-stranger')).toMatchObject({ kept: false, isForeign: true });
      for (const ref of [one!, two!]) {
        await world().end(ref, { recordingExpected: true });
        expect(await recording(ref)).toBe('expected');
        expect(await store.deliveredRecording(ref)).toBeUndefined();
      }
      expect(await named('id-1')).toMatchObject({ kept: true, isNewLink: true });
    });

    test('a link is of no use a week after the end of its call', async () => {
      const ref = await bridged();
      world().later(7 * 24 * 3_600_000 + 1);
      expect(await deliver(`id-${ref}`, 'https://r/1')).toEqual({
        ref,
        kept: false,
        isNewLink: false,
      });
      expect(await recording(ref)).toBe('expected');
    });

    test('of those that belong to no call the newest 1,000 stay, for a week', async () => {
      const { store } = world();
      await deliver('id-0', 'https://r/1');
      // So many at once that a busy Postgres answers all of them in time.
      for (let from = 1; from <= 1_000; from += 50)
        await Promise.all(
          Array.from({ length: 50 }, (_, n) => deliver(`id-${from + n}`, 'https://r/1')),
        );
      // The oldest has given way, so that it is new again.
      expect(await deliver('id-500', 'https://r/1')).toMatchObject({ kept: false });
      expect(await deliver('id-0', 'https://r/1')).toMatchObject({ kept: true });
      world().later(8 * 24 * 3_600_000);
      await store.pruneRecordingDeliveries(world().nowMs);
      await store.pruneRecordingDeliveries(world().nowMs);
      expect(await deliver('id-500', 'https://r/1')).toMatchObject({ kept: true });
    });

    test('a recording is stored once; the first stands', async () => {
      const { store, nowMs } = world();
      const ref = await bridged();
      expect(await store.storedRecording(ref)).toBeUndefined();
      await store.recordingStored(ref, FILE, nowMs);
      await store.recordingStored(ref, { ...FILE, sha256: 'other' }, nowMs);
      expect(await store.storedRecording(ref)).toEqual(FILE);
      expect(await store.call(ref)).toMatchObject({
        recording: 'stored',
        recordingSha256: 'abc',
        recordingBytes: 12,
      });
      await store.wantRecording(ref, nowMs);
      await deliver(`id-${ref}`, 'https://r/1');
      expect(await recording(ref)).toBe('stored');
    });
  });

  describe('the recording desk', () => {
    test('an empty queue has nothing to do', async () => {
      expect(await turn()).toEqual({ kind: 'idle', untilMs: null });
      expect(await desk()).toEqual({
        queued: 0,
        closed: null,
        lastLookupAtMs: null,
        emptyAtMs: null,
      });
    });

    test('a call that the carrier never accepted cannot be looked up', async () => {
      const key = await world().oneUnknown();
      await world().store.wantRecording(key.ref, world().nowMs);
      expect(await turn()).toEqual({ kind: 'idle', untilMs: null });
    });

    test('no lookup comes closer than the spacing to the end of the last, in any process', async () => {
      const [one, two] = await wanted(2);
      const takenAtMs = world().nowMs;
      expect(await turn()).toMatchObject({
        kind: 'look-up',
        ticket: { ref: one, tries: 1, takenAtMs },
      });
      await ended(takenAtMs, world().later(LONGEST_MS));
      const second = world().another();
      world().later(SPACING_MS - 1);
      expect(await turn(second)).toEqual(spent(world().nowMs + 1));
      world().later(1);
      expect(await turn(second)).toMatchObject({ kind: 'look-up', ticket: { ref: two } });
    });

    test('a lookup that never reported back lasted as long as one can, and goes behind the others', async () => {
      const [one, two] = await wanted(2);
      const startMs = world().nowMs;
      await turn();
      world().later(LONGEST_MS + SPACING_MS - 1);
      expect(await turn(world().another())).toEqual(spent(startMs + LONGEST_MS + SPACING_MS));
      world().later(1);
      expect(await turn()).toMatchObject({ ticket: { ref: two, tries: 1 } });
      world().later(LONGEST_MS + SPACING_MS);
      expect(await turn()).toMatchObject({ ticket: { ref: one, tries: 2, searches: 0 } });
    });

    test('one that reports late does not speak for the lookup that runs now', async () => {
      await wanted(2);
      const lateMs = world().nowMs;
      await turn();
      const startMs = world().later(LONGEST_MS + SPACING_MS);
      await turn();
      await ended(lateMs, world().later(1));
      expect(await turn()).toEqual(spent(startMs + LONGEST_MS + SPACING_MS));
    });

    test('a clock that was set back delays the next lookup by no more than one spacing', async () => {
      const [one] = await wanted(2);
      await turn();
      await ended(world().nowMs);
      await world().store.recordingStored(one!, FILE, world().nowMs);
      world().later(-86_400_000);
      expect(await turn()).toEqual(spent(world().nowMs + SPACING_MS));
      expect(await turn()).toEqual(spent(world().nowMs + SPACING_MS));
      world().later(SPACING_MS);
      expect((await turn()).kind).not.toBe('wait');
    });

    test('one that was not found comes again when due, and is missing in the end', async () => {
      const [ref] = await wanted(1);
      expect(await world().store.call(ref!)).toMatchObject({
        recordingReason: 'waits for its turn',
        recordingDueAtMs: world().nowMs,
      });
      expect(await turn()).toMatchObject({ kind: 'look-up' });
      await ended(world().nowMs);
      const dueAtMs = world().nowMs + 5 * SPACING_MS;
      await defer(ref!, dueAtMs);
      expect(await world().store.call(ref!)).toMatchObject({
        recordingReason: 'not found',
        recordingDueAtMs: dueAtMs,
      });
      world().later(SPACING_MS);
      expect(await turn()).toEqual({ kind: 'idle', untilMs: dueAtMs });
      world().later(4 * SPACING_MS);
      expect(await turn()).toMatchObject({ ticket: { tries: 2, searches: 1 } });
      await defer(ref!, null);
      expect(await world().store.call(ref!)).toMatchObject({
        recording: 'missing',
        recordingReason: 'not found',
        recordingDueAtMs: null,
      });
      await world().store.wantRecording(ref!, world().nowMs);
      expect(await recording(ref!)).toBe('missing');
    });

    test('a lookup that was not answered counts as made, not as a search', async () => {
      const [ref] = await wanted(1);
      await turn();
      await ended(world().nowMs);
      await defer(ref!, world().nowMs, false);
      world().later(SPACING_MS);
      expect(await turn()).toMatchObject({ ticket: { tries: 2, searches: 0 } });
    });

    test('a link that comes after a recording was given up is made use of', async () => {
      const [ref] = await wanted(1);
      await defer(ref!, null);
      expect(await recording(ref!)).toBe('missing');
      await deliver(`id-${ref}`, 'https://r/late');
      expect(await recording(ref!)).toBe('delivered');
      world().later(1_000);
      const swept = await world().store.sweep({ nowMs: world().nowMs, graceMs: 1_000, limit: 9 });
      expect(swept.unfinished).toContain(ref);
      // Should the link fail, the search goes on.
      await world().store.wantRecording(ref!, world().nowMs);
      expect(await recording(ref!)).toBe('wanted');
    });

    test('one that was delivered or stored meanwhile leaves the queue and is not deferred', async () => {
      const [one, two] = await wanted(2);
      await deliver(`id-${one}`, 'https://r/1');
      await world().store.recordingStored(two!, FILE, world().nowMs);
      await defer(one!, null);
      await defer(two!, null);
      expect([await recording(one!), await recording(two!)]).toEqual(['delivered', 'stored']);
      expect(await turn()).toEqual({ kind: 'idle', untilMs: null });
    });

    test('wanting twice does not queue twice, nor later', async () => {
      const [one, two] = await wanted(2);
      await world().store.wantRecording(one!, world().later(10));
      expect(await turn()).toMatchObject({ ticket: { ref: one } });
      expect(await desk()).toEqual({
        queued: 2,
        closed: null,
        lastLookupAtMs: world().nowMs,
        emptyAtMs: world().nowMs + LONGEST_MS + 2 * SPACING_MS,
      });
      expect(await recording(two!)).toBe('wanted');
    });

    test('a request behind another shows its place: the desk comes by itself', async () => {
      await world().agents('a1');
      await world().campaign('c1', [1, 2, 3].map(phone));
      const places: unknown[] = [];
      const refs: string[] = [];
      for (let n = 0; n < 3; n++) {
        const [ref] = await world().claim('c1');
        await world().live(ref!);
        await world().end(ref!, { recordingExpected: true });
        refs.push(ref!);
        places.push(await world().store.wantRecording(ref!, world().nowMs));
      }
      expect(places).toEqual(['next', 'behind', 'behind']);
      // The first, asked again by an activity that was tried again, and one behind whom it waits no longer.
      expect(await world().store.wantRecording(refs[0]!, world().later(1))).toBe('next');
      await defer(refs[0]!, world().nowMs + 60_000);
      expect(await world().store.wantRecording(refs[1]!, world().nowMs)).toBe('next');
      expect(await world().store.wantRecording(refs[0]!, world().nowMs)).toBe('behind');
    });

    test('while it is closed there is no lookup, and every call shows the reason and until when', async () => {
      const [one] = await wanted(1);
      const { nowMs } = world();
      const untilMs = nowMs + 600_000;
      await world().store.closeDesk({ untilMs, why: 'no room', nowMs });
      expect(await turn()).toEqual({ kind: 'wait', untilMs, why: 'no room' });
      expect(await desk()).toMatchObject({ closed: { untilMs, why: 'no room' } });
      const late = await world().store.call(one!);
      expect(late).toMatchObject({ recordingReason: 'no room', recordingDueAtMs: untilMs });
      // A later, shorter word does not open it.
      await world().store.closeDesk({ untilMs: nowMs + 1, why: 'wait', nowMs });
      world().later(599_999);
      expect(await turn()).toMatchObject({ kind: 'wait', untilMs });
      world().later(1);
      expect(await turn()).toMatchObject({ kind: 'look-up', ticket: { ref: one } });
    });

    test('a recording that is wanted while it is closed waits as long', async () => {
      const ref = await bridged();
      const { nowMs } = world();
      await world().store.closeDesk({ untilMs: nowMs + 5, why: 'no room', nowMs });
      await world().store.wantRecording(ref, nowMs);
      expect(await world().store.call(ref)).toMatchObject({
        recordingReason: 'no room',
        recordingDueAtMs: nowMs + 5,
      });
    });

    test('what is stored is counted once', async () => {
      const [one, two] = await wanted(2);
      expect(await world().store.recordingBytes()).toBe(0);
      for (const ref of [one!, one!, two!]) {
        await world().store.recordingStored(ref, FILE, world().nowMs);
      }
      expect(await world().store.recordingBytes()).toBe(2 * FILE.bytes);
    });

    test('the sweep wakes it only for what is due', async () => {
      const [ref] = await wanted(1);
      const sweep = () =>
        world().store.sweep({ nowMs: world().nowMs, graceMs: 1_000_000, limit: 1 });
      expect((await sweep()).deskWanted).toBe(true);
      await defer(ref!, world().nowMs + 5);
      expect((await sweep()).deskWanted).toBe(false);
      world().later(5);
      expect((await sweep()).deskWanted).toBe(true);
    });
  });
}
