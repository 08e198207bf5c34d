/** A store that cannot be written: every answer has the reason, and reads still work. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable, type StoreFault } from '../../src/store/faults.ts';
import { campaignStore } from '../../src/store/sql/transactions/campaigns/campaigns.ts';
import { Connection } from '../../src/store/sql/engine/sqlite/connection.ts';
import { SqliteDatabase } from '../../src/store/sql/engine/sqlite/sqlite-database.ts';
import { openSqliteUnderTest } from '../store/sqlite-files.ts';
import { World, phone } from '../store/contract/world.ts';
import { startApi } from './api-under-test.ts';

test.each<[StoreFault, string, string]>([
  ['disk-full', '10', 'the disk is full'],
  ['locked', '1', 'another process holds its lock'],
  ['read-only', '10', 'read-only'],
  ['unreachable', '10', 'the connection to its database server failed'],
])('%s: a request is 503 with Retry-After, and /readyz says why', async (fault, seconds, why) => {
  const fails = async () => {
    throw new StoreUnavailable(fault);
  };
  const on = await startApi({
    store: (store) => ({ ...store, check: fails, createCampaign: fails }),
  });
  onTestFinished(() => on.stop());
  const refused = await on.post('/v1/campaigns', { name: 'spring' });
  expect(refused.statusCode).toBe(503);
  expect(refused.headers).toMatchObject({
    'retry-after': seconds,
    'content-type': expect.stringContaining('application/problem+json'),
  });
  expect(refused.json()).toMatchObject({
    code: 'store_unavailable',
    reason: fault,
    detail: expect.stringContaining(why),
  });
  const ready = await on.get('/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.json()).toMatchObject({
    store: 'failing',
    temporal: 'ok',
    detail: expect.stringContaining(why),
  });
});

test('a campaign that dials shows that the store cannot be written, and can be read meanwhile', async () => {
  const opened = openSqliteUnderTest();
  onTestFinished(() => opened.drop());
  const world = new World(opened);
  await world.campaign('c1', [phone(1)]);
  const connection = new Connection(opened.path, 0);
  const db = new SqliteDatabase(connection);
  const waitingFor = async () =>
    (await campaignStore(db).campaignProgress('c1', world.nowMs)).waitingFor;
  connection.script('PRAGMA query_only = ON');
  await expect(db.write((tx) => tx.run('UPDATE installation SET checks = 1'))).rejects.toThrow(
    'read-only',
  );
  expect(await waitingFor()).toMatchObject({
    reason: 'store',
    text: 'the store cannot be written: its file or its folder is read-only',
  });
  connection.script('PRAGMA query_only = OFF');
  await db.write((tx) => tx.run('UPDATE installation SET checks = 1'));
  expect(await waitingFor()).toMatchObject({ reason: 'agents' });
  await db.close();
});

test('a start on a database that cannot be written is one sentence with its path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const blocked = join(folder, 'file');
  writeFileSync(blocked, '');
  const start = (path: string) =>
    spawnSync(process.execPath, ['src/server.ts'], {
      encoding: 'utf8',
      env: {
        DIALWRIGHT_HOOK_SECRETS: 'a-hook-secret-of-at-least-32-characters',
        DIALWRIGHT_API_KEYS: 'key-one-0123456789',
        DIALWRIGHT_DATABASE_URL: `sqlite:${path}`,
        DIALWRIGHT_PORT: '0',
      },
    });
  const path = join(blocked, 'store.sqlite');
  const { status, stderr } = start(path);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The database .* cannot be used: .*\.\n$/);
  expect(stderr).toContain(path);
});
