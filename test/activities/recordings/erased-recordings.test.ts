/** A recording that is being fetched while its call is erased, with a real folder and the servers' own removal. */
import { readdirSync } from 'node:fs';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { runErasures } from '../../../src/api/privacy/run-erasures.ts';
import type { RecordingArchive } from '../../../src/recordings-archive/recording-archive.ts';
import { recordingsFolder } from '../../../src/recordings-archive/recordings-folder.ts';
import { answering } from '../../carrier/servers.ts';
import { onceKey } from '../../store/contract/world.ts';
import { deskWithOneWanted, type Desk, type Play } from './recording-world.ts';

const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0xc4]), Buffer.alloc(5_000, 7)]);
const HEADERS = { 'content-type': 'audio/mpeg', 'content-length': `${MP3.length}` };
const LONGER_THAN_A_WRITE_MS = 10 * 60_000;

const redirect = (desk: Desk) => answering(302, '', { location: `${desk.storage.origin}/a.mp3` });

/** A turn of the desk whose download has its first half; the storage sends the rest when it is told to. */
async function halfDownloaded(desk: Desk) {
  const half = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const storage: Play = (_request, response) => {
    response.writeHead(200, HEADERS);
    response.write(MP3.subarray(0, 2_000), () => half.resolve());
    void rest.promise.then(() => response.end(MP3.subarray(2_000)));
  };
  desk.play({ carrier: redirect(desk), storage });
  const turn = desk.turn();
  await half.promise;
  return { turn, sendRest: rest.resolve };
}

/** As a server does it. */
function eraseInBackground(desk: Desk, archive: Partial<RecordingArchive> = {}): void {
  const recordings = { ...recordingsFolder(desk.folder), ...archive };
  const { store } = desk.world;
  // Each look is later, as an erasure that waits is looked at again after a while.
  const nowMs = () => desk.world.later(1);
  const erasing = runErasures({ store, recordings, nowMs, log: pino({ level: 'silent' }) });
  onTestFinished(() => erasing.stop());
}

async function beginErasure(desk: Desk): Promise<void> {
  const { number } = await desk.call();
  await desk.world.store.beginErasure(
    { id: 'e1', subject: { number }, nowMs: desk.world.nowMs },
    onceKey('erase'),
  );
}

const erasure = (desk: Desk) => desk.world.store.erasure('e1');
async function untilErased(desk: Desk): Promise<void> {
  await expect.poll(async () => (await desk.call()).number, { timeout: 10_000 }).toBe('erased');
}

async function untilDone(desk: Desk): Promise<void> {
  const state = async () => {
    desk.world.later(LONGER_THAN_A_WRITE_MS);
    return (await erasure(desk)).state;
  };
  await expect.poll(state, { timeout: 10_000 }).toBe('done');
}

test('a recording that arrives after its call was erased is removed', async () => {
  const desk = await deskWithOneWanted();
  const { turn, sendRest } = await halfDownloaded(desk);
  await beginErasure(desk);
  eraseInBackground(desk);
  await untilErased(desk);
  sendRest();
  await turn;
  await untilDone(desk);
  expect(readdirSync(desk.folder)).toEqual([]);
  expect(await desk.call()).toMatchObject({ recording: 'missing' });
});

test('a recording is removed though its worker is killed after writing it, before it can report', async () => {
  const desk = await deskWithOneWanted();
  const rest = Promise.withResolvers<void>();
  async function* body() {
    yield MP3.subarray(0, 2_000);
    await rest.promise;
    yield MP3.subarray(2_000);
  }
  const { store, nowMs } = desk.world;
  // What the worker does until it is killed.
  await store.beginRecordingWrite(desk.ref, nowMs + LONGER_THAN_A_WRITE_MS);
  const written = desk.deps.recordings.write(`${desk.ref}.mp3`, body());
  await beginErasure(desk);
  eraseInBackground(desk);
  await untilErased(desk);
  rest.resolve();
  await written.catch(() => undefined);
  await untilDone(desk);
  expect(readdirSync(desk.folder)).toEqual([]);
});

test('a recording is removed that is written and reported while its file is just being removed', async () => {
  const desk = await deskWithOneWanted();
  const { turn, sendRest } = await halfDownloaded(desk);
  await beginErasure(desk);
  let removals = 0;
  eraseInBackground(desk, {
    removeUnfinished: async () => undefined,
    async remove(name) {
      await recordingsFolder(desk.folder).remove(name);
      removals += 1;
      if (removals > 1) return;
      // The file comes behind this removal, and is reported before the removal is noted.
      sendRest();
      await turn;
    },
  });
  // The file is queued with the first report if the erasure has not queued it.
  await untilErased(desk);
  await untilDone(desk);
  expect(readdirSync(desk.folder)).toEqual([]);
});

test('what a killed worker has written of a recording goes with it, and nothing of others', async () => {
  const desk = await deskWithOneWanted();
  const never = new Promise<void>(() => undefined);
  async function* endless() {
    yield MP3;
    await never;
  }
  const { store, nowMs } = desk.world;
  await store.beginRecordingWrite(desk.ref, nowMs + 1);
  void desk.deps.recordings.write(`${desk.ref}.mp3`, endless());
  void desk.deps.recordings.write(`${desk.ref}1.mp3`, endless());
  await expect.poll(() => readdirSync(desk.folder)).toHaveLength(2);
  await beginErasure(desk);
  eraseInBackground(desk);
  await untilDone(desk);
  expect(readdirSync(desk.folder)).toEqual([expect.stringMatching(`^${desk.ref}1.mp3.`)]);
});

test('the recording of an erased call is not looked up at the carrier', async () => {
  const desk = await deskWithOneWanted();
  await beginErasure(desk);
  eraseInBackground(desk);
  await untilDone(desk);
  desk.world.later(LONGER_THAN_A_WRITE_MS);
  await expect.poll(async () => (await desk.turn()).text).toBe('nothing is due');
  expect(desk.carrier.connections()).toBe(0);
});

test('a call that is erased during its lookup has its recording not fetched', async () => {
  const desk = await deskWithOneWanted();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  desk.play({
    carrier: (request, response) => {
      asked.resolve();
      void answer.promise.then(() => redirect(desk)(request, response));
    },
  });
  const turn = desk.turn();
  await asked.promise;
  await beginErasure(desk);
  eraseInBackground(desk);
  await untilErased(desk);
  answer.resolve();
  expect((await turn).text).toBe(`${desk.ref}: the person was erased`);
  expect(desk.storage.connections()).toBe(0);
  expect(desk.told).toEqual([`recording.settled call.${desk.ref}`]);
});

test('no recording is written while a file of the same name is still to be removed', async () => {
  const desk = await deskWithOneWanted();
  const { store } = desk.world;
  const file = `${desk.ref}.mp3`;
  const recording = { file, sha256: 'ab', bytes: 10, contentType: 'audio/mpeg' };
  await store.recordingStored(desk.ref, recording, desk.world.nowMs);
  const nowMs = desk.world.later(1);
  await store.pruneOld('recordings', { beforeMs: nowMs, nowMs });
  await store.askRecording(desk.ref, nowMs);
  desk.play({ carrier: redirect(desk), storage: answering(200, MP3, HEADERS) });
  await desk.turn();
  expect(readdirSync(desk.folder)).toEqual([]);
  expect(await desk.call()).toMatchObject({
    recording: 'wanted',
    recordingReason: 'an older file of this recording is being removed',
  });
});
