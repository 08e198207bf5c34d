/** Recordings in an object store: the worker stores them there, and the server sends them from there. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterAll, expect, test, vi } from 'vitest';
import { bucketAt, REGION } from '../recordings-archive/bucket.ts';
import { CREDENTIALS } from '../recordings-archive/credentials.ts';
import { startMoto } from '../recordings-archive/moto.ts';
import { dial, RECORDED, worldWith } from './recorded-calls.ts';

const moto = await startMoto();
const missing = typeof moto === 'string' ? moto : undefined;
if (missing !== undefined) process.stderr.write(`S3 is not tested: ${missing}.\n`);
const endpoint = typeof moto === 'string' ? '' : moto.endpoint;
afterAll(async () => {
  if (typeof moto !== 'string') await moto.stop();
});

test.skipIf(missing !== undefined)(
  'a recording is stored in the bucket, and served from it whole and in ranges until it is deleted there',
  async () => {
    for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
    const bucket = bucketAt(endpoint);
    await bucket.make();
    const place = bucket.place();
    const world = await worldWith({
      timeFactor: 60,
      env: {
        DIALWRIGHT_RECORDINGS: `s3://${place.bucket}/${place.prefix}`,
        DIALWRIGHT_RECORDINGS_S3_ENDPOINT: endpoint,
        DIALWRIGHT_RECORDINGS_S3_REGION: REGION,
      },
    });
    const ref = await dial(world, RECORDED);
    await world.untilCall(ref, { recording: 'stored' });
    const names = await bucket.archive(place).names();
    // The sweep keeps its sign of restores there too.
    expect(names.filter((name) => !name.startsWith('.'))).toEqual([`${ref}.mp3`]);
    expect(existsSync(world.recordingsDir)).toBe(false);

    const get = async (headers: Record<string, string> = {}) =>
      fetch(`${world.url()}/v1/calls/${ref}/recording`, {
        headers: { authorization: world.authorization, ...headers },
      });
    const whole = Buffer.from(await (await get()).arrayBuffer());
    const [recorded] = world.facts('recording');
    expect(createHash('sha256').update(whole).digest('hex')).toBe(recorded!['sha256']);
    const part = await get({ range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${whole.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(100, 200));

    await bucket.remove(`${place.prefix}${ref}.mp3`);
    const gone = await get();
    expect(gone.status).toBe(404);
    expect(await gone.json()).toMatchObject({ code: 'recording_file_gone' });
  },
);
