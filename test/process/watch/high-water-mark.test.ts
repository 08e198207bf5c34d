import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openHighWaterMark } from '../../../src/process/watch/high-water-mark.ts';
import { recordingsFolder } from '../../../src/recordings-archive/recordings-folder.ts';
import type { RecordingPlace } from '../../../src/recordings-archive/recording-place.ts';

let folder: string;
let warned: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-mark-'));
  warned = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const log = { warn: (_facts: object, message: string) => void warned.push(message) };
const open = (installation = 'one', place: Partial<RecordingPlace> = {}) =>
  openHighWaterMark(
    { kind: 'folder', path: folder, ...place } as RecordingPlace,
    recordingsFolder(folder),
    { installation, log },
  );
const files = join('.high-water', 'one');

test('before anything was placed there is none', async () => {
  expect(await open().read()).toBeUndefined();
});

test('what is raised can be read by others at once, and does not fall', async () => {
  const mark = open();
  mark.raise({ epoch: 1, placement: 95 });
  mark.raise({ epoch: 1, placement: 41 });
  expect(await open().read()).toEqual({ epoch: 1, placement: 95 });
  mark.raise({ epoch: 2, placement: 41 });
  expect(await open().read()).toEqual({ epoch: 2, placement: 41 });
  await mark.close();
});

test('each installation has its own: a new database finds none', async () => {
  const mark = open();
  mark.raise({ epoch: 1, placement: 95 });
  await mark.close();
  expect(await open('another').read()).toBeUndefined();
});

test('the highest of all processes counts, and one that was cut off counts not', async () => {
  const mark = open();
  mark.raise({ epoch: 1, placement: 7 });
  writeFileSync(join(folder, files, 'host-1'), '{"epoch":1,"placement":9}'.padEnd(64));
  writeFileSync(join(folder, files, 'host-2'), '{"epoch":1,"plac');
  expect(await open().read()).toEqual({ epoch: 1, placement: 9 });
  await mark.close();
});

test('the file of a process that is gone for a week is removed', async () => {
  const mark = open();
  mark.raise({ epoch: 1, placement: 7 });
  const old = join(folder, files, 'host-1');
  writeFileSync(old, '{"epoch":1,"placement":3}');
  utimesSync(old, new Date(0), new Date(0));
  await open().read();
  expect(readdirSync(join(folder, files))).toHaveLength(1);
  await mark.close();
});

test('a folder that cannot be written keeps nobody from dialling, and is told', () => {
  writeFileSync(join(folder, '.high-water'), 'a file');
  open().raise({ epoch: 1, placement: 7 });
  expect(warned).toEqual([expect.stringContaining('cannot be kept')]);
});

test('in an object store the mark is one object, written at the latest when the process ends', async () => {
  mkdirSync(join(folder, '.high-water'));
  const mark = open('one', { kind: 's3' });
  mark.raise({ epoch: 1, placement: 7 });
  await mark.close();
  expect(readdirSync(join(folder, '.high-water'))).toEqual(['one.json']);
  const other = open('one', { kind: 's3' });
  other.raise({ epoch: 1, placement: 3 });
  await other.close();
  expect(await other.read()).toEqual({ epoch: 1, placement: 7 });
  expect(warned).toEqual([]);
});
