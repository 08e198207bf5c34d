import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { databaseOptions } from '../../../../../src/store/sql/open-postgres-store.ts';
import { PostgresDatabase } from '../../../../../src/store/sql/engine/postgres/postgres-database.ts';
import type { Tx } from '../../../../../src/store/sql/engine/tx.ts';
import { startCuttingProxy } from '../../../postgres/cutting-proxy.ts';
import { onPostgres } from '../../../postgres/on-postgres.ts';
import { optionsOf } from '../../../postgres/postgres-under-test.ts';

const SQLSTATE = (state: string) => `DO $$ BEGIN RAISE SQLSTATE '${state}'; END $$`;
const note = (text: string) => async (tx: Tx) => {
  await tx.run('INSERT INTO notes (text) VALUES (:text)', { text });
  return text;
};

onPostgres(
  'a Postgres database',
  (postgres) => {
    beforeEach(async () => {
      await postgres().administer(
        'DROP TABLE IF EXISTS notes; CREATE TABLE notes (id bigint GENERATED ALWAYS AS IDENTITY, text text UNIQUE)',
      );
    });

    function open(more: Partial<ReturnType<typeof optionsOf>> = {}): PostgresDatabase {
      const db = new PostgresDatabase(
        databaseOptions({ ...optionsOf(postgres().server), ...more }),
      );
      onTestFinished(() => db.close());
      return db;
    }
    const seen = async (db: PostgresDatabase) =>
      (await db.all<{ text: string }>('SELECT text FROM notes ORDER BY id')).map(
        ({ text }) => text,
      );

    test('a unit that fails is rolled back whole, and no other with it', async () => {
      const db = open();
      const refused = db.write(async (tx) => {
        await note('half')(tx);
        throw new Error('refused');
      });
      const units = [db.write(note('a')), refused, db.write(note('a')), db.write(note('b'))];
      const settled = await Promise.allSettled(units);
      expect(settled.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'rejected',
        'fulfilled',
      ]);
      expect(await seen(db)).toEqual(['a', 'b']);
      expect(db.writeFault).toBeNull();
    });

    test('a unit within another one is refused, instead of waiting for it for ever', async () => {
      const db = open();
      const unit = db.write(async (tx) => {
        await note('a')(tx);
        await db.write(note('b'));
      });
      await expect(unit).rejects.toThrow('waits for something other than its statements');
      await db.write(note('c'));
      expect(await seen(db)).toEqual(['c']);
    });

    test.each([
      ['U+0000', '\u0000', '\u2400'],
      ['half of a character', '\ud800', '\ufffd'],
      ['a backslash before letters', '\\u0000x', '\\u0000x'],
    ])('JSON with %s is read by Postgres', async (_what, written, read) => {
      const db = open();
      const list = JSON.stringify([written, 'other']);
      const rows = await db.all<{ value: string }>(`SELECT value FROM ${db.sql.texts(':list')}`, {
        list,
      });
      expect(rows.map(({ value }) => value)).toEqual([read, 'other']);
    });

    test('a unit that goes on after a failed statement fails with its error, and is not committed', async () => {
      const db = open();
      const unit = db.write(async (tx) => {
        await note('a')(tx);
        await note('a')(tx).catch(() => undefined);
      });
      await expect(unit).rejects.toMatchObject({ code: '23505' });
      expect(await seen(db)).toEqual([]);
    });

    test('a statement that comes after its transaction is refused', async () => {
      const db = open();
      const tx = await db.write(async (used) => used);
      await expect(tx.get('SELECT 1')).rejects.toThrow('after its transaction was over');
    });

    test.each(['40P01', '40001'])(
      'after %s the unit runs again, from its beginning',
      async (state) => {
        const db = open();
        let runs = 0;
        await db.write(async (tx) => {
          await note('a')(tx);
          runs += 1;
          if (runs < 3) await tx.run(SQLSTATE(state));
        });
        expect(runs).toBe(3);
        expect(await seen(db)).toEqual(['a']);
        const hopeless = db.write((tx) => tx.run(SQLSTATE(state)));
        await expect(hopeless).rejects.toMatchObject({ code: state });
      },
    );

    test('units of two processes run one after the other', async () => {
      const [one, other] = [open(), open()];
      await one.write(note('0'));
      const add = (db: PostgresDatabase) =>
        db.write(async (tx) => {
          const { count } = (await tx.get<{ count: number }>(
            'SELECT count(*) AS count FROM notes',
          ))!;
          await note(String(count))(tx);
        });
      await Promise.all(Array.from({ length: 40 }, (_, n) => add(n % 2 === 0 ? one : other)));
      expect(await seen(one)).toEqual(Array.from({ length: 41 }, (_, n) => String(n)));
    });

    test('integers are numbers up to 2^53, and no further; numeric stays text; flags are 0 or 1', async () => {
      const db = open();
      expect(
        await db.get(
          `SELECT 9007199254740991 AS most, 1.50 AS money, 1 = 1 AS flag, CAST('{"a":1}' AS json) AS json`,
        ),
      ).toEqual({ most: Number.MAX_SAFE_INTEGER, money: '1.50', flag: 1, json: '{"a":1}' });
      await expect(db.get('SELECT 9007199254740992 AS more')).rejects.toThrow('too large');
      expect(await db.get('SELECT CAST(:big AS TEXT) AS big', { big: 2n ** 62n })).toEqual({
        big: `${2n ** 62n}`,
      });
    });

    test('a table that was migrated meanwhile is read anew, within the same unit', async () => {
      const db = open();
      const all = (tx: Tx) => tx.all('SELECT * FROM notes');
      await db.write(note('a'));
      await db.write(all);
      await postgres().administer('ALTER TABLE notes ADD COLUMN more bigint DEFAULT 7');
      await db.write(note('b'));
      expect(await db.write(all)).toMatchObject([
        { text: 'a', more: 7 },
        { text: 'b', more: 7 },
      ]);
    });

    test('a read and a snapshot see one instant, and change nothing', async () => {
      const db = open();
      await db.write(note('a'));
      const snapshot = await db.snapshot();
      const count = (tx: Tx) => tx.get<{ count: number }>('SELECT count(*) AS count FROM notes');
      expect(await count(snapshot)).toEqual({ count: 1 });
      await db.read(async (tx) => {
        expect(await count(tx)).toEqual({ count: 1 });
        await db.write(note('b'));
        expect(await count(tx)).toEqual({ count: 1 });
      });
      expect(await count(snapshot)).toEqual({ count: 1 });
      await snapshot.close();
      await expect(db.read(note('c'))).rejects.toMatchObject({ fault: 'standby' });
      expect(await seen(db)).toEqual(['a', 'b']);
    });

    test('a statement that takes too long is given up', async () => {
      const db = open({ statementTimeoutMs: 100 });
      const slow = db.write((tx) => tx.get('SELECT pg_sleep(5)'));
      await expect(slow).rejects.toMatchObject({ name: 'StoreUnavailable', fault: 'timeout' });
      expect(db.writeFault).toMatchObject({ fault: 'timeout' });
      await db.write(note('a'));
      expect(db.writeFault).toBeNull();
    });

    test('who waits too long for the units of others is told so, and they go on', async () => {
      const [one, other] = [open(), open({ statementTimeoutMs: 100 })];
      await one.write(async (tx) => {
        await note('a')(tx);
        await expect(other.write(note('b'))).rejects.toMatchObject({ fault: 'timeout' });
      });
      expect(await seen(one)).toEqual(['a']);
    });

    test('a connection that is cut before or at the commit leaves nothing half, and the next unit has another', async () => {
      const db = open();
      const cut = db.write(async (tx) => {
        await note('a')(tx);
        const { pid } = (await tx.get<{ pid: number }>('SELECT pg_backend_pid() AS pid'))!;
        await postgres().administer(`SELECT pg_terminate_backend(${pid})`);
      });
      await expect(cut).rejects.toMatchObject({ name: 'StoreUnavailable', fault: 'unreachable' });
      expect(db.writeFault).toMatchObject({ fault: 'unreachable' });
      await db.write(note('b'));
      expect(await seen(db)).toEqual(['b']);
      expect(db.writeFault).toBeNull();
    });

    test('a commit whose answer is lost is reported as unreachable, though it was done', async () => {
      const proxy = await startCuttingProxy(postgres().server.port);
      onTestFinished(() => proxy.close());
      const db = open({ server: { ...postgres().server, port: proxy.port } });
      await db.write(note('a'));
      proxy.cutAtCommit = true;
      await expect(db.write(note('b'))).rejects.toMatchObject({ fault: 'unreachable' });
      proxy.cutAtCommit = false;
      await db.write(note('c'));
      expect(await seen(db)).toEqual(['a', 'b', 'c']);
    });

    test('idle connections that are cut are replaced without an error', async () => {
      const db = open();
      await Promise.all([seen(db), seen(db), seen(db)]);
      await postgres().administer(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'dialwright' AND pid <> pg_backend_pid()`,
      );
      await expect.poll(() => seen(db).catch(() => undefined)).toEqual([]);
    });

    test('a server that is frozen makes units fail in time, and they go on when it answers again', async () => {
      const db = open({ statementTimeoutMs: 200 });
      await db.write(note('a'));
      const sessions = await db.all<{ pid: number }>('SELECT pid FROM pg_stat_activity');
      const pids = [postgres().pid(), ...sessions.map(({ pid }) => pid)];
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      try {
        const beganMs = performance.now();
        const units = ['b1', 'b2', 'b3', 'b4', 'b5', 'b6'].map((text) => db.write(note(text)));
        for (const unit of await Promise.allSettled(units)) {
          expect(unit).toMatchObject({
            reason: { fault: expect.stringMatching(/^(timeout|unreachable)$/) as string },
          });
        }
        expect(performance.now() - beganMs).toBeLessThan(8_000);
      } finally {
        for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT');
      }
      await expect.poll(() => db.write(note('c')).catch(() => undefined)).toBe('c');
      expect((await seen(db)).filter((text) => !text.startsWith('b'))).toEqual(['a', 'c']);
    }, 60_000);

    test('while the server is down nothing can be done; when it is back everything that was committed is there', async () => {
      const db = open();
      await db.write(note('a'));
      process.kill(postgres().pid(), 'SIGQUIT');
      await expect
        .poll(() => db.write(note('b')).catch((error: unknown) => error))
        .toMatchObject({ name: 'StoreUnavailable', fault: 'unreachable' });
      expect(db.writeFault).toMatchObject({ fault: 'unreachable' });
      await postgres().start();
      await expect.poll(() => db.write(note('c')).catch(() => undefined)).toBe('c');
      expect((await seen(db)).filter((text) => text !== 'b')).toEqual(['a', 'c']);
      expect(db.writeFault).toBeNull();
    }, 60_000);

    test('a server without a free connection says so', async () => {
      const db = open({ poolSize: 40 });
      const busy = Array.from({ length: 40 }, () => db.all('SELECT pg_sleep(1)'));
      const settled = await Promise.allSettled(busy);
      const faults = settled.flatMap((one) =>
        one.status === 'rejected' ? [one.reason as { fault: string }] : [],
      );
      expect(faults.length).toBeGreaterThan(0);
      expect(new Set(faults.map(({ fault }) => fault))).toEqual(new Set(['overloaded']));
    });

    test('who closes waits for what was asked for; what comes later is refused', async () => {
      const db = open();
      const units = Promise.all([db.write(note('a')), db.write(note('b'))]);
      await db.close();
      expect(await units).toEqual(['a', 'b']);
      await expect(db.write(note('c'))).rejects.toThrow('not open');
      expect(await seen(open())).toEqual(['a', 'b']);
    });
  },
  ['max_connections=20'],
);
