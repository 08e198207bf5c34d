import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  Dedupe,
  Import,
  ImportRow,
  NewContact,
} from '../../../../src/store/campaigns/import-store.ts';
import { onceKey, phone, refusalOf, type World } from '../world.ts';

const CAMPAIGN: Dedupe = { scope: 'campaign' };
const DAY_MS = 86_400_000;

export function importRules(world: () => World): void {
  const contact = (number: string, rowKey: string | null = null): NewContact => ({
    number,
    rowKey,
    name: null,
  });
  const begin = (id: string, campaignId = 'c1', key?: string) =>
    world().store.beginImport(
      { id, campaignId, dedupe: CAMPAIGN, nowMs: world().nowMs },
      key === undefined ? undefined : onceKey(key),
    );
  const rowsOf = (contacts: readonly NewContact[]): ImportRow[] =>
    contacts.map((each, index) => ({
      line: index + 2,
      written: { number: each.number },
      contact: each,
    }));
  const addRows = (id: string, from: number, rows: readonly ImportRow[], last = false) =>
    world().store.addImportRows({ id, from, rows, last, nowMs: world().nowMs });
  const leftOut = async ({ id }: Import) =>
    (await world().store.leftOutRows(id, { limit: 100 })).items;

  describe('imports', () => {
    test('an import that is not there, or of another campaign, is refused', async () => {
      await world().draft('c1');
      await world().draft('c2');
      await begin('i1', 'c2');
      const { store } = world();
      const asks = [addRows('ix', 0, []), store.import('c1', 'ix'), store.import('c1', 'i1')];
      for (const refusal of await Promise.all(asks.map(refusalOf)))
        expect(refusal).toMatchObject({ code: 'not-found' });
    });

    test('a campaign that is over takes no rows, not even of an import begun before', async () => {
      await world().draft('c1');
      await begin('i1');
      await world().move('c1', 'cancel');
      const refused = { code: 'not-accepting-contacts', facts: { state: 'cancelled' } };
      expect(await refusalOf(begin('i2'))).toEqual(refused);
      expect(await refusalOf(addRows('i1', 0, rowsOf([contact(phone(1))])))).toEqual(refused);
    });

    test('an import ends with its campaign, and shows it', async () => {
      await world().draft('c1');
      await begin('cut-off');
      await addRows('cut-off', 0, rowsOf([contact(phone(1))]));
      await world().draft('c2');
      await world().add('c2', [contact(phone(2))]);
      await world().move('c1', 'cancel');
      await world().move('c2', 'cancel');
      const stateOf = async (id: string) =>
        (await world().store.imports(id, { limit: 1 })).items.map(({ state }) => state);
      expect(await stateOf('c1')).toEqual(['stopped']);
      // One that was over is left as it was.
      expect(await stateOf('c2')).toEqual(['done']);
    });

    test('a number or a row key is taken once, in one batch and over all of them', async () => {
      await world().draft('c1');
      const first = await world().add('c1', [
        contact(phone(1), 'a'),
        contact(phone(1), 'b'),
        contact(phone(2)),
      ]);
      expect(first).toMatchObject({ state: 'done', rowsRead: 3, accepted: 2, duplicate: 1 });
      expect(await leftOut(first)).toMatchObject([
        { line: 2, reason: 'same number', other: { campaignId: 'c1', contact: 1 } },
      ]);
      const second = await world().add('c1', [
        contact(phone(3), 'a'),
        contact(phone(2), 'c'),
        contact(phone(4)),
      ]);
      expect(second).toMatchObject({ accepted: 1, duplicate: 2, firstContact: 3 });
      expect(await leftOut(second)).toMatchObject([
        { line: 1, reason: 'same row key', other: { campaignId: 'c1', contact: 1 } },
        { line: 2, reason: 'same number', other: { campaignId: 'c1', contact: 2 } },
      ]);
    });

    test('row keys that the database keeps as the same text are the same, in one batch and over all', async () => {
      await world().draft('c1');
      const keys = ['half \ud83d', 'half \ufffd', 'nul \u0000', 'nul \u2400', '\\ud83d', '\\ufffd'];
      const rows = keys.map((key, n) => contact(phone(n), key));
      expect(await world().add('c1', rows)).toMatchObject({ accepted: 4, duplicate: 2 });
      const again = keys.map((key, n) => contact(phone(n + 10), key));
      expect(await world().add('c1', again)).toMatchObject({ accepted: 0, duplicate: 6 });
    });

    test('over the account, the campaign and contact that won are named', async () => {
      await world().draft('c1');
      await world().draft('c2');
      await world().add('c1', [contact(phone(9)), contact(phone(1))]);
      expect(await world().add('c2', [contact(phone(1))])).toMatchObject({ accepted: 1 });
      await world().draft('c3');
      const account: Dedupe = { scope: 'account', withinMs: null };
      const third = await world().add('c3', [contact(phone(9)), contact(phone(3))], account);
      expect(third).toMatchObject({ accepted: 1, duplicate: 1 });
      expect(await leftOut(third)).toMatchObject([
        { reason: 'same number in another campaign', other: { campaignId: 'c1', contact: 1 } },
      ]);
    });

    test('over the last days of the account, what was added before them does not count', async () => {
      await world().draft('c1');
      await world().draft('c2');
      await world().add('c1', [contact(phone(1))]);
      world().later(2 * DAY_MS);
      await world().add('c1', [contact(phone(2))]);
      const recent: Dedupe = { scope: 'account', withinMs: DAY_MS };
      const report = await world().add('c2', [contact(phone(1)), contact(phone(2))], recent);
      expect(report).toMatchObject({ accepted: 1, duplicate: 1 });
      expect(await leftOut(report)).toMatchObject([
        { line: 2, other: { campaignId: 'c1', contact: 2 } },
      ]);
    });

    test('several contacts share a number where only row keys are compared', async () => {
      await world().draft('c1');
      const rows = [contact(phone(1), 'a'), contact(phone(1), 'b'), contact(phone(1), 'a')];
      const report = await world().add('c1', rows, { scope: 'row-key' });
      expect(report).toMatchObject({ accepted: 2, duplicate: 1 });
    });

    test('a suppressed number is left out and its list named, for lists that count', async () => {
      const { store, nowMs } = world();
      for (const [list, number] of [
        ['a', phone(1)],
        ['b', phone(2)],
      ] as const) {
        await store.putSuppressionList({ id: list, name: list, nowMs });
        await store.suppress({ list, numbers: [number], untilMs: null, nowMs });
      }
      await world().draft('c1', { suppressionLists: ['b'] });
      const report = await world().add('c1', [contact(phone(1)), contact(phone(2))]);
      expect(report).toMatchObject({ accepted: 1, suppressed: 1 });
      expect(await leftOut(report)).toMatchObject([
        { line: 2, outcome: 'suppressed', reason: 'on the suppression list b' },
      ]);
    });

    test('an agent that is not there rejects the row', async () => {
      await world().draft('c1');
      await world().agents('a1');
      const report = await world().add('c1', [
        { ...contact(phone(1)), agentId: 'a1' },
        { ...contact(phone(2)), agentId: 'a2' },
      ]);
      expect(report).toMatchObject({ accepted: 1, rejected: 1 });
      expect(await leftOut(report)).toMatchObject([
        { line: 2, field: 'agent_id', reason: 'there is no such agent, or it is being deleted' },
      ]);
    });

    test('a contact is due when it may be, and in its own zones', async () => {
      await world().agents('a1');
      await world().draft('c1');
      const notBeforeMs = world().nowMs + 60_000;
      await world().add('c1', [{ ...contact(phone(1)), notBeforeMs }]);
      await world().move('c1', 'start');
      expect(await world().claim('c1')).toEqual([]);
      world().later(60_000);
      expect(await world().claim('c1')).toEqual(['c1.1.1']);
    });

    test('under its key an import is found where it stands, and goes on from there', async () => {
      await world().draft('c1');
      const rows = rowsOf([contact(phone(1)), contact(phone(2)), contact(phone(3))]);
      expect(await begin('i1', 'c1', 'k')).toMatchObject({ replayed: false });
      await addRows('i1', 0, rows.slice(0, 2));
      const again = await begin('i2', 'c1', 'k');
      expect(again).toMatchObject({
        replayed: true,
        answer: { id: 'i1', state: 'open', rowsRead: 2, accepted: 2 },
      });
      const done = await addRows('i1', 2, rows.slice(2), true);
      expect(done).toMatchObject({ state: 'done', rowsRead: 3, accepted: 3, firstContact: 1 });
      expect((await begin('i3', 'c1', 'k')).answer).toEqual(done);
    });

    test('a campaign that runs dry while rows are on their way waits for them, but not for ever', async () => {
      await world().agents('a1');
      await world().draft('c1');
      await begin('i1');
      const rows = rowsOf([contact(phone(1))]);
      await world().move('c1', 'start');
      expect(await world().claim('c1')).toEqual([]);
      expect((await world().progress('c1')).campaign.state).toBe('running');
      await addRows('i1', 0, rows);
      const [ref] = await world().claim('c1');
      const end = { reason: 'only a test', dueAtMs: null, nowMs: world().nowMs };
      await world().store.endNotDialled(ref!, end);
      await world().claim('c1');
      expect((await world().progress('c1')).campaign.state).toBe('running');
      world().later(DAY_MS);
      await world().claim('c1');
      expect((await world().progress('c1')).campaign.state).toBe('completed');
      const refused = { code: 'not-accepting-contacts', facts: { state: 'completed' } };
      expect(await refusalOf(addRows('i1', 1, rows))).toEqual(refused);
    });

    test('imports are listed newest first, page by page', async () => {
      await world().draft('c1');
      for (const id of ['i1', 'i2', 'i3']) await begin(id);
      const page = await world().store.imports('c1', { limit: 2 });
      expect(page.items.map(({ id }) => id)).toEqual(['i3', 'i2']);
      const rest = await world().store.imports('c1', { limit: 2, after: page.next });
      expect(rest).toMatchObject({ items: [{ id: 'i1' }], next: undefined });
    });

    test('however batches are cut, repeated and raced, every row has its effect once', async () => {
      let serial = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(6), { minLength: 1, maxLength: 12 }),
          fc.array(fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 5 })), { maxLength: 12 }),
          async (numbers, tries) => {
            const campaignId = `p${++serial}`;
            const id = `import-${serial}`;
            await world().draft(campaignId);
            await begin(id, campaignId);
            const rows = rowsOf(numbers.map((n) => contact(phone(n))));
            for (const [from, many] of tries) {
              if (from < rows.length) await addRows(id, from, rows.slice(from, from + many));
            }
            const { rowsRead } = await world().store.import(campaignId, id);
            const done = await addRows(id, rowsRead, rows.slice(rowsRead), true);
            const distinct = new Set(numbers).size;
            expect(done).toMatchObject({
              state: 'done',
              rowsRead: rows.length,
              accepted: distinct,
              duplicate: rows.length - distinct,
            });
            expect(await world().contacts(campaignId)).toEqual({ due: distinct });
          },
        ),
        { numRuns: 40 },
      );
    });
  });
}
