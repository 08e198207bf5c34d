import { describe, expect, test } from 'vitest';
import type { RetentionKind } from '../../../../src/domain/privacy/retention.ts';
import { phone, type World } from '../world.ts';

const DAY_MS = 86_400_000;

export function retentionRules(world: () => World): void {
  /** As the server does it, in batches until nothing is left. */
  async function prune(kind: RetentionKind, beforeMs = world().nowMs): Promise<number> {
    let batches = 0;
    while (await world().store.pruneOld(kind, { beforeMs, nowMs: world().nowMs })) batches += 1;
    return batches;
  }

  async function recorded(): Promise<string> {
    const ref = await world().oneLive();
    const key = { ref, placement: 1 };
    await world().store.appendEvent({
      ...world().event(key, 1, 'click2call.bridged'),
      body: 'WORDS',
    });
    await world().end(ref);
    const file = { file: `${ref}.mp3`, sha256: 'ab', bytes: 10, contentType: 'audio/mpeg' };
    await world().store.recordingStored(ref, file, world().nowMs);
    return ref;
  }

  describe('retention', () => {
    test('removes recordings of calls that ended before, with the reason, and none that are younger', async () => {
      const ref = await recorded();
      expect(await prune('recordings')).toBe(0);
      expect(await prune('recordings', world().later(DAY_MS))).toBe(1);
      const due = { nowMs: world().nowMs, limit: 10 };
      expect(await world().store.filesToRemove(due)).toMatchObject([
        { file: `${ref}.mp3`, unfinished: false },
      ]);
      expect(await world().store.recordingBytes()).toBe(0);
      expect(await world().store.call(ref)).toMatchObject({
        recording: 'missing',
        recordingReason: 'it was older than recordings are kept',
        number: phone(1),
      });
    });

    test('empties webhooks that arrived before; their events stay', async () => {
      const ref = await recorded();
      expect(await prune('webhookBodies')).toBe(0);
      const untilMs = world().later(DAY_MS);
      await world().store.appendEvent({
        ...world().event({ ref, placement: 1 }, 2, 'click2call.completed'),
        body: 'YOUNG',
      });
      expect(await prune('webhookBodies', untilMs)).toBe(1);
      const dump = await world().dump();
      expect(dump).not.toContain('WORDS');
      expect(dump).toContain('YOUNG');
      expect(await world().store.events(ref)).toHaveLength(2);
    });

    test('takes names and numbers of ended campaigns, in batches; calls and counts stay', async () => {
      await world().agents('a1');
      await world().campaign(
        'c1',
        Array.from({ length: 50 }, (_, n) => phone(n)),
      );
      await world().campaign('c2', [phone(99)]);
      const [ref] = await world().claim('c1', 1);
      await world().live(ref!);
      await world().end(ref!);
      await world().move('c1', 'cancel');
      await world().store.continueContactJob(world().nowMs);
      const before = await world().contacts('c1');
      expect(await prune('contacts')).toBe(0);
      expect(await prune('contacts', world().later(91 * DAY_MS))).toBe(3);
      const dump = await world().dump();
      expect(dump.match(/\+1202555\d{4}/g)?.every((number) => number === phone(99))).toBe(true);
      expect(await world().contacts('c1')).toEqual(before);
      expect(await world().store.call(ref!)).toMatchObject({
        number: 'erased',
        disposition: 'completed',
      });
      // Nobody asked for an erasure, so the number may be called again.
      expect(await world().append('c2', [phone(1)])).toMatchObject({ accepted: 1 });
    });

    test('a number that is locked, because nobody knows what became of its call, stays', async () => {
      const { ref } = await world().oneUnknown();
      await world().store.endUnknown(ref, 'silence', world().nowMs);
      await world().move('c1', 'cancel');
      await prune('contacts', world().later(91 * DAY_MS));
      expect(await world().store.call(ref)).toMatchObject({ number: phone(1) });
    });

    test('a number that was locked when its batch passed comes again once its call is resolved', async () => {
      const { ref } = await world().oneUnknown();
      await world().store.endUnknown(ref, 'silence', world().nowMs);
      await world().move('c1', 'cancel');
      const untilMs = world().later(91 * DAY_MS);
      await prune('contacts', untilMs);
      expect(await prune('contacts', untilMs)).toBe(0);
      await world().store.resolveCall({
        ref,
        resolution: { disposition: 'not-dialled', reason: 'no record', cost: null, redial: false },
        nowMs: world().nowMs,
      });
      expect(await prune('contacts', untilMs)).toBe(1);
      expect(await world().store.call(ref)).toMatchObject({ number: 'erased' });
      expect(await world().dump()).not.toContain(phone(1));
      expect(await prune('contacts', untilMs)).toBe(0);
    });

    test('deletes unreadable webhooks by their own age, in batches, whatever else arrived', async () => {
      const arrives = async (why: string) => {
        const event = world().event({ ref: 'c9.1.1', placement: 1 }, null, 'poke');
        const unreadable = { why, body: 'JUNK', bytes: 4 };
        await world().store.appendEvent({ ...event, body: null, unreadable });
      };
      await arrives('first');
      const secondAtMs = world().later(1_000);
      // The poke of the first waits, so this one leaves no other row.
      await arrives('second');
      const thirdAtMs = world().later(DAY_MS);
      await arrives('third');
      expect(await prune('webhookBodies', secondAtMs)).toBe(1);
      expect(await prune('webhookBodies', thirdAtMs)).toBe(1);
      const tables = (await world().dump()).split('\n');
      const unreadable = tables.find((table) => table.startsWith('unreadable_webhooks '));
      expect(unreadable).toContain('"third"');
      expect(unreadable).not.toMatch(/"first"|"second"/);
    });

    test('deletes entries of the audit that are older, and no others', async () => {
      await world().refuse(await world().placing(await world().oneClaimed()), 402);
      const untilMs = world().later(DAY_MS);
      await world().store.putSuppressionList({ id: 'l', name: 'L', nowMs: world().nowMs });
      expect(await prune('audit', untilMs)).toBe(1);
      const { items } = await world().store.audit({}, { limit: 10 });
      expect(items.map(({ what }) => what)).toEqual(['suppression-list.put']);
    });
  });
}
