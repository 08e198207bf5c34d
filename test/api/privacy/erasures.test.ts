/** The erasure as the API offers it, with the server's own loop, recordings in a folder and the log. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runErasures } from '../../../src/api/privacy/run-erasures.ts';
import { recordingsFolder } from '../../../src/recordings-archive/recordings-folder.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

interface Erasure {
  id: string;
  state: string;
  waiting_for: string | null;
  erased: Record<string, number>;
}

const NUMBER = '+12025550177';

let on: ApiUnderTest;
let erasing: ReturnType<typeof runErasures> | undefined;
beforeEach(async () => void (on = await startApi()));
afterEach(async () => {
  await erasing?.stop();
  erasing = undefined;
  await on.stop();
});

function startErasing(): void {
  const log = pino({ level: 'debug' }, { write: (line: string) => void on.logged.push(line) });
  const recordings = recordingsFolder(on.recordingsDir);
  erasing = runErasures({ store: on.store, recordings, nowMs: Date.now, log });
}

const shown = async (id: string) => (await on.get(`/v1/privacy/erasures/${id}`)).json<Erasure>();

async function done(id: string): Promise<Erasure> {
  await expect.poll(async () => (await shown(id)).state, { timeout: 10_000 }).toBe('done');
  return shown(id);
}

async function person(): Promise<string> {
  const id = await on.campaign();
  const contact = { number: NUMBER, name: 'Quilla Canary', row_key: 'canary-4711' };
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: [contact, contact, { number: 'x' }] });
  return id;
}

test('a person is previewed, erased and found nowhere, and the log has nothing of it', async () => {
  const id = await person();
  const preview = await on.post('/v1/privacy/erase/preview', { row_key: 'canary-4711' });
  expect(preview.json()).toEqual({ numbers: 1, found: { contacts: 1 }, live_calls: [] });
  const asked = await on.post('/v1/privacy/erase', { row_key: 'canary-4711', campaign_id: id });
  expect(asked.statusCode).toBe(202);
  const { id: erasure } = asked.json<Erasure>();
  expect(asked.headers['location']).toBe(`/v1/privacy/erasures/${erasure}`);
  startErasing();
  expect((await done(erasure)).erased).toMatchObject({ contacts: 1, import_rows: 1 });
  const imports = (await on.get(`/v1/campaigns/${id}/imports`)).json<{ data: { id: string }[] }>();
  for (const path of [
    `/v1/campaigns/${id}/contacts`,
    `/v1/campaigns/${id}/imports/${imports.data[0]!.id}/rejected`,
    '/v1/audit?limit=200',
    '/v1/privacy/erasures',
  ]) {
    const answer = await on.get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toMatch(/12025550177|anary/);
  }
  expect(on.logged.join('')).not.toMatch(/12025550177|anary/);
});

test('the number is refused afterwards in words, until somebody allows it', async () => {
  const { id } = (await on.post('/v1/privacy/erase', { number: NUMBER })).json<Erasure>();
  startErasing();
  await done(id);
  const call = await on.post('/v1/calls', { number: NUMBER });
  expect(call.statusCode).toBe(409);
  expect(call.json()).toMatchObject({
    code: 'number_erased',
    detail: expect.stringContaining('is not called any more'),
  });
  const campaign = await on.campaign();
  const contacts = [{ number: NUMBER }];
  const added = await on.post(`/v1/campaigns/${campaign}/contacts`, { contacts });
  expect(added.json()).toMatchObject({ accepted: 0, suppressed: 1 });
  await on.call('PUT', '/v1/suppressions/own', { payload: { name: 'Our own opt-outs' } });
  const upload = await on.call('POST', '/v1/suppressions/own/numbers', {
    payload: `number\n${NUMBER}\n`,
    headers: { 'content-type': 'text/csv' },
  });
  expect(upload.json()).toMatchObject({ rows_read: 1, added: 0, known: 0, erased: 1 });
  expect((await on.post('/v1/privacy/allow', { number: NUMBER })).json()).toEqual({
    allowed: true,
    suppression_lists: [{ id: 'own', until: null }],
  });
  expect((await on.post('/v1/calls', { number: NUMBER })).json()).toMatchObject({ state: 'ended' });
  await on.call('DELETE', `/v1/suppressions/own/numbers/${NUMBER}`);
  expect((await on.post('/v1/calls', { number: NUMBER })).statusCode).toBe(202);
  expect((await on.post('/v1/privacy/allow', { number: NUMBER })).statusCode).toBe(404);
});

test('an archive that cannot remove a recording is what the erasure waits for', async () => {
  await person();
  const file = 'c1.1.1.mp3';
  writeFileSync(join(on.recordingsDir, file), 'voice');
  let away = true;
  const files = [{ serial: 1, file, unfinished: false }];
  const store = {
    continueErasure: (nowMs: number) => on.store.continueErasure(nowMs),
    filesToRemove: async () => files,
    noteFilesRemoved: async () => void files.splice(0),
  };
  const folder = recordingsFolder(on.recordingsDir);
  const remove = async (name: string) => {
    if (away) throw new Error('away');
    await folder.remove(name);
  };
  const log = pino({ level: 'debug' }, { write: (line: string) => void on.logged.push(line) });
  erasing = runErasures({ store, recordings: { ...folder, remove }, nowMs: Date.now, log });
  await expect.poll(() => on.logged.join(''), { timeout: 10_000 }).toContain('it will be retried');
  expect(existsSync(join(on.recordingsDir, file))).toBe(true);
  away = false;
  await expect.poll(() => readdirSync(on.recordingsDir), { timeout: 10_000 }).toEqual([]);
  await expect.poll(() => files).toEqual([]);
});

test.each([
  [{}, 'needs either `number` or `row_key`'],
  [{ number: NUMBER, row_key: 'x' }, 'needs either `number` or `row_key`'],
  [{ number: NUMBER, campaign_id: 'c1' }, 'goes with `row_key`'],
  [{ number: 'nobody' }, 'number'],
])('%j is refused with the reason', async (body, why) => {
  const answer = await on.post('/v1/privacy/erase', body);
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain(why);
});

test('a row key that no contact has is 404, and so is an erasure that is not there', async () => {
  expect((await on.post('/v1/privacy/erase', { row_key: 'none' })).statusCode).toBe(404);
  expect((await on.get('/v1/privacy/erasures/e0')).statusCode).toBe(404);
});
