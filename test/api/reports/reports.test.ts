/** Reports: safe in a spreadsheet, whole or visibly broken, and of any length. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import type { Store } from '../../../src/store/store.ts';
import { API_KEY, startApi, type StartOptions } from '../api-under-test.ts';
import { endedCall } from '../calls/placed-call.ts';
import { filesInZip } from './zip-reader.ts';

const csvRows = (csv: string | Buffer, options: { bom?: boolean; delimiter?: string } = {}) =>
  parse<Record<string, string>>(csv, { ...options, columns: true });

async function started(options: StartOptions = {}) {
  const on = await startApi(options);
  onTestFinished(() => on.stop());
  return on;
}

async function listening(options: StartOptions = {}) {
  const on = await started(options);
  const url = await on.api.listen({ host: '127.0.0.1', port: 0 });
  const get = (path: string) =>
    fetch(url + path, { headers: { authorization: `Bearer ${API_KEY}` } });
  return { on, get };
}

const numbers = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ number: `+1202555${1_000 + n}`, row_key: `r${n}` }));

test('a name that would be a formula is quoted, and a number stays one with its plus', async () => {
  const on = await started();
  const id = await on.campaign();
  const contacts = [
    { number: '+12025550101', name: '=1+1' },
    { number: '+12025550102', name: '@SUM(A1)' },
    { number: '+12025550103', name: '-2+3 "x"' },
    { number: '+12025550104', name: 'Ann, Bo\nCy' },
  ];
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts });
  const answer = await on.get(`/v1/reports/campaigns/${id}/contacts`);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  const day = new Date().toISOString().slice(0, 10);
  expect(answer.headers['content-disposition']).toMatch(
    new RegExp(`^attachment; filename="contacts-[^"]+-${day}.csv"$`),
  );
  const rows = csvRows(answer.body);
  expect(rows.map(({ number, name }) => [number, name])).toEqual([
    [`'+12025550101`, "'=1+1"],
    [`'+12025550102`, "'@SUM(A1)"],
    [`'+12025550103`, '\'-2+3 "x"'],
    [`'+12025550104`, 'Ann, Bo\nCy'],
  ]);
});

test('times stand in UTC and in the zone of the report', async () => {
  const on = await started();
  const id = await on.campaign();
  const not_before = '2027-07-01T22:30:00Z';
  await on.post(`/v1/campaigns/${id}/contacts`, {
    contacts: [{ number: '+12025550101', not_before }],
  });
  const query = 'zone=Europe/Paris&bom=true&delimiter=semicolon';
  const { body } = await on.get(`/v1/reports/campaigns/${id}/contacts?${query}`);
  expect(body.startsWith('\uFEFFposition;number;')).toBe(true);
  const [row] = csvRows(body, { bom: true, delimiter: ';' });
  expect(row).toMatchObject({
    not_before: '2027-07-01T22:30:00.000Z',
    not_before_local: '2027-07-02 00:30:00',
    not_after_local: '',
  });
});

test.each([
  ['zone=Mars/Base', 'zone'],
  ['format=xlsx', 'format'],
  ['bom=perhaps', 'bom'],
  ['limit=5', 'limit'],
])('%s is refused by name', async (query, field) => {
  const on = await started();
  const answer = await on.get(`/v1/reports/calls?${query}`);
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain(field);
});

test('a line of NDJSON is the resource as lists show it', async () => {
  const on = await started();
  const ref = await endedCall(on);
  const answer = await on.get('/v1/reports/calls?format=ndjson');
  expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  const lines = answer.body.trimEnd().split('\n');
  const { data } = (await on.get('/v1/calls')).json<{ data: object[] }>();
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual(data);
  const { body } = await on.get('/v1/reports/calls?disposition=completed');
  expect(csvRows(body)).toMatchObject([{ ref, cost: '0.0125' }]);
  const none = await on.get('/v1/reports/calls?disposition=customer-unreached');
  expect(csvRows(none.body)).toEqual([]);
});

test('more rows than a page are all there, in order', async () => {
  const on = await started();
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: numbers(1_203) });
  const { body } = await on.get(`/v1/reports/campaigns/${id}/contacts`);
  const keys = csvRows(body).map(({ row_key: key }) => key);
  expect(keys).toEqual(numbers(1_203).map(({ row_key: key }) => key));
});

/** The second page of contacts is read only after `gate`. */
const secondPageAfter = (gate: () => Promise<void>) => (store: Store) => ({
  ...store,
  contacts: async (...[input, page]: Parameters<Store['contacts']>) => {
    if (page.after !== undefined) await gate();
    return store.contacts(input, page);
  },
});

test('if reading fails on the way, the connection breaks', async () => {
  const broken = () => Promise.reject(new Error('the disk is gone'));
  const { on, get } = await listening({ store: secondPageAfter(broken) });
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: numbers(600) });
  const answer = await get(`/v1/reports/campaigns/${id}/contacts`);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
});

test('four reports at once; one that is broken off makes room; a server that stops waits for none', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { on, get } = await listening({ store: secondPageAfter(() => gate) });
  const id = await on.campaign();
  await on.post(`/v1/campaigns/${id}/contacts`, { contacts: numbers(600) });
  const path = `/v1/reports/campaigns/${id}/contacts`;
  const running = await Promise.all(Array.from({ length: 4 }, () => get(path)));
  const refused = await get(path);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await refused.json()).toMatchObject({ code: 'too_many_reports' });
  await running[0]!.body!.cancel();
  const again = async () => {
    const answer = await get(path);
    if (answer.status !== 200) await answer.text();
    return answer.status;
  };
  await expect.poll(again).toBe(200);
  open();
});

test('recordings of a selection come as a ZIP with an index of what is missing', async () => {
  const on = await started();
  const refs = [await endedCall(on), await endedCall(on), await endedCall(on)];
  for (const [n, ref] of refs.slice(0, 2).entries()) {
    const file = `${ref}.mp3`;
    writeFileSync(join(on.recordingsDir, file), `sound ${n}`);
    const stored = { file, sha256: 'abc', bytes: 7, contentType: 'audio/mpeg' };
    await on.store.recordingStored(ref, stored, Date.now());
  }
  rmSync(join(on.recordingsDir, `${refs[1]}.mp3`));
  const answer = await on.get('/v1/reports/recordings?disposition=completed');
  expect(answer.headers['content-type']).toBe('application/zip');
  const files = filesInZip(answer.rawPayload);
  expect(Object.keys(files)).toEqual([`${refs[0]}.mp3`, 'index.csv']);
  expect(files[`${refs[0]}.mp3`]!.toString()).toBe('sound 0');
  expect(csvRows(files['index.csv']!)).toMatchObject([
    { ref: refs[0], file: `${refs[0]}.mp3`, bytes: '7', missing: '' },
    { ref: refs[1], file: '', missing: 'the recording was deleted' },
  ]);
});

test('shifts: what each agent did, in local time too', async () => {
  const on = await started();
  const ref = await endedCall(on);
  const { agent_id: agent } = (await on.get(`/v1/calls/${ref}`)).json<{ agent_id: string }>();
  await on.post(`/v1/agents/${agent}/pause`, { reason: '=lunch' });
  const { body } = await on.get(`/v1/reports/shifts?agent=${agent}&zone=Asia/Tokyo`);
  const rows = csvRows(body);
  expect(rows.map(({ state }) => state)).toEqual(expect.arrayContaining(['on_call', 'paused']));
  expect(rows.at(-1)).toMatchObject({
    agent_id: agent,
    state: 'paused',
    reason: "'=lunch",
    to: '',
  });
  const from = new Date(rows[0]!['from']!);
  expect(rows[0]!['from_local']).toBe(
    new Date(from.getTime() + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
  );
  expect((await on.get('/v1/reports/shifts?agent=nobody')).statusCode).toBe(404);
  // October in Berlin has 31 days and an hour.
  const october = 'from=2025-09-30T22:00:00Z&to=2025-10-31T23:00:00Z';
  expect((await on.get(`/v1/reports/shifts?${october}`)).statusCode).toBe(200);
  const span = 'from=2026-01-01T00:00:00Z&to=2026-04-01T00:00:00Z';
  for (const method of ['GET', 'POST']) {
    const refused = await on.call(method, `/v1/reports/shifts?${span}`);
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('31 days')]);
  }
});

test('costs are those of the list of costs', async () => {
  const on = await started();
  await endedCall(on);
  const { data } = (await on.get('/v1/costs?by=agent')).json<{ data: object[] }>();
  const { body } = await on.get('/v1/reports/costs?by=agent&format=ndjson');
  expect(JSON.parse(body)).toEqual({ ...data[0], currency: null });
  const csv = await on.get('/v1/reports/costs?by=agent');
  expect(csvRows(csv.body)).toMatchObject([{ cost: '0.0125', calls: '1', bridged: '1' }]);
});

/** What a German Excel makes of a cell: a number, a date, a formula, or the text. */
const inGermanExcel = (cell: string): string => {
  if (/^[=+\-@].*[^\d.,E+-]|^=/.test(cell)) return 'formula';
  if (/^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/.test(cell)) {
    return String(Number(cell.replaceAll('.', '').replace(',', '.')));
  }
  return cell;
};

test.each(['semicolon', 'comma', 'tab'])(
  'with %s between fields, a spreadsheet reads amounts and durations, and no number as another',
  async (delimiter) => {
    const on = await started();
    const id = await on.campaign({ name: '=Spring "offers" 2026' });
    await on.post(`/v1/campaigns/${id}/contacts`, {
      contacts: [
        { number: '+442079460958', name: 'Ada Example', row_key: '00123' },
        { number: '+442079460959', name: '1E5', row_key: '4420794609581234567' },
        { number: '+442079460960', name: 'Ben; Example', row_key: '3-4' },
      ],
    });
    const { body } = await on.get(`/v1/reports/campaigns/${id}/contacts?delimiter=${delimiter}`);
    const mark = { semicolon: ';', comma: ',', tab: '\t' }[delimiter]!;
    const rows = csvRows(body, { delimiter: mark });
    for (const row of rows) {
      for (const column of ['number', 'name', 'row_key', 'campaign_name']) {
        expect(inGermanExcel(row[column]!)).toBe(row[column]);
        expect(row[column]).not.toMatch(/^(\d+E|\d-\d$)/);
      }
    }
    const again = await on.campaign();
    const sent = await on.call('POST', `/v1/campaigns/${again}/contacts`, {
      headers: { 'content-type': 'text/csv' },
      payload: body,
    });
    expect(sent.json()).toMatchObject({ accepted: 3, rejected: 0 });
    const known = async (campaign: string) =>
      (await on.get(`/v1/campaigns/${campaign}/contacts`))
        .json<{ data: Record<string, unknown>[] }>()
        .data.map(({ number, name, row_key: key, zones }) => ({ number, name, key, zones }));
    expect(await known(again)).toEqual(await known(id));
  },
);

test('the decimal mark is a comma with semicolons, a point else, and what is asked for', async () => {
  const on = await started();
  await endedCall(on);
  const cells = async (query: string, delimiter: string) => {
    const { body } = await on.get(`/v1/reports/calls?${query}`);
    const [row] = csvRows(body, { delimiter });
    return [row!['cost'], row!['talk_seconds']].map((cell) => /[.,]/.exec(cell!)?.[0] ?? 'none');
  };
  expect((await cells('delimiter=semicolon', ';'))[0]).toBe(',');
  expect((await cells('delimiter=semicolon&decimal=point', ';'))[0]).toBe('.');
  expect((await cells('', ','))[0]).toBe('.');
  expect((await cells('decimal=comma', ','))[0]).toBe(',');
  const costs = await on.get('/v1/reports/costs?by=agent&delimiter=semicolon');
  expect(csvRows(costs.body, { delimiter: ';' })).toMatchObject([{ cost: '0,0125' }]);
});

test('a report of calls names campaign, agent, contact and row key, and can be imported again', async () => {
  const on = await started();
  const ref = await endedCall(on);
  const call = (await on.get(`/v1/calls/${ref}`)).json<Record<string, string>>();
  const campaign = (await on.get(`/v1/campaigns/${call['campaign_id']}`)).json<{ name: string }>();
  const agent = (await on.get(`/v1/agents/${call['agent_id']}`)).json<{ name: string }>();
  const { body } = await on.get('/v1/reports/calls?delimiter=semicolon');
  const [row] = csvRows(body, { delimiter: ';' });
  expect(row).toMatchObject({
    number: `'${call['number']}`,
    campaign_name: campaign.name,
    agent_name: agent.name,
    contact_name: expect.any(String),
    row_key: expect.any(String),
  });
  const headers = { 'content-type': 'text/csv' };
  const path = `/v1/campaigns/${await on.campaign()}/contacts`;
  const sent = await on.call('POST', path, { headers, payload: body });
  expect(sent.json()).toMatchObject({ accepted: 1 });
  const { data } = (await on.get(path)).json<{ data: object[] }>();
  expect(data).toMatchObject([{ number: call['number'], agent_id: null }]);
});

test('a file is named by what it contains: campaign and days', async () => {
  const on = await started({ nowMs: () => Date.parse('2026-11-25T23:30:00Z') });
  const id = await on.campaign({ name: 'Frühling: „Angebote“ / 2026' });
  const nameOf = async (path: string) =>
    String((await on.get(`/v1/reports/${path}`)).headers['content-disposition']);
  expect(await nameOf(`campaigns/${id}/contacts`)).toBe(
    `attachment; filename="contacts-Fruhling-Angebote-2026-2026-11-25.csv"; ` +
      `filename*=UTF-8''contacts-Fr%C3%BChling-Angebote-2026-2026-11-25.csv`,
  );
  expect(await nameOf('calls?zone=Europe/Berlin')).toBe(
    'attachment; filename="calls-2026-11-26.csv"',
  );
  const span = 'from=2026-11-01T00:00:00Z&to=2026-11-03T00:00:00Z';
  expect(await nameOf(`calls?${span}&format=ndjson`)).toBe(
    'attachment; filename="calls-2026-11-01-to-2026-11-02.ndjson"',
  );
  expect(await nameOf('calls?from=2026-11-25T00:00:00Z')).toContain('"calls-2026-11-25.csv"');
  expect(await nameOf('recordings')).toContain('"recordings-2026-11-25.zip"');
  const secret = await on.campaign({ name: '日本' });
  expect(await nameOf(`campaigns/${secret}/contacts`)).toContain(
    `filename*=UTF-8''contacts-${encodeURIComponent('日本')}-2026-11-25.csv`,
  );
});
