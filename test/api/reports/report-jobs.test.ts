/** Reports that the server writes in the background: one attempt at a time, and nothing left when they expire. */
import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { pino } from 'pino';
import { archiveNameOf, writeReports } from '../../../src/api/reports/write-reports.ts';
import type { RecordingArchive } from '../../../src/recordings-archive/recording-archive.ts';
import { recordingsFolder } from '../../../src/recordings-archive/recordings-folder.ts';
import { REPORT_KEPT_MS, REPORT_LEASE_MS } from '../../../src/store/statistics/report-job-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { startApi } from '../api-under-test.ts';

interface Job {
  id: string;
  state: string;
  rows: number;
  bytes: number | null;
  attempts: number;
  reason: string | null;
  file: string | null;
}

const ROWS = 1_203;
const QUOTA = { fileBytes: 1e9, totalBytes: 1e9, keepFreeBytes: 0 };
const QUERY = 'zone=Europe/Paris&delimiter=semicolon';

async function started() {
  const clock = { nowMs: Date.now() };
  const nowMs = () => clock.nowMs;
  const on = await startApi({ nowMs });
  onTestFinished(() => on.stop());
  const id = await on.campaign();
  const contacts = Array.from({ length: ROWS }, (_, n) => ({ number: `+1202555${1_000 + n}` }));
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts });
  const report = `/v1/reports/campaigns/${id}/contacts?${QUERY}`;
  const archive = recordingsFolder(on.recordingsDir);
  const writer = (more: { store?: Store; recordings?: RecordingArchive } = {}) => {
    const log = pino({ level: 'silent' });
    const settings = { currency: null, timing: { horizonMs: 0, settleAtMostMs: 0 } };
    const deps = { store: on.store, recordings: archive, quota: QUOTA, settings, nowMs, log };
    const running = writeReports({ ...deps, ...more });
    onTestFinished(() => running.stop());
    return running;
  };
  const job = async (jobId: string) => (await on.get(`/v1/report-jobs/${jobId}`)).json<Job>();
  const ask = async (path = report) => (await on.post(path)).json<Job>();
  const files = () => readdirSync(on.recordingsDir);
  return { on, clock, archive, report, writer, job, ask, files };
}

test('a job writes the same file as the report that is sent at once', async () => {
  const { on, report, writer, job, ask } = await started();
  const accepted = await on.post(report);
  expect(accepted.statusCode).toBe(202);
  const { id } = accepted.json<Job>();
  expect(accepted.headers['location']).toBe(`/v1/report-jobs/${id}`);
  const early = await on.get(`/v1/report-jobs/${id}/file`);
  expect([early.statusCode, early.json()]).toMatchObject([409, { code: 'report_not_done' }]);
  writer();
  await expect.poll(() => job(id)).toMatchObject({ state: 'done', rows: ROWS, attempts: 1 });
  const { file, bytes } = await job(id);
  const [written, sent] = [await on.get(file!), await on.get(report)];
  expect(written.body).toBe(sent.body);
  expect(Number(written.headers['content-length'])).toBe(bytes);
  for (const header of ['content-type', 'content-disposition']) {
    expect(written.headers[header]).toBe(sent.headers[header]);
  }
  const { paths } = (await on.get('/openapi.json')).json();
  const described = paths['/v1/report-jobs/{jobId}/file'].get.responses['200'].content;
  expect(Object.keys(described)).toEqual(['text/csv', 'application/x-ndjson', 'application/zip']);
  expect(written.headers['content-type']).toBe('text/csv; charset=utf-8');
  const again = await ask();
  const list = (await on.get('/v1/report-jobs')).json<{ data: Job[] }>();
  expect(list.data.map((each) => each.id)).toEqual([again.id, id]);
});

test('a writer that was stopped or killed has left nothing that counts; another begins anew', async () => {
  const { on, clock, archive, writer, job, ask, files } = await started();
  const { id } = await ask();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const slow: Store = {
    ...on.store,
    contacts: async (input, page) => {
      if (page.after !== undefined) {
        reach();
        await gate;
      }
      return on.store.contacts(input, page);
    },
  };
  writer({ store: slow });
  await reached;
  // The killed process had written its file, and died before it said so.
  await archive.write(archiveNameOf({ id, attempts: 1 }), (async function* () {})());
  clock.nowMs += REPORT_LEASE_MS;
  writer();
  await expect.poll(() => job(id)).toMatchObject({ state: 'done', attempts: 2, rows: ROWS });
  open();
  await expect.poll(files).toEqual([archiveNameOf({ id, attempts: 2 })]);
});

test('a fault is shown with its reason, and the next attempt succeeds', async () => {
  const { clock, archive, writer, job, ask } = await started();
  const { id } = await ask();
  let full = true;
  const whyNoRoom = async () => (full ? 'no room: 3 MB free on the disk' : undefined);
  writer({ recordings: { ...archive, whyNoRoom } });
  await expect
    .poll(() => job(id))
    .toMatchObject({ state: 'open', reason: 'no room: 3 MB free on the disk' });
  full = false;
  clock.nowMs += REPORT_LEASE_MS;
  await expect.poll(() => job(id)).toMatchObject({ state: 'done', reason: null });
});

test('a job and its file are gone when it is deleted, and a day after it was made', async () => {
  const { on, clock, writer, job, ask, files } = await started();
  const [first, second] = [await ask(), await ask()];
  writer();
  await expect.poll(() => job(second.id)).toMatchObject({ state: 'done' });
  expect((await on.call('DELETE', `/v1/report-jobs/${first.id}`)).statusCode).toBe(204);
  await expect.poll(files).toEqual([archiveNameOf({ id: second.id, attempts: 1 })]);
  const status = async ({ id }: Job) => (await on.get(`/v1/report-jobs/${id}`)).statusCode;
  await expect.poll(() => status(first)).toBe(404);
  clock.nowMs += REPORT_KEPT_MS;
  await expect.poll(files).toEqual([]);
  await expect.poll(() => status(second)).toBe(404);
});

test('what is not there is 404, and a wrong field is 422, before a job is made', async () => {
  const { on } = await started();
  const wrong = await on.post('/v1/reports/calls?format=xlsx');
  expect([wrong.statusCode, wrong.body]).toEqual([422, expect.stringContaining('format')]);
  expect((await on.post('/v1/reports/campaigns/c-none/contacts')).statusCode).toBe(404);
  expect((await on.get('/v1/report-jobs')).json()).toEqual({ data: [], next_cursor: null });
});
