/** What the recording desk makes of a lookup: what counts, what waits, what is signalled. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answering } from '../../carrier/servers.ts';
import { deskWithOneWanted, SPACING_MS, TIMING, type Desk } from './recording-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0xc4]), Buffer.alloc(5_000, 7)]);

const redirect = (desk: Desk, path = '/a.mp3') =>
  answering(302, '', { location: desk.storage.origin + path });
const mp3 = answering(200, MP3, {
  'content-type': 'audio/mpeg',
  'content-length': `${MP3.length}`,
});

/** Turns the clock to the next lookup of the call, and takes turns until it was made. */
async function nextLookup(desk: Desk): Promise<void> {
  const { recordingDueAtMs } = await desk.call();
  const dueAtMs = recordingDueAtMs ?? desk.world.nowMs;
  desk.world.nowMs = Math.max(dueAtMs, desk.world.nowMs + SPACING_MS);
  const before = desk.carrier.connections();
  // The process's own clock may ask for a moment more.
  await expect
    .poll(async () => {
      await desk.turn();
      return desk.carrier.connections();
    })
    .toBeGreaterThan(before);
}

describe('a recording that is not there yet', () => {
  test('is found six hours after the end, by a handful of lookups', async () => {
    const desk = await deskWithOneWanted();
    const readyAtMs = desk.world.nowMs + 6 * HOUR_MS;
    desk.play({
      carrier: (...exchange) =>
        (desk.world.nowMs >= readyAtMs ? redirect(desk) : answering(404))(...exchange),
      storage: mp3,
    });
    await desk.turn();
    expect(await desk.call()).toMatchObject({
      recording: 'wanted',
      recordingReason: 'not found',
      recordingDueAtMs: desk.world.nowMs + 3 * MINUTE_MS,
    });
    while ((await desk.call()).recording === 'wanted') await nextLookup(desk);
    expect((await desk.call()).recording).toBe('stored');
    expect(desk.carrier.seen.length).toBeLessThanOrEqual(7);
  });

  test('is given up when it can no longer be late, with the reason', async () => {
    const desk = await deskWithOneWanted();
    desk.play({ carrier: answering(404) });
    await desk.turn();
    while ((await desk.call()).recording === 'wanted') await nextLookup(desk);
    expect(await desk.call()).toMatchObject({
      recording: 'missing',
      recordingReason: 'not found',
      recordingDueAtMs: null,
    });
    expect(desk.carrier.seen).toHaveLength(6);
  });
});

describe('a lookup that shows nothing about the recording does not count', () => {
  const outages: [string, (desk: Desk) => void][] = [
    ['the carrier cannot be reached', () => undefined],
    ['the carrier answers 500', (desk) => desk.play({ carrier: answering(500) })],
    ['the carrier answers 401', (desk) => desk.play({ carrier: answering(401) })],
    ['the carrier answers 429', (desk) => desk.play({ carrier: answering(429) })],
    ['the storage cannot be reached', (desk) => desk.play({ carrier: redirect(desk) })],
    [
      'the storage answers 503',
      (desk) => desk.play({ carrier: redirect(desk), storage: answering(503) }),
    ],
  ];
  test.each(outages)('%s, for two days', async (_name, breakDown) => {
    const desk = await deskWithOneWanted();
    breakDown(desk);
    await desk.turn();
    const upAtMs = desk.world.nowMs + 48 * HOUR_MS;
    for (let lookup = 1; lookup <= 12; lookup++) await nextLookup(desk);
    expect(await desk.call()).toMatchObject({ recording: 'wanted' });
    desk.world.nowMs = upAtMs;
    desk.play({ carrier: redirect(desk), storage: mp3 });
    await nextLookup(desk);
    expect((await desk.call()).recording).toBe('stored');
  });
});

test.each([
  ['a dead link', answering(403, '<Error/>')],
  ['an error page with status 200', answering(200, '<?xml version="1.0"?><Error/>')],
  ['an empty file', answering(200, '', { 'content-length': '0' })],
  ['a redirect to this machine', answering(302, '', { location: 'https://127.0.0.1/a.mp3' })],
])('%s makes the desk ask for another one, and is not for ever', async (_name, storage) => {
  const desk = await deskWithOneWanted();
  desk.play({ carrier: redirect(desk), storage });
  await desk.turn();
  expect((await desk.call()).recording).toBe('wanted');
  await nextLookup(desk);
  expect(desk.carrier.seen).toHaveLength(2);
  while ((await desk.call()).recording === 'wanted') await nextLookup(desk);
  expect((await desk.call()).recording).toBe('missing');
  expect(desk.carrier.seen.length).toBeLessThanOrEqual(7);
});

test('a link that expires within the transfer is asked for again, and the call ends up whole', async () => {
  const desk = await deskWithOneWanted();
  let tries = 0;
  desk.play({
    carrier: redirect(desk),
    storage: (request, response) => {
      tries += 1;
      if (tries > 1) return mp3(request, response);
      response.writeHead(200, { 'content-length': MP3.length });
      response.write(MP3.subarray(0, 1_000), () => response.destroy());
    },
  });
  await desk.turn();
  expect(await desk.call()).toMatchObject({
    recording: 'wanted',
    recordingReason: 'the connection broke within the body',
  });
  expect(readdirSync(desk.folder)).toEqual([]);
  await nextLookup(desk);
  expect(await desk.call()).toMatchObject({
    recording: 'stored',
    recordingReason: null,
    recordingSha256: createHash('sha256').update(MP3).digest('hex'),
  });
});

describe('Retry-After holds for every lookup of the account', () => {
  const inTwoMinutes = () => new Date(Date.now() + 120_000).toUTCString();
  test.each([
    ['429, in seconds', 429, () => '120', 120_000],
    ['429, as a date', 429, inTwoMinutes, 118_000],
    ['503, in seconds', 503, () => '120', 120_000],
    ['429, absurd', 429, () => '99999999999', HOUR_MS],
  ])('%s', async (_name, status, value, leastMs) => {
    const desk = await deskWithOneWanted();
    const { nowMs } = desk.world;
    desk.play({ carrier: answering(status, '', { 'retry-after': value() }) });
    await desk.turn();
    const { closed } = await desk.world.store.desk({
      nowMs,
      spacingMs: SPACING_MS,
      lookupAtMostMs: 1,
    });
    expect(closed!.untilMs).toBeGreaterThanOrEqual(nowMs + leastMs);
    expect(closed!.untilMs).toBeLessThanOrEqual(nowMs + leastMs * 1.1 + 2_001);
    desk.world.nowMs = closed!.untilMs - 1;
    await expect.poll(() => desk.turn()).toMatchObject({ waitMs: 1, closed: true });
    expect(desk.carrier.seen).toHaveLength(1);
    const { recordingDueAtMs } = await desk.call();
    expect(recordingDueAtMs).toBeGreaterThanOrEqual(closed!.untilMs);
  });

  test.each(['soon', '-5', ''])('%j is no wait: the usual spacing holds', async (value) => {
    const desk = await deskWithOneWanted();
    desk.play({ carrier: answering(429, '', { 'retry-after': value }) });
    await desk.turn();
    const view = { nowMs: desk.world.nowMs, spacingMs: SPACING_MS, lookupAtMostMs: 1 };
    expect((await desk.world.store.desk(view)).closed).toBeNull();
  });
});

describe('the call is signalled', () => {
  test('nothing while the search goes on', async () => {
    const desk = await deskWithOneWanted();
    desk.play({ carrier: answering(404) });
    await desk.turn();
    expect(desk.told).toEqual([]);
  });

  test('when its recording is stored', async () => {
    const desk = await deskWithOneWanted();
    desk.play({ carrier: redirect(desk), storage: mp3 });
    await desk.turn();
    expect(desk.told).toEqual([`recording.settled call.${desk.ref}`]);
  });

  test('when it is given up', async () => {
    const desk = await deskWithOneWanted();
    desk.play({ carrier: answering(404) });
    desk.world.later(TIMING.recordingReadyMs);
    await desk.turn();
    expect(desk.told).toEqual([`recording.settled call.${desk.ref}`]);
  });
});

describe('without room no lookup is spent, and the call shows what it waits for', () => {
  const full = { fileBytes: 1_000_000, totalBytes: 1_000_000, keepFreeBytes: 0 };

  test('when the disk is nearly full', async () => {
    const desk = await deskWithOneWanted({
      recordingQuota: { ...full, keepFreeBytes: Number.MAX_SAFE_INTEGER },
    });
    const next = await desk.turn();
    expect(next).toMatchObject({ closed: true, text: expect.stringMatching(/^no room: \d+ MB/) });
    expect(await desk.call()).toMatchObject({
      recording: 'wanted',
      recordingReason: next.text,
      recordingDueAtMs: desk.world.nowMs + next.waitMs!,
    });
    expect(desk.carrier.connections()).toBe(0);
  });

  test('when the recordings have reached their quota', async () => {
    const desk = await deskWithOneWanted({ recordingQuota: { ...full, totalBytes: 0 } });
    expect((await desk.turn()).text).toBe('no room: recordings take 0 MB of 0 MB');
    expect(desk.carrier.connections()).toBe(0);
  });

  test('when the folder cannot be written; and when it can again, the recording comes', async () => {
    const desk = await deskWithOneWanted();
    desk.play({ carrier: redirect(desk), storage: mp3 });
    rmSync(desk.folder, { recursive: true });
    writeFileSync(desk.folder, 'no folder');
    const next = await desk.turn();
    expect(next.text).toBe('the folder of recordings cannot be written: ENOTDIR');
    expect(await desk.call()).toMatchObject({
      recording: 'wanted',
      recordingReason: next.text,
      recordingDueAtMs: desk.world.nowMs + next.waitMs!,
    });
    expect(desk.carrier.connections()).toBe(0);
    rmSync(desk.folder);
    mkdirSync(desk.folder);
    await nextLookup(desk);
    expect((await desk.call()).recording).toBe('stored');
  });

  test('a disk that fails within a download counts for nothing; the next lookup brings it', async () => {
    const desk = await deskWithOneWanted();
    desk.play({ carrier: redirect(desk), storage: mp3 });
    const inTheWay = join(desk.folder, `${desk.ref}.mp3`, 'full');
    mkdirSync(inTheWay, { recursive: true });
    await desk.turn();
    expect(await desk.call()).toMatchObject({
      recording: 'wanted',
      recordingReason: expect.stringMatching(/^the recording could not be written: E\w+$/),
      recordingDueAtMs: desk.world.nowMs + 3 * MINUTE_MS,
    });
    expect(readdirSync(desk.folder)).toEqual([`${desk.ref}.mp3`]);
    rmSync(join(desk.folder, `${desk.ref}.mp3`), { recursive: true });
    await nextLookup(desk);
    expect((await desk.call()).recording).toBe('stored');
  });

  test('a link that was delivered waits as well, and nothing of it is visible', async () => {
    const desk = await deskWithOneWanted({ recordingQuota: { ...full, totalBytes: 0 } });
    await desk.world.store.keepRecordingDelivery({
      carrierCallId: `id-${desk.ref}`,
      url: `${desk.storage.origin}/a.mp3`,
      receivedAtMs: desk.world.nowMs,
      body: '{}',
    });
    expect(await desk.fetch()).toEqual({
      kind: 'failed',
      why: 'no room: recordings take 0 MB of 0 MB',
    });
    expect(desk.storage.connections()).toBe(0);
    expect(readdirSync(desk.folder)).toEqual([]);
  });

  test('one file beyond its own quota is not kept', async () => {
    const desk = await deskWithOneWanted({
      recordingQuota: { ...full, fileBytes: MP3.length - 1 },
    });
    desk.play({ carrier: redirect(desk), storage: mp3 });
    await desk.turn();
    expect((await desk.call()).recordingReason).toBe('the recording is too large');
    expect(readdirSync(desk.folder)).toEqual([]);
  });
});

describe('the name of a file', () => {
  test.each(['../../etc/x', 'a\\..\\b', 'CON', 'x'.repeat(4_096), '\u202e3pm.exe', 'a%00b'])(
    'is our own, whatever the link and the headers say (%#)',
    async (name) => {
      const desk = await deskWithOneWanted();
      desk.play({
        carrier: redirect(desk, `/${encodeURIComponent(name)}`),
        storage: answering(200, MP3, {
          'content-length': `${MP3.length}`,
          'content-disposition': `attachment; filename="${encodeURIComponent(name)}"; filename*=UTF-8''..%2F..%2Fa.sh`,
          'content-type': 'audio/mpeg; name="../../a.sh"',
        }),
      });
      await desk.turn();
      expect((await desk.call()).recording).toBe('stored');
      expect(readdirSync(desk.folder)).toEqual([`${desk.ref}.mp3`]);
    },
  );
});

test('a process that was stopped within its turn asks nothing when it goes on', async () => {
  const desk = await deskWithOneWanted({ timing: { ...TIMING, lookupSendMs: -1 } });
  desk.play({ carrier: answering(404) });
  await desk.turn();
  expect(desk.carrier.seen).toEqual([]);
  expect(await desk.call()).toMatchObject({ recording: 'wanted' });
});

test('a clock that is set forward brings no lookup sooner than this process spaces them', async () => {
  const desk = await deskWithOneWanted({ timing: { ...TIMING, deskSpacingMs: 60_000 } });
  desk.play({ carrier: answering(404) });
  await desk.turn();
  desk.world.later(10 * HOUR_MS);
  expect(await desk.turn()).toMatchObject({ text: 'the quota is spent', closed: true });
  expect(desk.carrier.seen).toHaveLength(1);
});

test('what a webhook delivered is stored once, and costs no lookup', async () => {
  const desk = await deskWithOneWanted();
  desk.play({ storage: mp3 });
  expect(await desk.fetch()).toEqual({ kind: 'failed', why: 'no link was delivered' });
  await desk.world.store.keepRecordingDelivery({
    carrierCallId: `id-${desk.ref}`,
    url: `${desk.storage.origin}/a.mp3`,
    receivedAtMs: desk.world.nowMs,
    body: '{}',
  });
  expect(await desk.fetch()).toEqual({ kind: 'stored' });
  expect(await desk.fetch()).toEqual({ kind: 'stored' });
  expect(desk.storage.seen).toHaveLength(1);
  expect(desk.carrier.seen).toEqual([]);
  expect(readFileSync(join(desk.folder, `${desk.ref}.mp3`)).equals(MP3)).toBe(true);
});
