import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { API_KEY, startApi, type ApiUnderTest } from '../api-under-test.ts';
import {
  ArchiveFault,
  type RecordingArchive,
} from '../../../src/recordings-archive/recording-archive.ts';
import { readRange } from '../../../src/api/recordings/byte-range.ts';
import { endedCall } from '../calls/placed-call.ts';
import { signedIn } from '../keys/signed-in.ts';

const AUDIO = Buffer.from(Array.from({ length: 1_000 }, (_, n) => n % 256));

let on: ApiUnderTest;
let path: string;
beforeAll(async () => {
  on = await startApi();
  const ref = await endedCall(on);
  writeFileSync(join(on.recordingsDir, 'one.mp3'), AUDIO);
  const stored = { file: 'one.mp3', sha256: 'abc', bytes: 1_000, contentType: 'audio/mpeg' };
  await on.store.recordingStored(ref, stored, Date.now());
  path = `/v1/calls/${ref}/recording`;
});
afterAll(() => on.stop());

test('the whole recording', async () => {
  const answer = await on.get(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    etag: '"abc"',
  });
  expect(answer.rawPayload).toEqual(AUDIO);
});

test.each([
  ['bytes=0-99', 0, 99],
  ['bytes=900-', 900, 999],
  ['bytes=900-5000', 900, 999],
  ['bytes=-10', 990, 999],
  ['bytes=-5000', 0, 999],
])('the range %s', async (range, first, last) => {
  const answer = await on.get(path, { range });
  expect(answer.statusCode).toBe(206);
  expect(answer.headers['content-range']).toBe(`bytes ${first}-${last}/1000`);
  expect(answer.rawPayload).toEqual(AUDIO.subarray(first, last + 1));
});

describe('a long recording', () => {
  const LONG = Buffer.alloc(600_000, 'sound');
  let longPath: string;
  beforeAll(async () => {
    const ref = await endedCall(on);
    writeFileSync(join(on.recordingsDir, 'long.mp3'), LONG);
    const stored = { file: 'long.mp3', sha256: 'def', bytes: 600_000, contentType: 'audio/mpeg' };
    await on.store.recordingStored(ref, stored, Date.now());
    longPath = `/v1/calls/${ref}/recording`;
  });

  test('is given to the player of a browser in parts, so that none holds a connection while it plays', async () => {
    let from = 0;
    const parts: Buffer[] = [];
    while (from < LONG.length) {
      const answer = await on.get(longPath, {
        range: `bytes=${from}-`,
        'sec-fetch-dest': 'audio',
      });
      const last = Math.min(from + 262_144, LONG.length) - 1;
      expect(answer.statusCode).toBe(206);
      expect(answer.headers['content-range']).toBe(`bytes ${from}-${last}/600000`);
      parts.push(answer.rawPayload);
      from = last + 1;
    }
    expect(Buffer.concat(parts)).toEqual(LONG);
  });

  test.each([{}, { 'sec-fetch-dest': 'empty' }, { 'sec-fetch-dest': 'document' }])(
    'is given to whoever else asks as far as it is asked for: %o',
    async (headers) => {
      const answer = await on.get(longPath, { range: 'bytes=100000-', ...headers });
      expect(answer.headers['content-range']).toBe('bytes 100000-599999/600000');
    },
  );
});

test.each(['bytes=1000-', 'bytes=-0'])('the range %s cannot be served', async (range) => {
  const answer = await on.get(path, { range });
  expect(answer.statusCode).toBe(416);
  expect(answer.headers['content-range']).toBe('bytes */1000');
  expect(answer.json()).toMatchObject({ code: 'no_such_range' });
});

test.each(['bytes=5-1', 'bytes=-', 'seconds=0-1', 'bytes=0-1,5-6', 'junk'])(
  'the header "%s" is ignored',
  async (range) => {
    expect((await on.get(path, { range })).statusCode).toBe(200);
  },
);

test('a range of another version gets the whole', async () => {
  const answer = await on.get(path, { range: 'bytes=0-9', 'if-range': '"old"' });
  expect(answer.statusCode).toBe(200);
});

test('what the client has already is not sent again', async () => {
  const answer = await on.get(path, { 'if-none-match': '"abc"' });
  expect(answer.statusCode).toBe(304);
  expect(answer.body).toBe('');
});

test('HEAD tells the size without the sound', async () => {
  const answer = await on.call('HEAD', path);
  expect(answer.headers['content-length']).toBe('1000');
  expect(answer.body).toBe('');
});

test('a recording that is not stored is 404, with its state', async () => {
  const ref = await endedCall(on);
  const answer = await on.get(`/v1/calls/${ref}/recording`);
  expect(answer.json()).toMatchObject({
    status: 404,
    code: 'recording_not_stored',
    recording: 'expected',
  });
});

test('one that waits shows the reason and the time of the next lookup', async () => {
  const ref = await endedCall(on);
  const dueAtMs = Date.now() + 60_000;
  await on.store.wantRecording(ref, Date.now());
  const later = { dueAtMs, why: 'not found', searched: true, nowMs: Date.now() };
  await on.store.deferRecording(ref, later);
  const answer = await on.get(`/v1/calls/${ref}/recording`);
  expect(answer.json()).toMatchObject({
    code: 'recording_not_stored',
    recording: 'wanted',
    detail: 'The recording waits in the queue of the recording desk. Why: not found.',
    due_at: new Date(dueAtMs).toISOString(),
  });
  expect((await on.get(`/v1/calls/${ref}`)).json()).toMatchObject({
    recording_reason: 'not found',
    recording_due_at: new Date(dueAtMs).toISOString(),
  });
});

test('a person may ask for a recording: it waits for the desk, asked once or twice', async () => {
  const ref = await endedCall(on);
  for (let times = 0; times < 2; times++) {
    const asked = await on.post(`/v1/calls/${ref}/recording/look-up`);
    expect(asked.statusCode).toBe(202);
    expect(asked.json()).toMatchObject({ ref, recording: 'wanted' });
  }
  const { kind } = await on.store.takeDeskTurn({
    nowMs: Date.now(),
    spacingMs: 1,
    lookupAtMostMs: 1,
  });
  expect(kind).toBe('look-up');
});

test('on request a recording that was given up is looked up once more; a stored one is left', async () => {
  const ref = await endedCall(on);
  await on.store.wantRecording(ref, Date.now());
  const givenUp = { dueAtMs: null, why: 'not found', searched: true, nowMs: Date.now() };
  await on.store.deferRecording(ref, givenUp);
  const lookUp = `/v1/calls/${ref}/recording/look-up`;
  expect((await on.post(lookUp)).json()).toMatchObject({ recording: 'wanted' });
  const stored = { file: 'one.mp3', sha256: 'abc', bytes: 1_000, contentType: 'audio/mpeg' };
  await on.store.recordingStored(ref, stored, Date.now());
  expect((await on.post(lookUp)).json()).toMatchObject({ recording: 'stored' });
});

test('a call that has none cannot be asked for one, and spends no quota', async () => {
  const campaign = (await on.post('/v1/calls', { number: '+12025550173' })).json<{ ref: string }>();
  const answer = await on.post(`/v1/calls/${campaign.ref}/recording/look-up`);
  expect(answer.json()).toMatchObject({ status: 409, code: 'recording_not_expected' });
  expect((await on.post('/v1/calls/cnone.1.1/recording/look-up')).statusCode).toBe(404);
});

test('one whose file is gone is 404 and no fault of the server', async () => {
  const ref = await endedCall(on);
  const stored = { file: 'gone.mp3', sha256: 'x', bytes: 1, contentType: 'audio/mpeg' };
  await on.store.recordingStored(ref, stored, Date.now());
  const answer = await on.get(`/v1/calls/${ref}/recording`);
  expect(answer.json()).toMatchObject({ status: 404, code: 'recording_file_gone' });
});

test('a name that leads out of the folder is never followed', async () => {
  const ref = await endedCall(on);
  const stored = { file: '../store.sqlite', sha256: 'x', bytes: 1, contentType: 'audio/mpeg' };
  await on.store.recordingStored(ref, stored, Date.now());
  expect((await on.get(`/v1/calls/${ref}/recording`)).statusCode).toBe(500);
});

test('an empty file has no ranges', () => {
  expect(readRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
  expect(readRange(undefined, 0)).toEqual({ kind: 'whole' });
});

describe('an archive on another machine', () => {
  const recorded = async (open: (archive: RecordingArchive) => RecordingArchive['open']) => {
    const other = await startApi({
      recordings: (archive) => ({ ...archive, open: open(archive) }),
    });
    onTestFinished(() => other.stop());
    writeFileSync(join(other.recordingsDir, 'one.mp3'), AUDIO);
    const ref = await endedCall(other);
    const stored = { file: 'one.mp3', sha256: 'abc', bytes: 1_000, contentType: 'audio/mpeg' };
    await other.store.recordingStored(ref, stored, Date.now());
    return { other, path: `/v1/calls/${ref}/recording` };
  };
  const away = async () => Promise.reject(new ArchiveFault('the object store cannot be reached'));

  test('that cannot be reached is 503, with its reason', async () => {
    const { other, path } = await recorded(() => away);
    const answer = await other.get(path);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('10');
    expect(answer.json()).toMatchObject({
      code: 'recordings_unavailable',
      detail: 'The object store cannot be reached. The request can be retried.',
    });
  });

  test('that fails when it is read is 503 too, and HEAD does not read', async () => {
    const { other, path } = await recorded((archive) => async (name) => {
      const opened = await archive.open(name);
      return { ...opened!, read: away };
    });
    const answer = await other.get(path, { range: 'bytes=0-9' });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'recordings_unavailable' });
    const head = await other.call('HEAD', path);
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe('1000');
  });

  test('that gives links is redirected to, but not if the client has the recording', async () => {
    const link = 'https://objects.example/one.mp3?for=a-minute';
    const { other, path } = await recorded((archive) => async (name) => {
      const opened = await archive.open(name);
      return { ...opened!, link: async (type) => `${link}&type=${type}` };
    });
    const answer = await other.get(path, { range: 'bytes=0-9' });
    expect(answer.statusCode).toBe(307);
    expect(answer.headers['location']).toBe(`${link}&type=audio/mpeg`);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect((await other.get(path, { 'if-none-match': '"abc"' })).statusCode).toBe(304);
    expect((await other.call('HEAD', path)).headers['content-length']).toBe('1000');
  });

  test('that gives links is sent to a session itself, because its pages may reach no other origin', async () => {
    const { other, path } = await recorded((archive) => async (name) => {
      const opened = await archive.open(name);
      return { ...opened!, link: async () => 'https://objects.example/one.mp3' };
    });
    const headers = await signedIn(other, API_KEY);
    const answer = await other.api.inject({ method: 'GET', url: path, headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(AUDIO);
  });
});
