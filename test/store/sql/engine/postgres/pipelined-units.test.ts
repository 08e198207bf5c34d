/** What holds of units whose statements leave before those ahead of them are answered. */
import { Client } from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Pipeline } from '../../../../../src/store/sql/engine/postgres/pipeline.ts';
import { PostgresDatabase } from '../../../../../src/store/sql/engine/postgres/postgres-database.ts';
import { PostgresTx } from '../../../../../src/store/sql/engine/postgres/postgres-tx.ts';
import type { Tx } from '../../../../../src/store/sql/engine/tx.ts';
import { databaseOptions } from '../../../../../src/store/sql/open-postgres-store.ts';
import { onPostgres } from '../../../postgres/on-postgres.ts';
import { optionsOf } from '../../../postgres/postgres-under-test.ts';

const SQLSTATE = (state: string) => `DO $$ BEGIN RAISE SQLSTATE '${state}'; END $$`;
const INSERT = 'INSERT INTO notes (text) VALUES (:text)';
const one = (tx: Tx) => tx.get<{ one: number }>('SELECT 1 AS one');

onPostgres('units that are pipelined', (postgres) => {
  let roundTrips: number;
  beforeEach(async () => {
    await postgres().administer(
      'DROP TABLE IF EXISTS notes; CREATE TABLE notes (text text UNIQUE)',
    );
    roundTrips = 0;
  });

  /** With one connection, so that each unit finds what the one before it has left. */
  function open(statementTimeoutMs = 10_000): PostgresDatabase {
    const db = new PostgresDatabase({
      ...databaseOptions({ ...optionsOf(postgres().server), poolSize: 1, statementTimeoutMs }),
      onRoundTrip: () => void (roundTrips += 1),
    });
    onTestFinished(() => db.close());
    return db;
  }
  const seen = async (db: Pick<PostgresDatabase, 'all'>) =>
    (await db.all<{ text: string }>('SELECT text FROM notes ORDER BY text')).map(
      ({ text }) => text,
    );
  const tripsOf = async (work: () => Promise<unknown>) => {
    const before = roundTrips;
    await work();
    return roundTrips - before;
  };

  async function unitOn(begin: string): Promise<PostgresTx> {
    const client = new Client({ ...postgres().server, pipeline: true });
    await client.connect();
    onTestFinished(() => client.end());
    const tx = new PostgresTx(new Pipeline(client, { answerWithinMs: 10_000 }));
    tx.begin(begin);
    return tx;
  }

  test('reads leave with BEGIN, and COMMIT with the changes before it: two round trips', async () => {
    const db = open();
    const trips = await tripsOf(() =>
      db.write(async (tx) => {
        await Promise.all([one(tx), seen(tx)]);
        tx.send(INSERT, { text: 'a' });
        tx.send(INSERT, { text: 'b' });
      }),
    );
    expect(trips).toBe(2);
    expect(await seen(db)).toEqual(['a', 'b']);
  });

  test('a change waits for the answer to BEGIN, and a read behind it keeps its place', async () => {
    const db = open();
    const found: string[][] = [];
    const trips = await tripsOf(() =>
      db.write(async (tx) => {
        tx.send(INSERT, { text: 'a' });
        found.push(await seen(tx));
      }),
    );
    expect(trips).toBe(3);
    expect(found).toEqual([['a']]);
  });

  test('where BEGIN fails nothing runs outside of a transaction', async () => {
    const tx = await unitOn('BEGIN ISOLATION LEVEL NONE');
    const answers = [one(tx), tx.run(INSERT, { text: 'a' }), one(tx)];
    tx.send(INSERT, { text: 'b' });
    const settled = await Promise.allSettled(answers);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(tx.run(INSERT, { text: 'c' })).rejects.toMatchObject({ code: '42601' });
    await expect(tx.commit()).rejects.toMatchObject({ code: '42601' });
    expect(await tx.rollback(undefined)).toMatchObject({ code: '42601' });
    expect(await seen(open())).toEqual([]);
  });

  test.each(['40P01', '40001'])(
    'after %s of a change that was sent the unit runs again',
    async (state) => {
      const db = open();
      let runs = 0;
      await db.write(async (tx) => {
        runs += 1;
        tx.send(INSERT, { text: 'a' });
        if (runs < 3) tx.send(SQLSTATE(state));
        tx.send(INSERT, { text: 'b' });
      });
      expect(runs).toBe(3);
      expect(await seen(db)).toEqual(['a', 'b']);
    },
  );

  test('of several errors the first is the one of the unit', async () => {
    const db = open();
    let runs = 0;
    const unit = db.write(async (tx) => {
      runs += 1;
      const states = runs === 1 ? ['40001', '23514'] : ['23514', '40001'];
      await Promise.all(states.map((state) => tx.run(SQLSTATE(state))));
    });
    await expect(unit).rejects.toMatchObject({ code: '23514' });
    expect(runs).toBe(2);
  });

  test('a unit whose key another one has taken runs again alone, as with a change that is awaited', async () => {
    const db = open();
    let runs = 0;
    await db.write(async (tx) => {
      runs += 1;
      tx.send(INSERT, { text: 'a' });
      if (runs === 1) tx.send(INSERT, { text: 'a' });
    }, 'by-rows');
    expect(runs).toBe(2);
    expect(await seen(db)).toEqual(['a']);
  });

  test('a statement that is new to its connection may be sent many times at once', async () => {
    const db = open();
    const texts = Array.from({ length: 20 }, (_, n) => `n${String(n).padStart(2, '0')}`);
    await db.write(async (tx) => {
      await one(tx);
      for (const text of texts) tx.send(INSERT, { text });
    });
    expect(await seen(db)).toEqual(texts);
  });

  test('a statement whose first uses failed can be used afterwards', async () => {
    const db = open();
    const failing = db.write(async (tx) => {
      await one(tx);
      tx.send(SQLSTATE('23514'));
      for (const text of ['a', 'b']) tx.send(INSERT, { text });
      await Promise.all([seen(tx), seen(tx)]);
    });
    await expect(failing).rejects.toMatchObject({ code: '23514' });
    await db.write(async (tx) => {
      for (const text of ['c', 'd']) tx.send(INSERT, { text });
      expect(await seen(tx)).toEqual(['c', 'd']);
    });
    expect(await seen(db)).toEqual(['c', 'd']);
  });

  test('a unit that is refused waits for its statements before others get its connection', async () => {
    const db = open();
    const refused = db.write(async (tx) => {
      await one(tx);
      void tx.all('SELECT pg_sleep(0.2)');
      tx.send(INSERT, { text: 'a' });
      throw new Error('refused');
    });
    const next = db.write(async (tx) => tx.send(INSERT, { text: 'b' }));
    await expect(refused).rejects.toThrow('refused');
    await next;
    expect(await seen(db)).toEqual(['b']);
  });

  test('statements that leave together have the time of each of them', async () => {
    const db = open(500);
    await db.write(async (tx) => {
      const naps = Array.from({ length: 10 }, () => tx.all('SELECT pg_sleep(0.3)'));
      expect(await Promise.all(naps)).toHaveLength(10);
    });
  });

  test('a connection that is cut fails all that is on its way, and the next unit has another', async () => {
    const db = open();
    const cut = db.write(async (tx) => {
      tx.send(INSERT, { text: 'a' });
      const { pid } = (await tx.get<{ pid: number }>('SELECT pg_backend_pid() AS pid'))!;
      const asked = [tx.all('SELECT pg_sleep(10)'), one(tx), tx.run(INSERT, { text: 'b' })];
      tx.send(INSERT, { text: 'c' });
      await postgres().administer(`SELECT pg_terminate_backend(${pid})`);
      await Promise.allSettled(asked);
    });
    await expect(cut).rejects.toMatchObject({ fault: 'unreachable' });
    await db.write(async (tx) => tx.send(INSERT, { text: 'd' }));
    expect(await seen(db)).toEqual(['d']);
  });

  test('a snapshot answers reads that are asked for together', async () => {
    const db = open();
    const snapshot = await db.snapshot();
    onTestFinished(() => snapshot.close());
    expect(await Promise.all([one(snapshot), seen(snapshot), one(snapshot)])).toEqual([
      { one: 1 },
      [],
      { one: 1 },
    ]);
  });
});
