/** What holds of units of several calls that are asked for at the same time (docs/decisions/0087). */
import { Client } from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { PostgresDatabase } from '../../../../../src/store/sql/engine/postgres/postgres-database.ts';
import { INSTALLATION_LOCK } from '../../../../../src/store/sql/engine/postgres/transactions.ts';
import type { Tx } from '../../../../../src/store/sql/engine/tx.ts';
import { databaseOptions } from '../../../../../src/store/sql/open-postgres-store.ts';
import { onPostgres } from '../../../postgres/on-postgres.ts';
import { optionsOf } from '../../../postgres/postgres-under-test.ts';

const REFS = ['a', 'b', 'c', 'd', 'e', 'f'];
/** More than two groups: the first two leave with one unit each. */
const MANY = Array.from({ length: 20 }, (_, n) => `r${n + 10}`);

onPostgres('units of calls', (postgres) => {
  let roundTrips: number;
  beforeEach(async () => {
    await postgres().administer(
      `DROP TABLE IF EXISTS rows; CREATE TABLE rows (ref text PRIMARY KEY, texts text NOT NULL DEFAULT '');
       INSERT INTO rows (ref) SELECT unnest('{${[...REFS, ...MANY].join(',')}}'::text[])`,
    );
    roundTrips = 0;
  });

  function open(statementTimeoutMs = 10_000): PostgresDatabase {
    const db = new PostgresDatabase({
      ...databaseOptions({ ...optionsOf(postgres().server), poolSize: 10, statementTimeoutMs }),
      onRoundTrip: () => void (roundTrips += 1),
    });
    onTestFinished(() => db.close());
    return db;
  }

  const lock = (tx: Tx, ref: string) =>
    tx.get<{ texts: string; by: string }>(
      `SELECT texts, CAST(txid_current() AS TEXT) AS by FROM rows WHERE ref = :ref ${tx.sql.forUpdate()}`,
      { ref },
    );

  /** Adds a text to its row. Returns what names its transaction. */
  const add =
    (ref: string, text: string) =>
    async (tx: Tx): Promise<string> => {
      const { texts, by } = (await lock(tx, ref))!;
      tx.send('UPDATE rows SET texts = :texts WHERE ref = :ref', { ref, texts: texts + text });
      return by;
    };

  const textsOf = async (db: PostgresDatabase, refs: readonly string[]): Promise<string[]> => {
    const rows = await db.all<{ ref: string; texts: string }>('SELECT ref, texts FROM rows');
    return refs.map((ref) => rows.find((row) => row.ref === ref)!.texts);
  };

  async function somebodyLocks(ref: string): Promise<Client> {
    const client = new Client(postgres().server);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`BEGIN; SELECT 1 FROM rows WHERE ref = '${ref}' FOR UPDATE`);
    return client;
  }

  test('those that come while others are under way share a transaction', async () => {
    const db = open();
    const by = await Promise.all(MANY.map((ref) => db.writeOfCall(ref, add(ref, 'x'))));
    expect(new Set(by).size).toBe(3);
    expect(await textsOf(db, MANY)).toEqual(MANY.map(() => 'x'));
  });

  test('units of one call run one after the other, in the order in which they were asked for', async () => {
    const db = open();
    const texts = ['1', '2', '3', '4', '5'];
    await Promise.all(
      texts.flatMap((text) => REFS.map((ref) => db.writeOfCall(ref, add(ref, text)))),
    );
    expect(await textsOf(db, REFS)).toEqual(REFS.map(() => '12345'));
  });

  test('one that throws fails alone', async () => {
    const db = open();
    const units = REFS.map((ref) =>
      db.writeOfCall(ref, async (tx) => {
        const by = await add(ref, 'x')(tx);
        if (ref === 'd') throw new Error('of the work');
        return by;
      }),
    );
    const settled = await Promise.allSettled(units);
    expect(settled.map(({ status }) => status === 'fulfilled')).toEqual(
      REFS.map((ref) => ref !== 'd'),
    );
    expect(await textsOf(db, REFS)).toEqual(REFS.map((ref) => (ref === 'd' ? '' : 'x')));
  });

  test('one whose statement fails fails alone, with its own error', async () => {
    const db = open();
    const units = REFS.map((ref) =>
      db.writeOfCall(ref, async (tx) => {
        await add(ref, 'x')(tx);
        if (ref === 'd') tx.send(`INSERT INTO rows (ref) VALUES ('a')`);
      }),
    );
    const settled = await Promise.allSettled(units);
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: '23505' }) },
    ]);
    expect(await textsOf(db, REFS)).toEqual(REFS.map((ref) => (ref === 'd' ? '' : 'x')));
  });

  test('one that must be alone is, and the others are done as well', async () => {
    const db = open();
    let tries = 0;
    await Promise.all(
      REFS.map((ref) =>
        db.writeOfCall(ref, async (tx) => {
          await add(ref, 'x')(tx);
          if (ref !== 'd') return;
          tries += 1;
          tx.alone();
        }),
      ),
    );
    expect(tries).toBe(3);
    expect(await textsOf(db, REFS)).toEqual(REFS.map(() => 'x'));
  });

  test('a call that somebody has locked holds up no other', async () => {
    const db = open();
    const somebody = await somebodyLocks('d');
    const order: string[] = [];
    const units = REFS.map(async (ref) => {
      await db.writeOfCall(ref, add(ref, 'x'));
      order.push(ref);
    });
    const waits = units.splice(REFS.indexOf('d'), 1);
    await Promise.all(units);
    await Promise.all(MANY.map((ref) => db.writeOfCall(ref, add(ref, 'x'))));
    expect(order).not.toContain('d');
    await somebody.query('COMMIT');
    await Promise.all(waits);
    expect(await textsOf(db, [...REFS, ...MANY])).toEqual([...REFS, ...MANY].map(() => 'x'));
  });

  test('while a unit waits for a locked call, the database can be written', async () => {
    const db = open();
    const somebody = await somebodyLocks('d');
    const unit = db.writeOfCall('d', add('d', 'x'));
    // The group, its end, and the unit by itself.
    await expect.poll(() => roundTrips).toBeGreaterThanOrEqual(3);
    expect(db.writeFault).toBeNull();
    await somebody.query('COMMIT');
    await unit;
  });

  test('a call that stays locked is a fault of the store, for its units only', async () => {
    const db = open(1_000);
    await somebodyLocks('d');
    const settled = await Promise.allSettled(REFS.map((ref) => db.writeOfCall(ref, add(ref, 'x'))));
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ fault: 'timeout' }) },
    ]);
    expect(await textsOf(db, REFS)).toEqual(REFS.map((ref) => (ref === 'd' ? '' : 'x')));
  });

  test('behind a database that does not answer, those that wait fail in time, and not one by one', async () => {
    const db = open(500);
    const somebody = new Client(postgres().server);
    await somebody.connect();
    onTestFinished(() => somebody.end());
    await somebody.query(`SELECT pg_advisory_lock(${INSTALLATION_LOCK})`);
    const units = MANY.map((text) => db.writeOfCall('a', add('a', text)));
    const settled = await Promise.allSettled(units);
    expect(settled).toEqual(
      MANY.map(() => ({
        status: 'rejected',
        reason: expect.objectContaining({ fault: 'timeout' }),
      })),
    );
    expect(roundTrips).toBeLessThanOrEqual(4);
  });

  test('closing waits for them, also for those that wait for a group', async () => {
    const db = open();
    const units = MANY.map((ref) => db.writeOfCall(ref, add(ref, 'x')));
    await db.close();
    await Promise.all(units);
    expect(await textsOf(open(), MANY)).toEqual(MANY.map(() => 'x'));
  });

  test('a unit within a unit is refused, because it would wait for itself', async () => {
    const db = open();
    const nested = () => db.writeOfCall('a', async () => db.writeOfCall('b', add('b', 'x')));
    await expect(nested()).rejects.toThrow('waits for something other than its statements');
  });
});
