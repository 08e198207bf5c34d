/** `dialwright move`: a SQLite file becomes a Postgres database, whole or not at all. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { judgeLines } from '../../src/checker/decisions/judge-file.ts';
import { MoveRefused, StoreUnopenable } from '../../src/store/faults.ts';
import { schemaSteps } from '../../src/store/sql/engine/schema-steps.ts';
import { digestOf } from '../../src/store/sql/engine/sqlite/migrations.ts';
import { moveDatabase, type Moved } from '../../src/store/sql/move-database.ts';
import { openPostgresStore } from '../../src/store/sql/open-postgres-store.ts';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { World } from './contract/world.ts';
import { dialOn } from './dial-on.ts';
import { fillStore } from './filled-store.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { optionsOf } from './postgres/postgres-under-test.ts';
import { decisionLinesOf, seenOf } from './seen-of-store.ts';

const GRACES = { expected: [], graceMs: 1_000, claimGraceMs: 10_000 };

onPostgres(
  'a move from SQLite to Postgres',
  (postgres) => {
    let folder: string;
    let path: string;
    let seen: unknown[];
    let count = 0;

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'dialwright-move-'));
      path = join(folder, 'store.sqlite');
      const store = openSqliteStore({ path });
      await fillStore(new World({ store, another: () => store, drop: async () => undefined }));
      seen = await seenOf(store);
      await store.close();
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    const emptyDatabase = async () => {
      const database = `moved${++count}`;
      await postgres().administer(`CREATE DATABASE ${database}`);
      return optionsOf({ ...postgres().server, database });
    };

    async function openedAt(
      to: ReturnType<typeof optionsOf>,
      work: (store: Store) => Promise<void>,
    ) {
      const store = await openPostgresStore(to);
      try {
        await work(store);
      } finally {
        await store.close();
      }
    }

    test('readers see the same, seals hold, and dialling goes on', async () => {
      const to = await emptyDatabase();
      const steps: string[] = [];
      const moved = await moveDatabase({ path, to, onProgress: ({ step }) => steps.push(step) });
      expect(moved).toMatchObject({ wasThere: false, replacedTexts: 0 });
      expect(rowsOf(moved, 'contacts')).toBe(13);
      expect(new Set(steps)).toEqual(new Set(['copy', 'check']));
      await openedAt(to, async (store) => {
        expect(await seenOf(store)).toEqual(seen);
        const { results, unsealed, placements } = await judgeLines(
          await decisionLinesOf(store),
          GRACES,
        );
        expect(results.flatMap(({ violations }) => violations)).toEqual([]);
        expect({ unsealed, isEmpty: placements === 0 }).toEqual({ unsealed: 0, isEmpty: false });
        await dialOn(store);
      });
    });

    test('the file is refused afterwards, and a run again finds that all is there', async () => {
      const to = await emptyDatabase();
      const before = await moveDatabase({ path, to });
      expect(() => openSqliteStore({ path })).toThrow(StoreUnopenable);
      expect(() => openSqliteStore({ path })).toThrow('its data was moved to Postgres');
      await expect(moveDatabase({ path, to })).rejects.toThrow('its data was moved');
      // As a run that was stopped between the two commits leaves it.
      const file = new DatabaseSync(path);
      file.exec(`PRAGMA application_id = ${digestOf(schemaSteps('sqlite'))}`);
      file.close();
      expect(await moveDatabase({ path, to })).toMatchObject({
        wasThere: true,
        tables: before.tables,
      });
      expect(() => openSqliteStore({ path })).toThrow('its data was moved to Postgres');
    });

    test('one that is interrupted leaves an empty database and the file as it was', async () => {
      const to = await emptyDatabase();
      const stop = () => {
        throw new Error('interrupted');
      };
      await expect(moveDatabase({ path, to, onProgress: stop })).rejects.toThrow('interrupted');
      const store = openSqliteStore({ path });
      expect(await seenOf(store)).toEqual(seen);
      await store.close();
      expect(await moveDatabase({ path, to })).toMatchObject({ wasThere: false });
    });

    test('a database that is used is refused', async () => {
      const to = await emptyDatabase();
      const refused = async (says: string) => {
        const error: unknown = await moveDatabase({
          path,
          to,
          nowMs: () => 1_800_200_030_000,
        }).catch((refusal: unknown) => refusal);
        expect(error).toBeInstanceOf(MoveRefused);
        expect((error as Error).message).toContain(says);
      };
      const store = openSqliteStore({ path });
      await refused('another process has');
      const worker = { name: 'host:1', role: 'worker', work: [], trouble: null } as const;
      await store.noteProcess({ ...worker, atMs: 1_800_200_000_000 });
      await store.close();
      await refused('worker host:1 showed life within the last minute');
      const again = openSqliteStore({ path });
      await again.noteProcessStopped({ role: 'worker', name: 'host:1', nowMs: 1_800_200_000_000 });
      await again.close();
      await openedAt(to, async () => undefined);
      await refused('is not empty; drop that database');
    });

    test('what Postgres cannot hold is replaced as a Postgres store does it, and told', async () => {
      const file = new DatabaseSync(path);
      file.exec(
        `UPDATE contacts SET name = 'a' || char(0) || 'b' WHERE campaign_id = 'c1' AND position = 1`,
      );
      file.close();
      const to = await emptyDatabase();
      expect(await moveDatabase({ path, to })).toMatchObject({ replacedTexts: 1 });
    });
  },
  ['fsync=off'],
);

const rowsOf = ({ tables }: Moved, name: string): number =>
  tables.find(({ table }) => table === name)!.rows;
