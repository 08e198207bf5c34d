import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { MONEY_DECIMALS } from '../../../../../src/domain/money.ts';
import { Connection } from '../../../../../src/store/sql/engine/sqlite/connection.ts';
import { SqliteDatabase } from '../../../../../src/store/sql/engine/sqlite/sqlite-database.ts';
import {
  changeCounters,
  spendingOn,
  toSpending,
  type SpendingRow,
} from '../../../../../src/store/sql/steps/campaigns/spending.ts';
import { sqlStore } from '../../../../../src/store/sql/sql-store.ts';
import { SETTINGS } from '../../../contract/world.ts';
import { openSqliteUnderTest } from '../../../sqlite-files.ts';

const ONE = 10n ** BigInt(MONEY_DECIMALS);
const DAY = '2026-11-23';

test('sums of money are exact, and a fraction never grows to a whole, however many calls there are', async () => {
  const file = openSqliteUnderTest();
  onTestFinished(() => file.drop());
  const db = new SqliteDatabase(new Connection(file.path, 1_000));
  onTestFinished(() => db.close());
  const units = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
  let campaigns = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ spent: units, reserved: units })), async (changes) => {
      const id = `c${++campaigns}`;
      await sqlStore(db).createCampaign({ id, settings: SETTINGS, nowMs: 0 });
      const sums = { spent: 0n, reserved: 0n };
      for (const spending of changes) {
        sums.spent += spending.spent;
        sums.reserved += spending.reserved;
        await db.write((tx) => changeCounters(tx, id, { day: DAY, spending }));
      }
      const row = (await db.get<SpendingRow>('SELECT * FROM campaigns WHERE id = :id', { id }))!;
      expect(toSpending(row)).toEqual(sums);
      expect(await db.read((tx) => spendingOn(tx, id, DAY))).toEqual(sums);
      expect(Math.abs(row.spentRest)).toBeLessThan(Number(ONE));
      expect(Math.abs(row.reservedRest)).toBeLessThan(Number(ONE));
    }),
    { numRuns: 30 },
  );
});
