/** Reports for Excel, besides the cells: their columns, the index of recordings and the left-out rows. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { startApi } from '../api-under-test.ts';
import { endedCall } from '../calls/placed-call.ts';
import { filesInZip } from './zip-reader.ts';

async function started() {
  const on = await startApi();
  onTestFinished(() => on.stop());
  return on;
}

const rowsOf = (csv: string | Buffer, delimiter = ';') =>
  parse<Record<string, string>>(csv, { bom: true, delimiter, columns: true });
const titlesOf = (csv: string) => csv.replace('\uFEFF', '').split('\n', 1)[0]!.split(';');

test('a language without a form is refused by name', async () => {
  const on = await started();
  for (const method of ['GET', 'POST']) {
    const answer = await on.call(method, '/v1/reports/calls?for=excel-xx');
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: [{ parameter: 'for' }] });
  }
});

test.each([
  ['excel-de', ';', '0,0125'],
  ['excel-de-CH', ';', '0.0125'],
  ['excel-en', ',', '0.0125'],
])(
  '%s begins with the mark of UTF-8, and has its delimiter and decimal mark',
  async (name, delimiter, cost) => {
    const on = await started();
    await endedCall(on);
    for (const path of ['calls?', 'costs?by=agent&']) {
      const { body } = await on.get(`/v1/reports/${path}for=${name}`);
      expect(body.startsWith('\uFEFF')).toBe(true);
      expect(rowsOf(body, delimiter)).toMatchObject([{ cost }]);
    }
  },
);

test('names stand beside ids for people, and where they were for programs', async () => {
  const on = await started();
  await endedCall(on);
  const titles = async (query: string) =>
    titlesOf((await on.get(`/v1/reports/calls?${query}`)).body);
  const forPeople = await titles('for=excel-de');
  for (const [id, name] of [
    ['campaign_id', 'campaign_name'],
    ['contact', 'contact_name'],
    ['agent_id', 'agent_name'],
  ]) {
    expect(forPeople[forPeople.indexOf(id!) + 1]).toBe(name);
  }
  const forPrograms = await titles('delimiter=semicolon');
  expect(forPrograms.slice(-5, -1)).toEqual([
    'campaign_name',
    'agent_name',
    'contact_name',
    'row_key',
  ]);
  expect(forPeople.toSorted()).toEqual(forPrograms.toSorted());
});

test('an id of an agent that Excel would change stays text', async () => {
  const on = await started();
  await on.post('/v1/agents', { id: '1E5', name: 'SEP1', kind: 'sip', address: 'sip-ada' });
  await on.post('/v1/agents/1E5/pause', { reason: '12:30' });
  const read = async (query: string) =>
    rowsOf((await on.get(`/v1/reports/shifts?agent=1E5&${query}`)).body).at(-1);
  expect(await read('for=excel-fr')).toMatchObject({
    agent_id: '="1E5"',
    name: '="SEP1"',
    reason: '="12:30"',
  });
  // As it always was.
  expect(await read('delimiter=semicolon')).toMatchObject({
    agent_id: '1E5',
    name: 'SEP1',
    reason: '12:30',
  });
});

test('a month is a day of a calendar', async () => {
  const on = await started();
  await endedCall(on);
  const month = new Date().toISOString().slice(0, 'YYYY-MM'.length);
  const read = async (query: string) => rowsOf((await on.get(`/v1/reports/costs?${query}`)).body);
  expect((await read('for=excel-de'))[0]).toMatchObject({ month: `${month}-01` });
  expect((await read('delimiter=semicolon'))[0]).toMatchObject({ month });
});

test('the list of left-out rows has the same choice, and is imported again', async () => {
  const on = await started();
  const id = await on.campaign();
  const contacts = [{ number: '12', name: 'Jürgen; Müller', row_key: '3-4' }];
  const imported = (await on.post(`/v1/campaigns/${id}/contacts`, { contacts })).json<{
    left_out_csv: string;
  }>();
  const { body } = await on.get(`${imported.left_out_csv}?for=excel-de`);
  expect(body.startsWith('\uFEFF')).toBe(true);
  expect(rowsOf(body)).toMatchObject([{ number: '12', name: 'Jürgen; Müller', row_key: '="3-4"' }]);
  const sent = await on.call('POST', `/v1/campaigns/${id}/contacts`, {
    headers: { 'content-type': 'text/csv' },
    payload: body.replace(';12;', ";'+12025550101;"),
  });
  expect(sent.json()).toMatchObject({ accepted: 1, rejected: 0 });
  const { data } = (await on.get(`/v1/campaigns/${id}/contacts`)).json<{ data: object[] }>();
  expect(data).toMatchObject([{ number: '+12025550101', name: 'Jürgen; Müller', row_key: '3-4' }]);
});

test('the index of recordings has local times for Excel', async () => {
  const on = await started();
  const ref = await endedCall(on);
  const file = `${ref}.mp3`;
  writeFileSync(join(on.recordingsDir, file), 'sound');
  const stored = { file, sha256: 'abc', bytes: 5, contentType: 'audio/mpeg' };
  await on.store.recordingStored(ref, stored, Date.now());
  const answer = await on.get('/v1/reports/recordings?for=excel-de&zone=Europe/Berlin');
  const [row] = rowsOf(filesInZip(answer.rawPayload)['index.csv']!);
  expect(row).toMatchObject({ ref, bytes: '5', number: expect.stringMatching(/^="\+/) });
  expect(row!['ended_at_local']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const plain = filesInZip((await on.get('/v1/reports/recordings')).rawPayload)['index.csv']!;
  expect(plain.toString().split('\n')[0]).toBe(
    'ref,file,bytes,sha256,placed_at,ended_at,missing,number,campaign_name,agent_name,contact_name,row_key',
  );
});
