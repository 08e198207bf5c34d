import { describe, expect, test } from 'vitest';
import { phone, type World } from './world.ts';

const FILE = { file: 'c1/1.mp3', sha256: 'abc', bytes: 12, contentType: 'audio/mpeg' };
const SPACING_MS = 61_000;

export function recordingRules(world: () => World): void {
  const recording = async (ref: string) => (await world().store.call(ref)).recording;
  const deliver = (carrierCallId: string | null, url: string | null) =>
    world().store.keepRecordingDelivery({
      carrierCallId,
      url,
      receivedAtMs: world().nowMs,
      body: '{}',
    });
  const turn = () => world().store.takeDeskTurn({ nowMs: world().nowMs, spacingMs: SPACING_MS });
  const defer = (ref: string, dueAtMs: number | null) =>
    world().store.deferRecording(ref, { dueAtMs, why: 'not found', nowMs: world().nowMs });

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
      expect(await deliver(null, null)).toEqual({ ref: undefined });
      expect(await deliver('id-9', 'https://r/9')).toEqual({ ref: undefined });
    });

    test('a call that was not bridged expects none', async () => {
      const ref = await world().oneLive();
      await world().end(ref);
      expect(await recording(ref)).toBe('none');
    });

    test('a link moves the call on; the newest link counts', async () => {
      const ref = await bridged();
      expect(await recording(ref)).toBe('expected');
      expect(await deliver(`id-${ref}`, null)).toEqual({ ref });
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
      expect(await world().store.desk({ nowMs: world().nowMs, spacingMs: SPACING_MS })).toEqual({
        queued: 0,
        lastLookupAtMs: null,
        emptyAtMs: null,
      });
    });

    test('a call that the carrier never took cannot be looked up', async () => {
      const key = await world().oneUnknown();
      await world().store.wantRecording(key.ref, world().nowMs);
      expect(await turn()).toEqual({ kind: 'idle', untilMs: null });
    });

    test('no lookup comes closer than the spacing to the start or the end of the last, in any process', async () => {
      const [one, two] = await wanted(2);
      const startMs = world().nowMs;
      expect(await turn()).toMatchObject({ kind: 'look-up', ticket: { ref: one, tries: 1 } });
      world().later(SPACING_MS - 1);
      expect(await turn()).toEqual({ kind: 'wait', untilMs: startMs + SPACING_MS });
      await world().store.endDeskTurn(world().nowMs);
      const second = world().another();
      world().later(SPACING_MS - 1);
      expect(await second.takeDeskTurn({ nowMs: world().nowMs, spacingMs: SPACING_MS })).toEqual({
        kind: 'wait',
        untilMs: world().nowMs + 1,
      });
      world().later(1);
      expect(await turn()).toMatchObject({ kind: 'look-up', ticket: { ref: two } });
    });

    test('a lookup that never reported back counts as made, and goes behind the others', async () => {
      const [one, two] = await wanted(2);
      await turn();
      world().later(SPACING_MS);
      expect(await turn()).toMatchObject({ ticket: { ref: two, tries: 1 } });
      world().later(SPACING_MS);
      expect(await turn()).toMatchObject({ ticket: { ref: one, tries: 2 } });
    });

    test('one that was not found comes again when due, and is missing in the end', async () => {
      const [ref] = await wanted(1);
      expect(await turn()).toMatchObject({ kind: 'look-up' });
      await world().store.endDeskTurn(world().nowMs);
      const dueAtMs = world().nowMs + 5 * SPACING_MS;
      await defer(ref!, dueAtMs);
      world().later(SPACING_MS);
      expect(await turn()).toEqual({ kind: 'idle', untilMs: dueAtMs });
      world().later(4 * SPACING_MS);
      expect(await turn()).toMatchObject({ ticket: { tries: 2 } });
      await defer(ref!, null);
      expect(await recording(ref!)).toBe('missing');
      await world().store.wantRecording(ref!, world().nowMs);
      expect(await recording(ref!)).toBe('missing');
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
      expect(await world().store.desk({ nowMs: world().nowMs, spacingMs: SPACING_MS })).toEqual({
        queued: 2,
        lastLookupAtMs: world().nowMs,
        emptyAtMs: world().nowMs + 2 * SPACING_MS,
      });
      expect(await recording(two!)).toBe('wanted');
    });
  });
}
