import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  Dedupe,
  ImportRow,
  JudgedRow,
  NewContact,
} from '../../../../src/store/campaigns/import-store.ts';
import { phone, refusalOf, type World } from '../world.ts';

const CAMPAIGN: Dedupe = { scope: 'campaign' };

export function importDryRunRules(world: () => World): void {
  const contact = (number: string, rowKey: string | null = null): NewContact => ({
    number,
    rowKey,
    name: null,
  });
  const rowsOf = (contacts: readonly NewContact[]): ImportRow[] =>
    contacts.map((each, index) => ({
      line: index + 1,
      written: { number: each.number },
      contact: each,
    }));

  /** In batches of `size` rows. */
  async function judge(
    campaignId: string,
    contacts: readonly NewContact[],
    { dedupe = CAMPAIGN, size = 2 }: { dedupe?: Dedupe; size?: number } = {},
  ): Promise<JudgedRow[]> {
    using run = world().store.dryRunImport({ campaignId, dedupe });
    const rows = rowsOf(contacts);
    const judged: JudgedRow[] = [];
    for (let from = 0; from < rows.length; from += size) {
      judged.push(...(await run.judge(rows.slice(from, from + size), world().nowMs)));
    }
    return judged;
  }

  describe('dry runs of imports', () => {
    test('a campaign that is not there, or is over, is refused', async () => {
      await world().draft('c1');
      await world().move('c1', 'cancel');
      const rows = [contact(phone(1))];
      expect(await refusalOf(judge('none', rows))).toMatchObject({ code: 'not-found' });
      expect(await refusalOf(judge('c1', rows))).toMatchObject({ code: 'not-accepting-contacts' });
    });

    test('rows are judged, and no row of any table changes', async () => {
      const { store, nowMs } = world();
      await store.putSuppressionList({ id: 'a', name: 'a', nowMs });
      await store.suppress({ list: 'a', numbers: [phone(4)], untilMs: null, nowMs });
      await world().draft('c1');
      await world().add('c1', [contact(phone(1), 'a')]);
      const before = await world().dump();
      const judged = await judge('c1', [
        contact(phone(1)),
        contact(phone(2), 'b'),
        contact(phone(2)),
        contact(phone(3), 'b'),
        contact(phone(4)),
        { ...contact(phone(5)), agentId: 'nobody' },
        contact(phone(6)),
      ]);
      expect(judged).toMatchObject([
        { outcome: 'duplicate', reason: 'same number', other: { campaignId: 'c1', contact: 1 } },
        { outcome: 'accepted' },
        { outcome: 'duplicate', reason: 'same number earlier in the list', earlierLine: 2 },
        { outcome: 'duplicate', reason: 'same row key earlier in the list', earlierLine: 2 },
        { outcome: 'suppressed', reason: 'on the suppression list a' },
        {
          outcome: 'rejected',
          field: 'agent_id',
          reason: expect.stringContaining('there is no such agent'),
        },
        { outcome: 'accepted' },
      ]);
      expect(await world().dump()).toEqual(before);
    });

    test('the eleventh number of a person is left out, also when the others are in other rows or were there before', async () => {
      await world().draft('c1');
      const numbersOf = (person: string, first: number, count: number): NewContact[] =>
        Array.from({ length: count }, (_, index) => ({
          ...contact(phone(first + index)),
          person: { person, place: index + 1, label: null },
        }));
      await world().add('c1', [...numbersOf('p', 1, 3), ...numbersOf('q', 20, 1)]);
      const rows = [...numbersOf('p', 4, 9), ...numbersOf('q', 21, 9)];
      const judged = await judge('c1', rows, { size: 4 });
      const leftOut = judged.filter(({ outcome }) => outcome !== 'accepted');
      expect(judged.slice(7, 9)).toEqual(leftOut);
      expect(leftOut[0]).toMatchObject({ outcome: 'rejected', field: 'person_key' });
      expect(await world().add('c1', rows)).toMatchObject({ accepted: 16, rejected: 2 });
    });

    test('the outcome of every row is that of the import, however the rows are cut into batches', async () => {
      let serial = 0;
      const { store, nowMs } = world();
      await store.putSuppressionList({ id: 'a', name: 'a', nowMs });
      await store.suppress({ list: 'a', numbers: [phone(0)], untilMs: null, nowMs });
      await world().draft('other');
      await world().add('other', [contact(phone(1))]);
      const row = fc.tuple(
        fc.nat(6),
        fc.option(fc.constantFrom('a', 'b', 'c', '\ud83d', '\ufffd')),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(row, { maxLength: 4 }),
          fc.array(row, { minLength: 1, maxLength: 14 }),
          fc.constantFrom<Dedupe>(
            CAMPAIGN,
            { scope: 'row-key' },
            { scope: 'account', withinMs: null },
          ),
          fc.integer({ min: 1, max: 5 }),
          async (earlier, later, dedupe, size) => {
            const id = `p${++serial}`;
            await world().draft(id);
            await world().add(
              id,
              earlier.map(([n, key]) => contact(phone(n + 10 * serial), key)),
            );
            // Numbers of their own, besides the suppressed one and that of the other campaign.
            const rows = later.map(([n, key]) => contact(phone(n < 2 ? n : n + 10 * serial), key));
            const judged = await judge(id, rows, { dedupe, size });
            const done = await world().add(id, rows, dedupe);
            const count = (outcome: JudgedRow['outcome']) =>
              judged.filter((each) => each.outcome === outcome).length;
            expect({
              accepted: count('accepted'),
              duplicate: count('duplicate'),
              suppressed: count('suppressed'),
              rejected: count('rejected'),
            }).toEqual({
              accepted: done.accepted,
              duplicate: done.duplicate,
              suppressed: done.suppressed,
              rejected: done.rejected,
            });
            const { items } = await world().store.leftOutRows(done.id, { limit: 100 });
            expect(
              judged.flatMap((each, index) => (each.outcome === 'accepted' ? [] : index + 1)),
            ).toEqual(items.map(({ line }) => line));
          },
        ),
        { numRuns: 40 },
      );
    });
  });
}
