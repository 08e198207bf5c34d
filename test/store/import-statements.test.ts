import { onTestFinished, test, expect } from 'vitest';
import { Connection } from '../../src/store/sql/engine/sqlite/connection.ts';
import { SqliteDatabase } from '../../src/store/sql/engine/sqlite/sqlite-database.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { importStore } from '../../src/store/sql/transactions/campaigns/imports.ts';
import { suppressionStore } from '../../src/store/sql/transactions/suppressions.ts';
import type { ImportRow } from '../../src/store/campaigns/import-store.ts';
import { phone, World } from './contract/world.ts';
import { CountedDatabase } from './counted-database.ts';
import { Explained } from './explained.ts';
import { openSqliteUnderTest } from './sqlite-files.ts';

const NOW_MS = 1_800_000_000_000;

/** Rows of every outcome. */
function rowsOf(count: number, firstLine: number): ImportRow[] {
  return Array.from({ length: count }, (_, n) => {
    const line = firstLine + n;
    const row = { line, written: { number: phone(line) } };
    if (n % 5 === 1) return { ...row, fault: { field: 'number', reason: 'number is empty' } };
    const agentId = n % 5 === 2 ? 'nobody' : n % 5 === 3 ? 'somebody' : null;
    const number = phone(n % 5 === 4 ? firstLine : line);
    return { ...row, contact: { number, rowKey: `key ${line}`, name: null, agentId } };
  });
}

async function world(connection: (path: string) => Connection) {
  const file = openSqliteUnderTest();
  onTestFinished(() => file.drop());
  const opened = connection(file.path);
  const db = new CountedDatabase(new SqliteDatabase(opened));
  onTestFinished(() => db.close());
  const another = () => {
    throw new Error('there is one store only');
  };
  const there = new World({ store: sqlStore(db), another, drop: async () => undefined });
  await there.agents('somebody');
  await there.draft('c1');
  return { db, opened };
}

test('a batch of an import takes as many statements with 500 rows as with five', async () => {
  const { db } = await world((path) => new Connection(path, 1_000));
  const store = importStore(db);
  const dedupe = { scope: 'account', withinMs: null } as const;
  await store.beginImport({ id: 'i1', campaignId: 'c1', dedupe, nowMs: NOW_MS });
  const batch = async (from: number, count: number) => {
    const before = db.statements;
    const rows = rowsOf(count, from);
    await store.addImportRows({ id: 'i1', from, rows, last: false, nowMs: NOW_MS });
    return db.statements - before;
  };
  const ofFive = await batch(0, 5);
  expect(await batch(5, 500)).toBe(ofFive);
  expect(ofFive).toBeLessThanOrEqual(14);
});

test.each(['campaign', 'account'] as const)(
  'duplicates in the %s and suppressed numbers are found by indexes, each row by itself',
  async (scope) => {
    const { db, opened } = await world((path) => new Explained(path, 1_000));
    const store = importStore(db);
    const dedupe = scope === 'campaign' ? { scope } : { scope, withinMs: null };
    await store.beginImport({ id: 'i1', campaignId: 'c1', dedupe, nowMs: NOW_MS });
    const { plans } = opened as Explained;
    plans.clear();
    await store.addImportRows({
      id: 'i1',
      from: 0,
      rows: rowsOf(5, 1),
      last: false,
      nowMs: NOW_MS,
    });
    const steps = [...plans.values()].flat();
    expect(
      steps.filter((step) =>
        /^SCAN (contacts|suppression_entries|lists|agents|campaigns)\b/.test(step),
      ),
    ).toEqual([]);
    for (const index of ['contacts_number', 'contacts_row_key'])
      expect(
        steps.some((step) => step.includes(`SEARCH contacts USING`) && step.includes(index)),
      ).toBe(true);
  },
);

test('numbers that are added to a suppression list take as many statements for 500 as for five', async () => {
  const { db } = await world((path) => new Connection(path, 1_000));
  const store = suppressionStore(db);
  await store.putSuppressionList({ id: 'l1', name: 'One', nowMs: NOW_MS });
  const added = async (count: number) => {
    const before = db.statements;
    const numbers = Array.from({ length: count }, (_, n) => phone(n));
    // The first one twice.
    const addition = { list: 'l1', numbers: [...numbers, phone(0)], untilMs: null, nowMs: NOW_MS };
    const { answer } = await store.suppress(addition);
    return { known: answer.known, statements: db.statements - before };
  };
  const { statements } = await added(5);
  expect(await added(498)).toEqual({ known: 6, statements });
});
