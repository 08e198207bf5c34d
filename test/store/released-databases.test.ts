/**
 * Databases that earlier releases made and filled (`test/fixtures/releases`): this version brings them up to date, reads
 * all that they have, and dials on.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { judgeLines } from '../../src/checker/decisions/judge-file.ts';
import { moveDatabase } from '../../src/store/sql/move-database.ts';
import type { DatabaseLocation } from '../../src/store/sql/open-store.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import { planSchema, upgradeSchema } from '../../src/store/sql/schema-plan.ts';
import { dialOn } from './dial-on.ts';
import { onPostgres } from './postgres/on-postgres.ts';
import { optionsOf } from './postgres/postgres-under-test.ts';
import { decisionLinesOf, seenOf } from './seen-of-store.ts';

const RELEASES = join(import.meta.dirname, '../fixtures/releases');
const releases = readdirSync(RELEASES).filter((name) => /^\d/.test(name));
const GRACES = { expected: [], graceMs: 1_000, claimGraceMs: 10_000 };

const fileOf = (release: string, name: string) => readFileSync(join(RELEASES, release, name));

const seenBy = (release: string, engine: 'sqlite' | 'postgres') =>
  JSON.parse(fileOf(release, `${engine}.seen.json`).toString()) as object[];

function sqliteOf(release: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'store.sqlite');
  writeFileSync(path, gunzipSync(fileOf(release, 'store.sqlite.gz')));
  return path;
}

/** @returns how many placements it had, each with its decision */
async function goesOn(location: DatabaseLocation, release: string): Promise<number> {
  const before = await planSchema(location);
  expect(before).toMatchObject({ refusal: null });
  expect(before.version).toBeGreaterThan(0);
  await upgradeSchema(location);
  expect(await planSchema(location)).toMatchObject({ state: 'current', steps: [] });
  const store = await openStore({ ...location, migrateAt: 'never' });
  onTestFinished(() => store.close());
  // Later versions may show more, never less or other.
  expect(await seenOf(store)).toMatchObject(seenBy(release, location.engine));
  const { results, unsealed, placements } = await judgeLines(await decisionLinesOf(store), GRACES);
  expect(results.flatMap(({ violations }) => violations)).toEqual([]);
  expect(unsealed).toBe(0);
  await dialOn(store);
  return placements;
}

describe.each(releases)('a database of %s', (release) => {
  test('on SQLite is brought up to date, shows what it had, and dials on', async () => {
    const placements = await goesOn({ engine: 'sqlite', path: sqliteOf(release) }, release);
    expect(placements).toBeGreaterThan(0);
  });

  onPostgres(
    'on Postgres',
    (postgres) => {
      test('is brought up to date, shows what it had, and dials on', async () => {
        await postgres().administer('CREATE DATABASE release');
        const server = { ...postgres().server, database: 'release' };
        const client = new Client(server);
        await client.connect();
        await client.query(fileOf(release, 'store.postgres.sql').toString());
        await client.end();
        const location = { engine: 'postgres', ...optionsOf(server) } as const;
        expect(await goesOn(location, release)).toBeGreaterThan(0);
      });

      test('is moved there from SQLite', async () => {
        const path = sqliteOf(release);
        await upgradeSchema({ engine: 'sqlite', path });
        await postgres().administer('CREATE DATABASE moved');
        const to = optionsOf({ ...postgres().server, database: 'moved' });
        await moveDatabase({ path, to });
        const store = await openStore({ engine: 'postgres', ...to });
        onTestFinished(() => store.close());
        expect(await seenOf(store)).toMatchObject(seenBy(release, 'sqlite'));
      });
    },
    ['fsync=off'],
  );
});
