/** Reports for Excel in a language, opened with the settings of its country: what stands in the cells is what was meant. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { EXCEL_FORMS, type ExcelName } from '../../../src/domain/spreadsheets/excel-forms.ts';
import { plainCell } from '../../../src/api/http/csv/csv-cells.ts';
import { writeCsv } from '../../../src/api/http/csv/csv-writer.ts';
import type { Schemas } from '../../../src/client/client.ts';
import { bucketsAsCsv } from '../../../src/dashboard/pages/statistics/statistics-query.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { endedCall } from '../calls/placed-call.ts';
import {
  LANGUAGES,
  libreOfficeMissing,
  opened,
  removeProfile,
  savedAsWorkbook,
  type OpenedCell,
} from './libreoffice.ts';
import { filesInZip } from './zip-reader.ts';

const missing = libreOfficeMissing();
if (missing !== undefined) process.stderr.write(`Reports are not opened: ${missing}.\n`);

afterAll(removeProfile);

const COUNTRIES = (Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]).map((language) => {
  const name: ExcelName = `excel-${language}`;
  const delimiter = EXCEL_FORMS[name].delimiter === 'semicolon' ? (';' as const) : (',' as const);
  return { name, settings: { language, delimiter } };
});

const CAMPAIGN = 'Frühling – „Café“; à 1,50 €';
const CONTACTS = [
  {
    number: '+493023125101',
    name: 'Jürgen Müller',
    row_key: '00123',
    company: '3-4',
    data: { plan: 'gold; =1', seats: 1.5 },
  },
  {
    number: '+33199001234',
    name: 'Zoë “Ça va” d’Été',
    row_key: 'SEP1',
    company: 'WAHR',
    data: null,
  },
  { number: '+442079460958', name: '=1+1', row_key: '1E5', company: '12:30', data: null },
];
/** What people write, and spreadsheets take for something else. */
const TEXTS = (
  '+493023125101  00493023125101  493023125101234  00123  1E5  1e-5  3-4  1.5  1,5  1/2  1 1/2  12:30  ' +
  "12:30:05  (5)  5-  10 %  5 €  $5  €5  1 000  1.000  1,000  1'000  1.234,5  1,234.5  2026-11-23  " +
  '23.11.2026  23.11.  23.11.26  11/23/2026  23/11/2026  1 Jan 2026  3. Mai  3. März 2026  MAR1  SEP1  ' +
  "Mai 26  5 mai 2026  1 févr. 2026  Jan-26  true  WAHR  VRAI  =1+1  @SUM(A1)  -1+cmd|' /C calc'!A0  " +
  "'=1  '00123  ''5  't Hooft  a;=1  a,=1  a;'=1  \"quoted\"  Ünïcödé 李  5 pm  5:30 PM  Ada\nExample  " +
  '17 EUR'
).split('  ');

const NOT_BEFORE = '2027-07-01T22:30:00Z';

async function filled() {
  const on = await startApi();
  onTestFinished(() => on.stop());
  const id = await on.campaign({ name: CAMPAIGN });
  await on.post(`/v1/campaigns/${id}/contacts`, {
    contacts: [...CONTACTS.map((each) => ({ ...each, not_before: NOT_BEFORE })), { number: '12' }],
  });
  await on.post('/v1/agents', { id: '007', name: 'Änne Œuf', kind: 'sip', address: 'sip-007' });
  await on.post('/v1/agents/007/pause', { reason: '=lunch' });
  const ref = await endedCall(on);
  const file = `${ref}.mp3`;
  writeFileSync(join(on.recordingsDir, file), 'sound');
  const stored = { file, sha256: '00123', bytes: 5, contentType: 'audio/mpeg' };
  await on.store.recordingStored(ref, stored, Date.now());
  return { on, id, ref };
}

/** Rows as records. */
const tableOf = ([titles = [], ...rows]: OpenedCell[][]) =>
  rows.map((row) =>
    Object.fromEntries(titles.map(({ value }, index) => [value, row[index] ?? EMPTY])),
  );
const EMPTY: OpenedCell = { type: 'empty', value: '', formula: undefined };

const date = (value: string) => ({ type: 'date', value, formula: undefined });
const number = (value: number) => ({ type: 'float', value: String(value), formula: undefined });
/** A formula is a text alone, and shows it. */
const isKept = ({ type, value, formula }: OpenedCell) =>
  type === 'string' && (formula === undefined || formula === `of:="${value}"`);
const textOf = (cell: OpenedCell | undefined) =>
  cell && isKept(cell) ? plainCell(cell.value) : cell;

/** What clocks in Berlin show, from a column of UTC. */
const inBerlin = (utc: string) =>
  new Date(utc).toLocaleString('sv', { timeZone: 'Europe/Berlin' }).replace(' ', 'T');

async function reportsOf({ on, id }: { on: ApiUnderTest; id: string }, name: ExcelName) {
  const read = async (path: string) =>
    on.get(`${path}${path.includes('?') ? '&' : '?'}for=${name}&zone=Europe/Berlin`);
  const zip = filesInZip((await read('/v1/reports/recordings')).rawPayload);
  const imports = await on.get(`/v1/campaigns/${id}/imports`);
  const [{ left_out_csv: leftOut } = { left_out_csv: '' }] = imports.json<{
    data: { left_out_csv: string }[];
  }>().data;
  return {
    contacts: (await read(`/v1/reports/campaigns/${id}/contacts`)).body,
    calls: (await read('/v1/reports/calls')).body,
    shifts: (await read('/v1/reports/shifts?agent=007')).body,
    costs: (await read('/v1/reports/costs')).body,
    recordings: zip['index.csv']!.toString(),
    statistics: bucketsAsCsv(
      (await on.get('/v1/stats?zone=Europe/Berlin&by=day')).json<Schemas['Statistics']>().buckets,
      name,
    ),
    leftOut: (await on.get(`${leftOut}?for=${name}`)).body,
  };
}

describe.skipIf(missing !== undefined)('opened by LibreOffice', () => {
  test.each(COUNTRIES)(
    '$name: numbers are numbers, dates are dates, and texts are what they were',
    async ({ name, settings }) => {
      const world = await filled();
      const cells = await opened(await reportsOf(world, name), settings);
      const formulas = Object.values(cells)
        .flat(2)
        .filter(({ formula }) => formula !== undefined);
      expect(formulas.filter((cell) => !isKept(cell))).toEqual([]);

      const contacts = tableOf(cells.contacts);
      expect(contacts).toHaveLength(CONTACTS.length);
      for (const [index, given] of CONTACTS.entries()) {
        const read = contacts[index]!;
        for (const column of ['number', 'name', 'row_key', 'company'] as const) {
          expect(textOf(read[column])).toBe(given[column]);
          expect(read[column]!.value).toBe(given[column]);
        }
        expect(textOf(read['campaign_name'])).toBe(CAMPAIGN);
        expect(read).toMatchObject({
          position: number(index + 1),
          calls: number(0),
          not_before_local: date('2027-07-02T00:30:00'),
        });
      }
      expect(JSON.parse(plainCell(contacts[0]!['data']!.value))).toEqual(CONTACTS[0]!.data);

      const [call, ...others] = tableOf(cells.calls);
      expect(others).toEqual([]);
      expect(call).toMatchObject({
        ref: { type: 'string', value: world.ref },
        cost: number(0.0125),
        ordinal: number(1),
        created_at_local: date(inBerlin(call!['created_at']!.value)),
      });
      expect(textOf(call!['number'])).toMatch(/^\+1202555\d{4}$/);

      expect(tableOf(cells.costs)).toMatchObject([
        { cost: number(0.0125), calls: number(1), month: { type: 'date', formula: undefined } },
      ]);
      const shift = tableOf(cells.shifts).at(-1)!;
      expect(['agent_id', 'name', 'reason'].map((column) => textOf(shift[column]))).toEqual([
        '007',
        'Änne Œuf',
        '=lunch',
      ]);
      expect(shift).toMatchObject({
        from_local: date(inBerlin(shift['from']!.value)),
        seconds: { type: 'float' },
      });
      const [recording] = tableOf(cells.recordings);
      expect(recording).toMatchObject({
        bytes: number(5),
        ended_at_local: date(inBerlin(recording!['ended_at']!.value)),
      });
      expect(textOf(recording!['sha256'])).toBe('00123');
      const today = inBerlin(new Date().toISOString()).slice(0, 'YYYY-MM-DD'.length);
      const days = tableOf(cells.statistics);
      expect(days.at(-1)).toMatchObject({
        from: date(today),
        calls: number(1),
        cost: number(0.0125),
      });
      expect(days.map(({ from }) => from!.type)).toEqual(days.map(() => 'date'));
      expect(tableOf(cells.leftOut)).toMatchObject([{ line: number(4), number: number(12) }]);
    },
  );

  test.each(COUNTRIES)(
    '$name: no text of people becomes a date, an amount or a formula',
    async ({ name, settings }) => {
      const file = await text(
        writeCsv(
          TEXTS.map((each, index) => [each, index + 0.5]),
          [{ name: 'text' }, { name: 'number' }],
          { for: name },
        ),
      );
      const { file: cells } = await opened({ file }, settings);
      const read = tableOf(cells);
      expect(read.map(({ text: cell }) => textOf(cell))).toEqual(TEXTS);
      expect(read.map((row) => row['number'])).toMatchObject(
        TEXTS.map((_, index) => number(index + 0.5)),
      );
    },
  );

  test.each(COUNTRIES)(
    '$name: contacts that were saved as a workbook are imported again',
    async ({ name, settings }) => {
      const { on, id } = await filled();
      const { contacts } = await reportsOf({ on, id }, name);
      const again = await on.campaign();
      const sent = await on.call('POST', `/v1/campaigns/${again}/contacts`, {
        headers: {
          'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        },
        payload: await savedAsWorkbook(contacts, settings),
      });
      expect(sent.json()).toMatchObject({ accepted: CONTACTS.length, rejected: 0 });
      const { data } = (await on.get(`/v1/campaigns/${again}/contacts`)).json<{ data: object[] }>();
      const notBefore = new Date(NOT_BEFORE).toISOString();
      expect(data).toMatchObject(CONTACTS.map((each) => ({ ...each, not_before: notBefore })));
    },
  );
});
