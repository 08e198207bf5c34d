/** Rights of files and folders, under an umask that gives everything away. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { exportStore } from '../../src/process/export-store.ts';
import { privateFile, privateFolder } from '../../src/store/private-files.ts';
import { openSqliteStore } from '../../src/store/sql/open-sqlite-store.ts';

let folder: string;
let umask: number;
beforeEach(() => {
  umask = process.umask(0);
  folder = mkdtempSync(join(tmpdir(), 'dialwright-private-'));
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

async function useStore(path: string): Promise<void> {
  const store = openSqliteStore({ path });
  onTestFinished(() => store.close());
  await store.check();
}

test('a file that is there is not opened, which would end the locks of this process on it', () => {
  const path = join(folder, 'locked.sqlite');
  const db = new DatabaseSync(path);
  onTestFinished(() => db.close());
  db.exec('BEGIN IMMEDIATE');
  privateFile(path);
  const other = `
    const { DatabaseSync } = await import('node:sqlite');
    new DatabaseSync(${JSON.stringify(path)}, { timeout: 0 }).exec('BEGIN IMMEDIATE');`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', other]);
  expect(stderr.toString()).toContain('database is locked');
});

test('what is no file keeps its rights: an export may go to a pipe or a device', async () => {
  const path = join(folder, 'socket');
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => void server.listen(path, done));
  chmodSync(path, 0o666);
  privateFile(path);
  expect(modeOf(path)).toBe(0o666);
});

test('a database in memory makes no file', async () => {
  await useStore(':memory:');
  expect(existsSync(':memory:')).toBe(false);
});

test('the database and what SQLite keeps beside it are for their owner alone', async () => {
  const path = join(folder, 'new', 'store.sqlite');
  await useStore(path);
  expect(modeOf(join(folder, 'new'))).toBe(0o700);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(modeOf(file)).toBe(0o600);
});

test('a database that others could read is taken from them, with what lies beside it', async () => {
  const path = join(folder, 'store.sqlite');
  await useStore(path);
  const files = [path, `${path}-wal`, `${path}-shm`].filter((file) => existsSync(file));
  for (const file of files) chmodSync(file, 0o666);
  await useStore(path);
  for (const file of files) expect(modeOf(file)).toBe(0o600);
});

test('an export is for its owner alone, over an older one that was not', async () => {
  const database = join(folder, 'store.sqlite');
  const out = join(folder, 'export.ndjson');
  await useStore(database);
  writeFileSync(out, 'older');
  expect(modeOf(out)).toBe(0o666);
  await exportStore({ database: { engine: 'sqlite', path: database }, out });
  expect(modeOf(out)).toBe(0o600);
});

test('a folder that somebody else made is closed to others; its other rights stay', () => {
  const path = join(folder, 'recordings');
  mkdirSync(path);
  privateFolder(path);
  expect(modeOf(path)).toBe(0o700);
  privateFolder(join(folder, 'deep', 'down'));
  expect(modeOf(join(folder, 'deep'))).toBe(0o700);
});
