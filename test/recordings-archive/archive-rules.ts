/** What must hold for every archive, wherever it keeps the recordings. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { openArchive } from '../../src/recordings-archive/open-archive.ts';
import type { RecordingArchive } from '../../src/recordings-archive/recording-archive.ts';
import type { RecordingPlace } from '../../src/recordings-archive/recording-place.ts';

export interface ArchiveUnderTest {
  /** Empty. */
  place: RecordingPlace;
  /** Names of the recordings that are there, whoever looks for them. */
  names: () => Promise<string[]>;
  /** Writes that have put something there and have not ended. */
  unfinished: () => Promise<number>;
}

/** More than one part of an upload. */
const LARGE = Buffer.alloc(12_000_000, 'recording');
const SMALL = Buffer.from('0123456789');
const LONG_AGO_MS = Date.UTC(2001, 0);
const SOON_MS = () => Date.now() + 60_000;
const CHUNK_BYTES = 100_000;

async function* chunksOf(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    yield body.subarray(at, at + CHUNK_BYTES);
  }
}

async function* brokenAfter(body: Buffer): AsyncGenerator<Buffer> {
  yield* chunksOf(body);
  throw new Error('the line was cut');
}

async function readBack(archive: RecordingArchive, name: string): Promise<Buffer> {
  const found = await archive.open(name);
  return buffer(await found!.read());
}

/** @param where what the archive is in */
export function archiveRules(where: string, start: () => Promise<ArchiveUnderTest>): void {
  const open = async () => {
    const under = await start();
    return { ...under, archive: await openArchive(under.place) };
  };

  describe(`an archive in ${where}`, () => {
    test.each([
      ['none', Buffer.alloc(0)],
      ['few', SMALL],
      ['many', LARGE],
    ])('a recording of %s bytes comes back as it was written', async (_, body) => {
      const { archive, names, unfinished } = await open();
      const sha256 = createHash('sha256').update(body).digest('hex');
      const written = await archive.write('c1.1.1.mp3', chunksOf(body));
      expect(written).toEqual({ sha256, bytes: body.length });
      const found = await archive.open('c1.1.1.mp3');
      expect(found!.bytes).toBe(body.length);
      expect((await buffer(await found!.read())).equals(body)).toBe(true);
      expect(await names()).toEqual(['c1.1.1.mp3']);
      expect(await unfinished()).toBe(0);
    });

    test.each([
      [0, 0],
      [2, 4],
      [9, 9],
      [0, 9],
    ])('bytes %i to %i of it can be read', async (first, last) => {
      const { archive } = await open();
      await archive.write('a.mp3', chunksOf(SMALL));
      const found = await archive.open('a.mp3');
      const part = await buffer(await found!.read({ first, last }));
      expect(part).toEqual(SMALL.subarray(first, last + 1));
    });

    test('what is not there is undefined', async () => {
      const { archive } = await open();
      expect(await archive.open('c1.1.1.mp3')).toBeUndefined();
    });

    test('a recording that is removed is gone; removing it again is no error', async () => {
      const { archive, names } = await open();
      await archive.write('a.mp3', chunksOf(SMALL));
      await archive.write('b.mp3', chunksOf(SMALL));
      await archive.remove('a.mp3');
      await archive.remove('a.mp3');
      expect(await archive.open('a.mp3')).toBeUndefined();
      expect(await names()).toEqual(['b.mp3']);
      await expect(archive.remove('../b.mp3')).rejects.toThrow('outside');
    });

    test('a recording of the same name is replaced', async () => {
      const { archive, names } = await open();
      await archive.write('a.mp3', chunksOf(LARGE));
      await archive.write('a.mp3', chunksOf(SMALL));
      expect(await readBack(archive, 'a.mp3')).toEqual(SMALL);
      expect(await names()).toEqual(['a.mp3']);
    });

    test.each([
      ['its first byte', Buffer.alloc(0)],
      ['some bytes', SMALL],
      ['many bytes', LARGE],
    ])('a body that breaks after %s leaves nothing', async (_, body) => {
      const { archive, names, unfinished } = await open();
      const broken = archive.write('a.mp3', brokenAfter(body));
      await expect(broken).rejects.toThrow(/^the line was cut$/);
      expect(await archive.open('a.mp3')).toBeUndefined();
      expect(await names()).toEqual([]);
      expect(await unfinished()).toBe(0);
    });

    test('a body that breaks leaves the recording that was there', async () => {
      const { archive } = await open();
      await archive.write('a.mp3', chunksOf(SMALL));
      await expect(archive.write('a.mp3', brokenAfter(LARGE))).rejects.toThrow('cut');
      expect(await readBack(archive, 'a.mp3')).toEqual(SMALL);
    });

    test('kill -9 within a write leaves nothing half, and what it left is removed', async () => {
      const { archive, place, names, unfinished } = await open();
      await archive.write('replaced.mp3', chunksOf(SMALL));
      for (const name of ['new.mp3', 'replaced.mp3']) {
        await killedWithin(place, name, unfinished);
      }
      expect(await archive.open('new.mp3')).toBeUndefined();
      expect(await readBack(archive, 'replaced.mp3')).toEqual(SMALL);
      expect(await names()).toEqual(['replaced.mp3']);
      expect(await archive.removeLeftovers(LONG_AGO_MS)).toBe(0);
      expect(await archive.removeLeftovers(SOON_MS())).toBe(2);
      expect(await unfinished()).toBe(0);
      expect(await readBack(archive, 'replaced.mp3')).toEqual(SMALL);
    });

    test('what unfinished writes of one recording left is removed, and nothing of others', async () => {
      const { archive, place, names, unfinished } = await open();
      await archive.write('a.mp3', chunksOf(SMALL));
      for (const name of ['a.mp3', 'aa.mp3']) await killedWithin(place, name, unfinished);
      await archive.removeUnfinished('a.mp3');
      await archive.removeUnfinished('none.mp3');
      expect(await unfinished()).toBe(1);
      expect(await names()).toEqual(['a.mp3']);
      await expect(archive.removeUnfinished('../a.mp3')).rejects.toThrow('outside');
      expect(await archive.removeLeftovers(SOON_MS())).toBe(1);
    });

    test('there is room until the recordings have reached their quota; asking leaves nothing', async () => {
      const { archive, names, unfinished } = await open();
      const quota = { fileBytes: 1, totalBytes: 5_000_000, keepFreeBytes: 0 };
      expect(await archive.whyNoRoom(quota, 4_999_999)).toBeUndefined();
      expect(await archive.whyNoRoom(quota, 5_000_000)).toBe(
        'no room: recordings take 5 MB of 5 MB',
      );
      expect(await names()).toEqual([]);
      expect(await unfinished()).toBe(0);
    });

    test.each(['../a.mp3', '/etc/passwd', 'b/../../a.mp3'])('%s is no name', async (name) => {
      const { archive } = await open();
      await expect(archive.open(name)).rejects.toThrow('lies outside its');
      await expect(archive.write(name, Readable.from([]))).rejects.toThrow('lies outside its');
    });
  });
}

/** Another process writes, has written a part, and is killed before the end. */
async function killedWithin(
  place: RecordingPlace,
  name: string,
  unfinished: () => Promise<number>,
): Promise<void> {
  const before = await unfinished();
  const program = join(import.meta.dirname, 'endless-write.ts');
  const writer = spawn(process.execPath, [program, JSON.stringify(place), name], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await expect.poll(unfinished, { interval: 50 }).toBe(before + 1);
  writer.kill('SIGKILL');
  await once(writer, 'exit');
}
