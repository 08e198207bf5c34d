/** `dialwright reports …`, the program itself against a server on a socket. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pino } from 'pino';
import { writeReports } from '../../../src/api/reports/write-reports.ts';
import { recordingsFolder } from '../../../src/recordings-archive/recordings-folder.ts';
import { API_KEY, startApi, type StartOptions } from '../../api/api-under-test.ts';
import { runProgram } from '../run-program.ts';

async function onServer(options: StartOptions = {}) {
  const on = await startApi(options);
  onTestFinished(() => on.stop());
  const url = await on.api.listen({ host: '127.0.0.1', port: 0 });
  const id = await on.campaign();
  const contacts = Array.from({ length: 600 }, (_, n) => ({ number: `+1202555${1_000 + n}` }));
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts });
  const run = (...args: string[]) =>
    runProgram(['reports', ...args], { DIALWRIGHT_URL: url, DIALWRIGHT_API_KEY: API_KEY });
  return { id, run, folder: on.folder, on };
}

test('a report goes to the output, or to a file', async () => {
  const { id, run, folder } = await onServer();
  const printed = await run('contacts', id, '--zone', 'Europe/Paris', '--delimiter', 'semicolon');
  expect(printed).toMatchObject({ code: 0, talk: '' });
  expect(printed.out.split('\n')).toHaveLength(602);
  expect(printed.out).toMatch(/^position;number;/);
  const out = join(folder, 'contacts.csv');
  const written = await run(
    'contacts',
    id,
    '--zone',
    'Europe/Paris',
    '--delimiter',
    'semicolon',
    '--out',
    out,
  );
  expect(written).toMatchObject({ code: 0, out: '' });
  expect(written.talk).toContain(`kB written to ${out}`);
  expect(readFileSync(out, 'utf8')).toBe(printed.out);
  const json = await run('recordings', '--out', join(folder, 'r.zip'), '--json');
  expect(JSON.parse(json.out)).toMatchObject({ file: join(folder, 'r.zip') });
});

test('a report that the server writes first is the same', async () => {
  const { id, run, folder, on } = await onServer();
  const recordings = recordingsFolder(on.recordingsDir);
  const quota = { fileBytes: 1e9, totalBytes: 1e9, keepFreeBytes: 0 };
  const log = pino({ level: 'silent' });
  const settings = { currency: null, timing: { horizonMs: 0, settleAtMostMs: 0 } };
  const deps = { store: on.store, recordings, quota, settings, nowMs: Date.now, log };
  const writer = writeReports(deps);
  onTestFinished(() => writer.stop());
  const out = join(folder, 'contacts.csv');
  const { code, talk } = await run('contacts', id, '--background', '--out', out);
  expect({ code, talk }).toEqual({ code: 0, talk: expect.stringMatching(/job rp.*kB written/s) });
  expect(readFileSync(out, 'utf8')).toBe((await run('contacts', id)).out);
});

test('a report that breaks off leaves no file, and says that it is not complete', async () => {
  const { id, run, folder } = await onServer({
    store: (store) => ({
      ...store,
      contacts: async (input, page) => {
        if (page.after !== undefined) throw new Error('the disk is gone');
        return store.contacts(input, page);
      },
    }),
  });
  const out = join(folder, 'contacts.csv');
  const broken = await run('contacts', id, '--out', out);
  expect(broken.code).toBe(1);
  expect(broken.talk).toContain('the connection broke after');
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
});

test('an unknown value is refused by its name', async () => {
  const { id, run } = await onServer();
  expect(await run('contacts', id, '--format', 'xlsx')).toMatchObject({ code: 2, out: '' });
  const zone = await run('contacts', id, '--zone', 'Mars/Base');
  expect(zone.talk).toContain('must be an IANA time zone');
});

test('for Excel of a country, in a folder, the file is named by campaign and day', async () => {
  const { id, run, folder } = await onServer();
  const { code, talk } = await run('contacts', id, '--for', 'excel-de', '--out', folder);
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.csv'));
  expect({ code, name }).toEqual({
    code: 0,
    name: expect.stringMatching(/^contacts-spring-\d{4}-\d\d-\d\d\.csv$/),
  });
  expect(talk).toContain(`written to ${join(folder, name)}`);
  expect(readFileSync(join(folder, name), 'utf8')).toMatch(/^\uFEFFposition;number;/);
  const json = await run('calls', '--out', folder, '--json');
  expect(JSON.parse(json.out)).toMatchObject({ file: expect.stringContaining('calls-') });
});

test('a language without a form is refused with those that have one', async () => {
  const { run } = await onServer();
  const refused = await run('recordings', '--for', 'excel-xx', '--out', 'r.zip');
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.talk).toContain('excel-de-CH');
});

test('a span has a name, in the zone of the report, and excludes other times', async () => {
  const { run } = await onServer();
  const { code, talk } = await run('calls', '--span', 'last-month', '--zone', 'Asia/Tokyo');
  expect(code).toBe(0);
  const [from, to] = [...talk.matchAll(/is (\S+)$/gm)].map(([, instant]) => instant!);
  // Midnight in Tokyo is 15:00 UTC of the day before.
  expect([from, to]).toEqual(Array(2).fill(expect.stringMatching(/T15:00:00\.000Z$/)));
  const tokyo = (instant: string) => new Date(Date.parse(instant) + 9 * 3_600_000).toISOString();
  expect([from!, to!].map((each) => tokyo(each).slice(8, 10))).toEqual(['01', '01']);
  const today = await run('shifts', '--span', 'today');
  expect(today.code).toBe(0);
  expect(today.talk).not.toContain('to:');
  const both = await run('costs', '--span', 'yesterday', '--from', '-2h');
  expect(both).toMatchObject({ code: 2, out: '' });
});
