import { describe, expect, test } from 'vitest';
import { onceIn } from '../../../../src/domain/callbacks/callback.ts';
import type { ErasureSubject } from '../../../../src/store/privacy/privacy-store.ts';
import type { CallRef } from '../../../../src/domain/ids.ts';
import { onceKey, phone, refusalOf, type World } from '../world.ts';

const NUMBER = '+12025550177';
const DIGITS = '12025550177';
const NAME = 'Quilla Canary';
const ROW_KEY = 'row-canary-4711';
const WORDS = 'what the canary said';
/** Any of these in the store is something of the person. */
const CANARIES = [DIGITS, '2025550177', '202-555-0177', NAME, ROW_KEY, WORDS, 'canary'];

export function erasureRules(world: () => World): void {
  const store = () => world().store;
  let requests = 0;
  const begin = (subject: ErasureSubject, id = 'e1') =>
    store().beginErasure(
      { id, subject, nowMs: world().nowMs },
      onceKey(`erase ${++requests}`, `digest ${requests}`),
    );

  /** As the server does it, until nothing can be done now. The archive has removed the files. */
  async function run(from = () => store()): Promise<string[]> {
    const removed: string[] = [];
    for (let rounds = 0; rounds < 200; rounds++) {
      const files = await from().filesToRemove({ nowMs: world().nowMs, limit: 10 });
      removed.push(...files.map(({ file }) => file));
      await from().noteFilesRemoved(files.map(({ serial }) => serial));
      if (await from().continueErasure(world().later(2_000))) continue;
      if (files.length === 0) break;
    }
    return removed;
  }

  async function erased(subject: ErasureSubject = { number: NUMBER }): Promise<string[]> {
    await begin(subject);
    return run();
  }

  const contact = { number: NUMBER, rowKey: ROW_KEY, name: NAME };

  /** A person in every table that holds something of people, with one ended call. */
  async function lives(): Promise<CallRef> {
    const { nowMs } = world();
    await world().agents('a1');
    await world().draft('c1');
    await world().add('c1', [contact, { number: phone(2), rowKey: 'other', name: 'Other Person' }]);
    await leftOut();
    await world().move('c1', 'start');
    await store().putSuppressionList({ id: 'l1', name: 'List', nowMs });
    const [ref] = await world().claim('c1', 1);
    const first = await world().placing(ref!);
    await world().refuse(first, 400, { details: `no credit to dial ${NUMBER}, ${WORDS}` });
    world().later(3_600_000);
    const key = await world().placing(ref!, 2);
    await world().accept(key);
    await webhooks(ref!);
    await store().note(ref!, { text: `asked ${NAME} at ${NUMBER}`, nowMs: world().nowMs });
    await world().end(ref!);
    await said(ref!);
    await store().recordingStored(
      ref!,
      { file: `${ref!}.mp3`, sha256: 'ab', bytes: 10, contentType: 'audio/mpeg' },
      world().nowMs,
    );
    await elsewhere();
    return ref!;
  }

  async function said(ref: CallRef): Promise<void> {
    const { nowMs } = world();
    const code = { id: 'sale', label: 'Sold', group: 'sale', suppress: null } as const;
    await store().putOutcomeCode({ code: { ...code, next: { kind: 'policy' } }, nowMs });
    const data = JSON.stringify({ asked: WORDS, number: NUMBER });
    const outcome = { ref, code: 'sale', note: `${NAME}: ${WORDS}`, data, callback: null, nowMs };
    await store().setOutcome({ ...outcome, precondition: () => undefined }, onceKey('said'));
  }

  async function leftOut(): Promise<void> {
    const { nowMs } = world();
    await store().beginImport({
      id: 'left',
      campaignId: 'c1',
      dedupe: { scope: 'campaign' },
      nowMs,
    });
    const written = { number: '202-555-0177', name: NAME, row_key: ROW_KEY };
    const rows = [
      { line: 1, written, contact },
      { line: 2, written, fault: { field: 'zone', reason: 'is not a time zone' } },
      { line: 3, written: { number: '5' }, fault: { field: 'number', reason: 'is too short' } },
    ];
    await store().addImportRows({ id: 'left', from: 0, rows, last: true, nowMs });
  }

  async function webhooks(ref: CallRef): Promise<void> {
    const key = { ref, placement: 2 };
    const body = JSON.stringify({ customer: { number: NUMBER, said: WORDS } });
    await store().appendEvent({ ...world().event(key, 1, 'click2call.bridged'), body });
    const unreadable = { why: 'is junk', body, bytes: body.length };
    await store().appendEvent({ ...world().event(key, null, 'poke'), body: null, unreadable });
    const url = `https://storage.example/${DIGITS}.mp3`;
    const link = { carrierCallId: `id-${ref}`, url, receivedAtMs: world().nowMs, body };
    await store().keepRecordingDelivery({ ref, ...link });
    await store().keepRecordingDelivery({ ...link, carrierCallId: 'of nobody' });
  }

  /** What refers to the person by number alone. */
  async function elsewhere(): Promise<void> {
    const { nowMs } = world();
    await store().suppress({ list: 'l1', numbers: [NUMBER], untilMs: null, nowMs }, onceKey('s'));
    const times = onceIn('UTC', { at: nowMs + 1_000, notAfter: nowMs + 9_000 });
    const settings = {
      name: NAME,
      zone: 'UTC',
      agentId: null,
      agentAloneMs: null,
      pool: null,
      times,
    };
    const callback = { id: 'cb1', number: NUMBER, callRef: null, settings, nowMs };
    await store().addCallback(callback, onceKey('cb'));
    const direct = { number: NUMBER, name: NAME, agentId: null, nowMs };
    await store().addDirectCall(direct, onceKey('direct'));
  }

  async function recordingExpected(): Promise<CallRef> {
    await world().agents('a1');
    await world().campaign('c1', [NUMBER]);
    const [ref] = await world().claim('c1', 1);
    await world().live(ref!);
    await world().end(ref!, { recordingExpected: true });
    return ref!;
  }

  async function expectNothing(): Promise<void> {
    const dump = (await world().dump()).split('\n');
    const found = CANARIES.flatMap((canary) =>
      dump.filter((table) => table.includes(canary)).map((table) => `${canary}: ${table}`),
    );
    expect(found).toEqual([]);
  }

  describe('an erasure', () => {
    test('the contact of an erased person is never due again, and nothing is dialled', async () => {
      const { ref } = await world().oneUnknown();
      await store().endUnknown(ref, 'silence', world().nowMs);
      const { number } = await store().call(ref);
      await erased({ number });
      await store().resolveCall({
        ref,
        resolution: { disposition: 'not-dialled', reason: 'no record', cost: null, redial: true },
        nowMs: world().nowMs,
      });
      expect(await world().contacts('c1')).toEqual({ final: 1 });
      expect(await world().claim('c1')).toEqual([]);
    });

    test('a row with a fault is not kept either if it has the number', async () => {
      await lives();
      await erased();
      const { nowMs } = world();
      const begun = {
        id: 'again',
        campaignId: 'c1',
        dedupe: { scope: 'campaign' as const },
        nowMs,
      };
      await store().beginImport(begun);
      const fault = { field: 'zone', reason: 'is not a time zone' };
      const rows = [
        { line: 1, written: { number: '+1 202-555-0177', name: NAME, zone: 'Mars' }, fault },
        { line: 2, written: { number: phone(3), zone: 'Mars' }, fault },
      ];
      await store().addImportRows({ id: 'again', from: 0, rows, last: true, nowMs });
      expect(await store().import('c1', 'again')).toMatchObject({ suppressed: 1, rejected: 1 });
      await expectNothing();
    });

    test('what people wrote about the person as a reason loses the number', async () => {
      await lives();
      const reason = `complaint of ${NUMBER}`;
      const { nowMs } = world();
      await store().setAccountStopped({ stopped: true, reason, nowMs }, onceKey('stop'));
      await store().setAgentState({ id: 'a1', state: 'paused', reason, nowMs }, onceKey('pause'));
      await erased();
      await expectNothing();
      expect(await store().account()).toMatchObject({ stopped: { reason: 'complaint of erased' } });
    });

    test('reports written before are deleted, and the erasure waits for that', async () => {
      await lives();
      const input = { id: 'r1', request: JSON.stringify({ number: NUMBER }), nowMs: world().nowMs };
      await store().createReportJob(input, onceKey('report'));
      await erased();
      expect(await store().erasure('e1')).toMatchObject({
        state: 'open',
        waitingFor: 'the files of 1 reports are being deleted',
      });
      const later = { id: 'r2', request: '{}', nowMs: world().nowMs };
      await store().createReportJob(later, onceKey('a report ordered after that'));
      await run();
      const [expired] = await store().expiredReportJobs(world().nowMs);
      await store().forgetReportJob(expired!.id);
      await run();
      expect(await store().erasure('e1')).toMatchObject({ state: 'done', erased: { reports: 1 } });
      expect(await store().reportJob('r2')).toMatchObject({ state: 'open' });
    });

    test('leaves nothing of the person in any table, and says how much of each kind there was', async () => {
      const ref = await lives();
      expect(await world().dump()).toContain(WORDS);
      const removed = await erased();
      const done = await store().erasure('e1');
      expect(done).toMatchObject({ state: 'done', waitingFor: null });
      await expectNothing();
      expect(removed).toEqual([`${ref}.mp3`]);
      expect(done.erased).toMatchObject({
        contacts: 3,
        recordings: 1,
        callbacks: 1,
        suppressions: 1,
        refusal_details: 1,
        inbox_bodies: 1,
        unreadable_webhooks: 1,
        import_rows: 2,
        timeline: 1,
        audit: 1,
      });
      expect(done.erased['recording_deliveries']).toBe(2);
      // Calls, costs and counts stay, and so does everybody else.
      expect(await store().call(ref)).toMatchObject({ number: 'erased', disposition: 'completed' });
      expect(await store().recordingBytes()).toBe(0);
      expect(await world().dump()).toContain('Other Person');
    });

    test('by row key erases the number wherever it is', async () => {
      await lives();
      expect(await refusalOf(begin({ rowKey: 'nobody' }))).toMatchObject({ code: 'not-found' });
      expect(await refusalOf(begin({ rowKey: ROW_KEY, campaignId: 'c2' }))).toMatchObject({
        code: 'not-found',
      });
      await erased({ rowKey: ROW_KEY, campaignId: 'c1' });
      await expectNothing();
    });

    test('by row key empties the left-out rows of that key, whatever their number is', async () => {
      await lives();
      const row = (line: number, rowKey: string) => ({
        line,
        written: { number: `202-555-010${line}`, name: NAME, row_key: rowKey },
        fault: { field: 'zone', reason: 'is not a time zone' },
      });
      const unreadable = {
        line: 3,
        written: { '(unread)': `{"number": "${NUMBER}", ` },
        fault: { field: 'row', reason: 'is not valid JSON' },
      };
      const { nowMs } = world();
      await world().draft('c2');
      for (const campaignId of ['c1', 'c2']) {
        const id = `more of ${campaignId}`;
        await store().beginImport({ id, campaignId, dedupe: { scope: 'campaign' }, nowMs });
        const rows = [row(1, ROW_KEY), row(2, `${ROW_KEY}1`), unreadable];
        await store().addImportRows({ id, from: 0, rows, last: true, nowMs });
      }
      const left = async (campaignId: string) => {
        const page = await store().leftOutRows(`more of ${campaignId}`, { limit: 9 });
        return page.items.map(({ written }) => written['row_key'] ?? null);
      };
      await erased({ rowKey: ROW_KEY, campaignId: 'c1' });
      expect(await left('c1')).toEqual([null, `${ROW_KEY}1`, null]);
      expect(await left('c2')).toEqual([ROW_KEY, `${ROW_KEY}1`, null]);
      expect(await world().dump()).not.toContain(NUMBER);
      const refs = await store().erasures({ limit: 1 });
      expect(refs.items).toMatchObject([{ state: 'done' }]);
      await world().add('c2', [{ number: phone(7), rowKey: ROW_KEY, name: null }]);
      await begin({ rowKey: ROW_KEY }, 'e2');
      await run();
      expect(await left('c2')).toEqual([null, `${ROW_KEY}1`, null]);
      expect(await world().dump()).not.toMatch(new RegExp(`${ROW_KEY}[^1]`));
    });

    test('goes on where another process died, at whatever batch', async () => {
      await lives();
      await begin({ number: NUMBER });
      for (let batch = 0; batch < 60; batch++) {
        const process = world().another();
        const files = await process.filesToRemove({ nowMs: world().nowMs, limit: 10 });
        await process.noteFilesRemoved(files.map(({ serial }) => serial));
        await process.continueErasure(world().later(2_000));
      }
      expect(await store().erasure('e1')).toMatchObject({ state: 'done' });
      await expectNothing();
    });

    test('keeps the number from being called again: imports, direct calls, callbacks, lists, clones', async () => {
      await lives();
      await erased();
      const { suppressed, accepted } = await world().add('c1', [{ ...contact, rowKey: null }]);
      expect({ suppressed, accepted }).toEqual({ suppressed: 1, accepted: 0 });
      const { nowMs } = world();
      const direct = store().addDirectCall({ number: NUMBER, name: NAME, agentId: null, nowMs });
      expect(await refusalOf(direct)).toMatchObject({ code: 'number-erased' });
      const times = onceIn('UTC', { at: nowMs + 1_000, notAfter: nowMs + 9_000 });
      const settings = {
        name: NAME,
        zone: 'UTC',
        agentId: null,
        agentAloneMs: null,
        pool: null,
        times,
      };
      for (const number of [NUMBER, 'erased']) {
        const callback = store().addCallback({ id: 'cb2', number, callRef: null, settings, nowMs });
        expect(await refusalOf(callback)).toMatchObject({ code: 'number-erased' });
      }
      const addition = { list: 'l1', numbers: [NUMBER], untilMs: null, nowMs };
      expect((await store().suppress(addition)).answer).toEqual({ added: 0, known: 0, erased: 1 });
      await expectNothing();
    });

    test('allows the number again when the person asks for it', async () => {
      await lives();
      const early = { number: NUMBER, nowMs: world().nowMs };
      expect(await refusalOf(store().allowErasedNumber(early, onceKey('a')))).toMatchObject({
        code: 'not-found',
      });
      await begin({ number: NUMBER });
      expect(await refusalOf(store().allowErasedNumber(early, onceKey('b')))).toMatchObject({
        code: 'illegal-move',
      });
      await run();
      const { answer } = await store().allowErasedNumber(early, onceKey('c'));
      expect(answer).toEqual({ allowed: true, lists: [{ id: 'l1', untilMs: null }] });
      expect(await world().append('c1', [NUMBER])).toMatchObject({ suppressed: 1 });
      await store().unsuppress({ list: 'l1', number: NUMBER });
      expect(await world().append('c1', [NUMBER])).toMatchObject({ accepted: 1 });
    });

    describe('of a number on suppression lists', () => {
      const MINUTE_MS = 60_000;
      const list = (id: string) =>
        store().putSuppressionList({ id, name: id, nowMs: world().nowMs });
      const suppress = async (id: string, numbers: string[], untilMs: number | null = null) =>
        (await store().suppress({ list: id, numbers, untilMs, nowMs: world().nowMs })).answer;
      const allow = async () =>
        (
          await store().allowErasedNumber(
            { number: NUMBER, nowMs: world().nowMs },
            onceKey('allow'),
          )
        ).answer.lists;
      const entries = async (id: string) => (await store().suppressions(id, { limit: 9 })).items;

      test('an allowed number is on the lists again that held it, with a new version of each', async () => {
        const addedAtMs = world().nowMs;
        const untilMs = addedAtMs + 60 * MINUTE_MS;
        for (const id of ['own', 'registry', 'short', 'other']) await list(id);
        await suppress('own', [NUMBER]);
        await suppress('registry', [NUMBER, phone(2)], untilMs);
        await suppress('short', [NUMBER], addedAtMs + 1_000);
        await erased();
        const before = await store().suppressionLists();
        expect(before.map(({ id, numbers }) => [id, numbers])).toEqual([
          ['other', 0],
          ['own', 0],
          ['registry', 1],
          ['short', 0],
        ]);
        expect(await world().dump()).not.toContain(DIGITS);
        expect(await allow()).toEqual([
          { id: 'own', untilMs: null },
          { id: 'registry', untilMs },
        ]);
        expect(await entries('own')).toEqual([{ number: NUMBER, untilMs: null, addedAtMs }]);
        expect(await entries('registry')).toContainEqual({ number: NUMBER, untilMs, addedAtMs });
        expect(await entries('short')).toEqual([]);
        const newest = Math.max(...before.map(({ version }) => version));
        const versions = new Map(
          (await store().suppressionLists()).map(({ id, version }) => [id, version]),
        );
        expect(versions.get('own')).toBeGreaterThan(newest);
        expect(versions.get('registry')).toBeGreaterThan(versions.get('own')!);
        const { items } = await store().audit({ what: 'privacy.number-allowed' }, { limit: 1 });
        expect(items).toMatchObject([{ after: { lists: ['own', 'registry'] } }]);
        // A second erasure finds it there again.
        await begin({ number: NUMBER }, 'e2');
        await run();
        expect(await store().erasure('e2')).toMatchObject({ erased: { suppressions: 2 } });
      });

      test('an upload that names it is kept as a hash, with the newest expiry, until it is allowed', async () => {
        await list('own');
        await list('later');
        await suppress('own', [NUMBER]);
        await begin({ number: NUMBER });
        const untilMs = world().nowMs + 60 * MINUTE_MS;
        const both = { added: 1, known: 1, erased: 2 };
        expect(await suppress('own', [NUMBER, phone(3), phone(3), NUMBER], untilMs)).toEqual(both);
        await run();
        expect(await suppress('later', [NUMBER], untilMs)).toMatchObject({ erased: 1 });
        expect(await suppress('later', [NUMBER])).toMatchObject({ erased: 1 });
        expect(await world().dump()).not.toContain(DIGITS);
        expect(await allow()).toEqual([
          { id: 'later', untilMs: null },
          { id: 'own', untilMs },
        ]);
      });

      test('it is taken off a list on purpose, which leaves its hash in the audit and no number', async () => {
        await list('own');
        await list('later');
        await suppress('own', [NUMBER]);
        await suppress('later', [NUMBER]);
        await erased();
        const off = () => store().unsuppress({ list: 'own', number: NUMBER }, onceKey('off', 'd'));
        expect((await off()).replayed).toBe(false);
        expect((await off()).replayed).toBe(true);
        const again = store().unsuppress({ list: 'own', number: NUMBER });
        expect(await refusalOf(again)).toMatchObject({ code: 'not-found' });
        expect(await world().dump()).not.toContain(DIGITS);
        const { items } = await store().audit({ what: 'suppressions.removed' }, { limit: 1 });
        const { subjectHash } = await store().erasure('e1');
        expect(items).toMatchObject([{ before: { numberHash: subjectHash } }]);
        expect(await allow()).toEqual([{ id: 'later', untilMs: null }]);
      });

      test('a list that has only erased numbers is in use where campaigns count every list, and its hashes go with it', async () => {
        await list('own');
        await suppress('own', [NUMBER]);
        await erased();
        await world().draft('c1');
        const drop = (forced: boolean) =>
          store().dropSuppressionList({
            id: 'own',
            replaceWith: null,
            forced,
            nowMs: world().nowMs,
          });
        expect(await refusalOf(drop(false))).toMatchObject({ code: 'list-in-use' });
        await drop(true);
        await list('own');
        expect(await allow()).toEqual([]);
        expect(await entries('own')).toEqual([]);
      });

      test('hashes of a removed list are deleted in batches too', async () => {
        await list('own');
        const numbers = Array.from({ length: 3 }, (_, n) => phone(n));
        await suppress('own', numbers);
        for (const number of numbers) {
          await begin({ number }, `of ${number}`);
          await run();
        }
        await store().dropSuppressionList({
          id: 'own',
          replaceWith: null,
          forced: false,
          nowMs: world().nowMs,
        });
        while (await store().continueListRemoval());
        expect(await world().dump()).not.toMatch(/^erased_suppressions .*hash/m);
      });
    });

    test('waits for a live call and says so; nobody dials the number meanwhile', async () => {
      await world().agents('a1', 'a2');
      await world().campaign('c1', [NUMBER, phone(2)]);
      await world().campaign('c2', [NUMBER], { suppressionLists: [] });
      const [ref] = await world().claim('c1', 1);
      await world().live(ref!);
      await begin({ number: NUMBER });
      expect(await refusalOf(begin({ number: NUMBER }, 'e2'))).toMatchObject({
        code: 'illegal-move',
      });
      expect(await world().claim('c2')).toEqual([]);
      await run();
      expect(await store().erasure('e1')).toMatchObject({
        state: 'open',
        step: 'contacts',
        waitingFor: `the call ${ref!} is not over; the erasure goes on after its end`,
      });
      expect(await world().contacts('c2')).toEqual({ final: 1 });
      await world().end(ref!);
      await run();
      expect(await store().erasure('e1')).toMatchObject({ state: 'done' });
      await expectNothing();
    });

    test('keeps a claimed call from being placed, whatever lists its campaign asks', async () => {
      await world().agents('a1');
      await world().campaign('c1', [NUMBER], { suppressionLists: [] });
      const [ref] = await world().claim('c1');
      await begin({ number: NUMBER });
      const outcome = await world().intent({ ref: ref!, placement: 1 });
      expect(JSON.stringify(outcome)).toContain('suppressed');
      expect(outcome.kind).not.toBe('send');
    });

    test('is not undone by what comes late: webhooks, links and a recording that was being fetched', async () => {
      const ref = await lives();
      await erased();
      await webhooks(ref);
      await store().recordingStored(
        ref,
        { file: `${ref}.mp3`, sha256: 'cd', bytes: 10, contentType: 'audio/mpeg' },
        world().nowMs,
      );
      expect(await run()).toEqual([`${ref}.mp3`]);
      expect(await store().storedRecording(ref)).toBeUndefined();
      const dump = await world().dump();
      for (const table of ['inbox', 'unreadable_webhooks', 'timeline']) {
        const rows = dump.split('\n').find((each) => each.startsWith(`${table} `))!;
        for (const canary of CANARIES) expect(rows).not.toContain(canary);
      }
    });

    test('lets no recording be written afterwards, and nobody looks for one', async () => {
      const ref = await recordingExpected();
      await erased();
      expect(await store().call(ref)).toMatchObject({ recording: 'missing' });
      for (const want of ['wantRecording', 'askRecording'] as const) {
        await store()[want](ref, world().nowMs);
      }
      const turn = { nowMs: world().nowMs, spacingMs: 1, lookupAtMostMs: 1 };
      expect(await store().takeDeskTurn(turn)).toEqual({ kind: 'idle', untilMs: null });
      expect(await store().beginRecordingWrite(ref, world().later(1_000))).toBe('erased');
    });

    test('removes the file of a recording at once, and again when a write under way must be over', async () => {
      const ref = await recordingExpected();
      const untilMs = world().nowMs + 600_000;
      expect(await store().beginRecordingWrite(ref, untilMs)).toBeUndefined();
      expect(await erased()).toEqual([`${ref}.mp3`]);
      expect(await store().erasure('e1')).toMatchObject({
        state: 'open',
        waitingFor: '1 recordings are being removed from where recordings are kept',
      });
      world().nowMs = untilMs;
      expect(await run()).toEqual([`${ref}.mp3`]);
      expect(await store().erasure('e1')).toMatchObject({ state: 'done' });
    });

    test('need not wait for a write that has ended', async () => {
      const ref = await recordingExpected();
      const file = { file: `${ref}.mp3`, sha256: 'ab', bytes: 1, contentType: 'audio/mpeg' };
      await store().beginRecordingWrite(ref, world().nowMs + 600_000);
      await erased();
      expect(await store().recordingStored(ref, file, world().nowMs)).toBe('erased');
      expect(await run()).toEqual([`${ref}.mp3`]);
      expect(await store().erasure('e1')).toMatchObject({ state: 'done' });
    });

    test('leaves no repeat that has an effect: a request of before is refused', async () => {
      await lives();
      await erased();
      const direct = { number: NUMBER, name: NAME, agentId: null, nowMs: world().nowMs };
      await expect(store().addDirectCall(direct, onceKey('cb'))).rejects.toMatchObject({
        code: 'key-reused',
      });
    });

    test('shows in the suppressions of the number, from the request on, and on no list', async () => {
      await lives();
      expect(await store().suppressionsOf(NUMBER)).toMatchObject({
        erased: false,
        entries: [{ list: 'l1', listName: 'List', untilMs: null }],
      });
      await begin({ number: NUMBER });
      expect(await store().suppressionsOf(NUMBER)).toMatchObject({ erased: true });
      await run();
      expect(await store().suppressionsOf(NUMBER)).toEqual({ erased: true, entries: [] });
      expect(await store().suppressionsOf(phone(2))).toEqual({ erased: false, entries: [] });
    });

    test('is previewed without effect', async () => {
      await lives();
      const before = await world().dump();
      expect(await store().previewErasure({ number: NUMBER })).toEqual({
        numbers: 1,
        found: { contacts: 3, calls: 2, recordings: 1, callbacks: 1, suppressions: 1 },
        liveCalls: [],
      });
      expect(await world().dump()).toBe(before);
    });

    test('is audited by a keyed hash, and by what it erased', async () => {
      await lives();
      await erased();
      const { items } = await store().audit({ target: 'privacy/erasures/e1' }, { limit: 9 });
      const { subjectHash } = await store().erasure('e1');
      expect(subjectHash).toMatch(/^[0-9a-f]{64}$/);
      expect(items).toMatchObject([
        { who: 'dialwright', what: 'privacy.erased', after: { contacts: 3 } },
        { who: 'caller', what: 'privacy.erase-asked', after: { by: 'number', subjectHash } },
      ]);
    });
  });
}
