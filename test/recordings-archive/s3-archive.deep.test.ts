import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buffer, text } from 'node:stream/consumers';
import { recordings } from '../../src/cli/doctor/doctor-recordings.ts';
import { openArchive } from '../../src/recordings-archive/open-archive.ts';
import { archiveRules } from './archive-rules.ts';
import { bucketAt } from './bucket.ts';
import { CREDENTIALS } from './credentials.ts';
import { startMoto } from './moto.ts';

const FAR_MS = Date.UTC(2100, 0);
const NO_LIMIT = { fileBytes: 1, totalBytes: 1, keepFreeBytes: 0 };
const NEVER = 1_000_000;

const moto = await startMoto();
const missing = typeof moto === 'string' ? moto : undefined;
if (missing !== undefined) process.stderr.write(`S3 is not tested: ${missing}.\n`);
const bucket = bucketAt(typeof moto === 'string' ? '' : moto.endpoint);

beforeAll(async () => {
  for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
  if (missing === undefined) await bucket.make();
});
afterAll(async () => {
  if (typeof moto !== 'string') await moto.stop();
});

async function* body(bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0; left -= 1_000_000) {
    yield Buffer.alloc(Math.min(left, 1_000_000), 'x');
  }
}

describe.skipIf(missing !== undefined)('in an object store', () => {
  archiveRules('a bucket', async () => {
    const place = bucket.place();
    return { place, ...bucket.archive(place) };
  });

  test('keys begin with the prefix, and are the names of before', async () => {
    const place = bucket.place();
    await bucket.put(`${place.prefix}copied.mp3`, 'from the folder');
    const archive = await openArchive(place);
    expect((await archive.open('copied.mp3'))?.bytes).toBe(15);
  });

  test('a bucket that is missing is no missing recording', async () => {
    const archive = await openArchive({ ...bucket.place(), bucket: 'somebody-elses' });
    const why = /the bucket that DIALWRIGHT_RECORDINGS names does not exist/;
    await expect(archive.open('a.mp3')).rejects.toThrow(why);
    await expect(archive.write('a.mp3', body(1))).rejects.toThrow(why);
    await expect(archive.write('a.mp3', body(12_000_000))).rejects.toThrow(why);
    await expect(archive.removeLeftovers(FAR_MS)).rejects.toThrow(why);
    expect(await archive.whyNoRoom(NO_LIMIT, 0)).toMatch(why);
  });

  test('an object that a lifecycle rule deletes is gone, also between opening and reading', async () => {
    const place = bucket.place();
    const archive = await openArchive(place);
    await archive.write('a.mp3', body(10));
    const opened = await archive.open('a.mp3');
    await bucket.remove(`${place.prefix}a.mp3`);
    await expect(opened!.read()).rejects.toMatchObject({ name: 'ArchiveFault' });
    expect(await archive.open('a.mp3')).toBeUndefined();
  });

  test('a recording that is replaced while it is opened is not read with the old length', async () => {
    const archive = await openArchive(bucket.place());
    await archive.write('a.mp3', body(10));
    const opened = await archive.open('a.mp3');
    await archive.write('a.mp3', body(20));
    await expect(opened!.read()).rejects.toThrow(/PreconditionFailed/);
  });

  test('leftovers of others are left alone: of other prefixes, and in folders below ours', async () => {
    const place = bucket.place();
    const archive = await openArchive(place);
    const others = [`other-${place.prefix}a.mp3`, `${place.prefix}below/a.mp3`];
    for (const key of [...others, `${place.prefix}ours.mp3`]) await bucket.begin(key);
    expect(await archive.removeLeftovers(FAR_MS)).toBe(1);
    expect(await archive.removeLeftovers(FAR_MS)).toBe(0);
  });

  test('the doctor finds a bucket that can be used, and leaves it as it was; or says what is wrong', async () => {
    const place = bucket.place();
    expect(await recordings(place, NO_LIMIT)).toMatchObject({
      state: 'ok',
      found: `s3://${place.bucket}/${place.prefix} can be read and written`,
    });
    expect(await bucket.archive(place).names()).toEqual([]);
    const finding = await recordings({ ...place, bucket: 'somebody-elses' }, NO_LIMIT);
    expect(finding.state).toBe('fault');
    expect(finding.found).toMatch(/names does not exist \(NoSuchBucket, 404\)$/);
  });

  test('a link can be read without a key, as the type that it was fetched with', async () => {
    const archive = await openArchive({ ...bucket.place(), linkSeconds: 60 });
    await archive.write('a.mp3', body(10));
    const opened = await archive.open('a.mp3');
    const link = await opened!.link!('audio/wav');
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('60');
    const answer = await fetch(link, { headers: { range: 'bytes=0-3' } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-type')).toBe('audio/wav');
    expect(await answer.text()).toBe('xxxx');
  });

  test('without the setting there are no links', async () => {
    const archive = await openArchive(bucket.place());
    await archive.write('a.mp3', body(10));
    expect((await archive.open('a.mp3'))!.link).toBeUndefined();
  });

  describe('when the rights are withdrawn', () => {
    const withdraw = async (afterRequests: number) => {
      await bucket.withdrawRights({ afterRequests });
      onTestFinished(() => bucket.withdrawRights({ afterRequests: NEVER }));
    };
    const why = /the object store does not accept the credentials \(InvalidAccessKeyId, 403\)/;

    test('nothing is read or written, and the reason says so', async () => {
      const archive = await openArchive(bucket.place());
      await archive.write('a.mp3', body(10));
      const opened = await archive.open('a.mp3');
      await withdraw(0);
      await expect(opened!.read()).rejects.toThrow(why);
      await expect(archive.write('a.mp3', body(10))).rejects.toThrow(why);
      expect(await archive.whyNoRoom(NO_LIMIT, 0)).toMatch(why);
      await expect(archive.open('a.mp3')).rejects.toThrow(/\(403\)/);
      await bucket.withdrawRights({ afterRequests: NEVER });
      expect(await archive.whyNoRoom(NO_LIMIT, 0)).toBeUndefined();
      expect(await text(await opened!.read())).toBe('x'.repeat(10));
    });

    // Beginning, three parts, completion.
    test.each([0, 1, 2, 3, 4])(
      'after %i requests of an upload nothing half is served',
      async (count) => {
        const place = bucket.place();
        const archive = await openArchive(place);
        await archive.write('a.mp3', body(10));
        await withdraw(count);
        await expect(archive.write('a.mp3', body(12_000_000))).rejects.toThrow(why);
        await bucket.withdrawRights({ afterRequests: NEVER });
        expect(await buffer(await (await archive.open('a.mp3'))!.read())).toHaveLength(10);
        await archive.removeLeftovers(FAR_MS);
        expect(await bucket.archive(place).unfinished()).toBe(0);
      },
    );
  });
});
