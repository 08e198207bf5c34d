/** The erasure of a person whose recording is in an object store. */
import { pino } from 'pino';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { runErasures } from '../../../src/api/privacy/run-erasures.ts';
import { recordingFileOf } from '../../../src/domain/recordings/recording-file.ts';
import { openArchive } from '../../../src/recordings-archive/open-archive.ts';
import { bucketAt } from '../../recordings-archive/bucket.ts';
import { CREDENTIALS } from '../../recordings-archive/credentials.ts';
import { startMoto } from '../../recordings-archive/moto.ts';
import { onceKey, phone, World } from '../../store/contract/world.ts';
import { openSqliteUnderTest } from '../../store/sqlite-files.ts';

const moto = await startMoto();
const missing = typeof moto === 'string' ? moto : undefined;
if (missing !== undefined) process.stderr.write(`S3 is not tested: ${missing}.\n`);
const bucket = bucketAt(typeof moto === 'string' ? '' : moto.endpoint);
afterAll(async () => {
  if (typeof moto !== 'string') await moto.stop();
});
beforeEach(async () => {
  for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
  if (missing === undefined) await bucket.make();
});

/** More than two parts of an upload. */
const CHUNKS = 12;
const CHUNK = Buffer.alloc(1_000_000, 'voice');

async function* recording(behind: Promise<void> = Promise.resolve()): AsyncGenerator<Buffer> {
  for (let n = 0; n < CHUNKS; n++) yield CHUNK;
  await behind;
  yield CHUNK;
}

async function oneRecorded() {
  const opened = openSqliteUnderTest();
  onTestFinished(() => opened.drop());
  const world = new World(opened);
  const ref = await world.oneLive();
  await world.end(ref, { recordingExpected: true });
  const place = bucket.place();
  const archive = await openArchive(place);
  const { store } = world;
  const file = recordingFileOf(ref);
  return {
    world,
    store,
    archive,
    file,
    inBucket: bucket.archive(place),
    begin: () => store.beginRecordingWrite(ref, world.nowMs + 600_000),
    report: (written: { sha256: string; bytes: number }) =>
      store.recordingStored(ref, { file, ...written, contentType: 'audio/mpeg' }, world.nowMs),
    /** As a server does it. */
    async erase() {
      const subject = { number: phone(1) };
      await store.beginErasure({ id: 'e1', subject, nowMs: world.nowMs }, onceKey('erase'));
      const log = pino({ level: 'silent' });
      const nowMs = () => world.later(1);
      const erasing = runErasures({ store, recordings: archive, nowMs, log });
      onTestFinished(() => erasing.stop());
    },
    async untilDone() {
      const state = async () => {
        world.later(600_000);
        return (await store.erasure('e1')).state;
      };
      await expect.poll(state, { timeout: 30_000 }).toBe('done');
    },
  };
}

test.skipIf(missing !== undefined)(
  'the object of an erased call is gone when the erasure is done',
  async () => {
    const one = await oneRecorded();
    await one.begin();
    await one.report(await one.archive.write(one.file, recording()));
    expect(await one.inBucket.names()).toEqual([one.file]);
    await one.erase();
    await one.untilDone();
    expect(await one.inBucket.names()).toEqual([]);
    expect(await one.archive.open(one.file)).toBeUndefined();
  },
);

test.skipIf(missing !== undefined)(
  'an upload that is under way is aborted, and leaves neither parts nor an object',
  async () => {
    const one = await oneRecorded();
    await one.begin();
    const rest = Promise.withResolvers<void>();
    const written = one.archive.write(one.file, recording(rest.promise)).catch(() => undefined);
    await expect.poll(() => one.inBucket.unfinished(), { timeout: 30_000 }).toBe(1);
    await one.erase();
    await expect.poll(() => one.inBucket.unfinished(), { timeout: 30_000 }).toBe(0);
    rest.resolve();
    expect(await written).toBeUndefined();
    await one.untilDone();
    expect(await one.inBucket.names()).toEqual([]);
    expect(await one.inBucket.unfinished()).toBe(0);
  },
);
