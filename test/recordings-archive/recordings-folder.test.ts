import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { recordingsFolder } from '../../src/recordings-archive/recordings-folder.ts';
import { archiveRules } from './archive-rules.ts';

const NO_LIMIT = { fileBytes: 1, totalBytes: Number.MAX_SAFE_INTEGER, keepFreeBytes: 0 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

describe('there is no room', () => {
  test('on a disk with less free than is to be kept free', async () => {
    const quota = { ...NO_LIMIT, keepFreeBytes: Number.MAX_SAFE_INTEGER };
    expect(await recordingsFolder(folder).whyNoRoom(quota, 0)).toMatch(
      /^no room: \d+ MB free on the disk, \d+ MB/,
    );
  });

  test('where its parent is gone too, or it is no folder; the error does not show its path', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const [path, code] of [
      [join(folder, 'gone', 'recordings'), 'ENOENT'],
      [join(file, 'recordings'), 'ENOTDIR'],
    ] as const) {
      expect(await recordingsFolder(path).whyNoRoom(NO_LIMIT, 0)).toBe(
        `the folder of recordings cannot be written: ${code}`,
      );
    }
  });
});

test('a folder that was deleted is made again, for this user alone', async () => {
  const path = join(folder, 'recordings');
  mkdirSync(path);
  const archive = recordingsFolder(path);
  expect(await archive.whyNoRoom(NO_LIMIT, 0)).toBeUndefined();
  rmSync(path, { recursive: true });
  expect(await recordingsFolder(path).whyNoRoom(NO_LIMIT, 0)).toBeUndefined();
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

const otherVolume = ['/dev/shm', '/var/tmp', '/tmp'].find(
  (path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev,
);

test.skipIf(otherVolume === undefined)(
  'it is not made on another volume than it stood on: its own is not mounted',
  async () => {
    const elsewhere = mkdtempSync(join(otherVolume!, 'dialwright-folder-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    const mount = join(folder, 'mount');
    const path = join(mount, 'recordings');
    symlinkSync(elsewhere, mount);
    mkdirSync(path);
    const archive = recordingsFolder(path);
    expect(await archive.whyNoRoom(NO_LIMIT, 0)).toBeUndefined();
    unlinkSync(mount);
    mkdirSync(mount);
    expect(await archive.whyNoRoom(NO_LIMIT, 0)).toContain('its volume is not mounted');
    expect(readdirSync(mount)).toEqual([]);
  },
);

test('what a killed download left is removed once nobody has written to it for a while', async () => {
  const untouchedSinceMs = Date.now() - 60_000;
  const old = new Date(untouchedSinceMs - 1_000);
  for (const name of ['a.mp3.01.partial', 'b.mp3.02.partial', 'c.mp3']) {
    writeFileSync(join(folder, name), 'x');
    if (name !== 'b.mp3.02.partial') utimesSync(join(folder, name), old, old);
  }
  expect(await recordingsFolder(folder).removeLeftovers(untouchedSinceMs)).toBe(1);
  expect(readdirSync(folder)).toEqual(['b.mp3.02.partial', 'c.mp3']);
});

archiveRules('a folder', async () => {
  const partial = () => readdirSync(folder).filter((name) => name.endsWith('.partial'));
  return {
    place: { kind: 'folder', path: folder },
    names: async () => readdirSync(folder).filter((name) => !partial().includes(name)),
    unfinished: async () => partial().length,
  };
});
