import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { recordings } from '../../../src/cli/doctor/doctor-recordings.ts';
import { CREDENTIALS } from '../../recordings-archive/credentials.ts';

const QUOTA = { fileBytes: 1, totalBytes: 1, keepFreeBytes: 0 };

let path: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  path = join(folder, 'recordings');
});

test('a folder that is not there yet will be created, but not by the doctor', async () => {
  const finding = await recordings({ kind: 'folder', path }, QUOTA);
  expect(finding).toMatchObject({ state: 'ok', found: `${path} will be created` });
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test('a folder is tried, and left as it was', async () => {
  mkdirSync(path);
  writeFileSync(join(path, 'c1.1.1.mp3.01.partial'), '');
  const finding = await recordings({ kind: 'folder', path }, QUOTA);
  expect(finding).toMatchObject({ state: 'ok', found: `${path} can be read and written` });
  expect(readdirSync(path)).toEqual(['c1.1.1.mp3.01.partial']);
});

test('a file in place of the folder is a fault', async () => {
  writeFileSync(path, '');
  const { state, found, fix } = await recordings({ kind: 'folder', path }, QUOTA);
  expect(state).toBe('fault');
  expect(found).toContain('cannot be written: ENOTDIR');
  expect(fix).toContain('DIALWRIGHT_RECORDINGS');
});

test('an object store that cannot be reached is a fault, with the place by its name', async () => {
  for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const access = { endpoint: 'http://127.0.0.1:1', region: 'us-east-1' };
  const place = { kind: 's3', bucket: 'calls', prefix: '2027/', ...access } as const;
  const { state, found, fix } = await recordings(place, QUOTA);
  expect(state).toBe('fault');
  expect(found).toMatch(/^s3:\/\/calls\/2027\/: .*cannot be reached \(ECONNREFUSED\)$/);
  expect(fix).toContain('docs/recordings.md');
});
