/** Lists in Excel workbooks. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  columnOf,
  dateText,
  isDateFormat,
  numberText,
} from '../../../src/api/contacts/workbook/cell-text.ts';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';
import { workbook, zip, type CellValue } from './workbook-file.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

interface Body {
  code?: string;
  detail: string;
  accepted: number;
  sheets?: string[];
  suggested_mapping?: Record<string, string | null>;
  left_out: { line: number; reason: string }[];
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
async function send(payload: Buffer, query: Record<string, string> = {}, headers = {}) {
  const path = `/v1/campaigns/${await on.campaign()}/contacts`;
  const answer = await on.call('POST', `${path}?${new URLSearchParams(query).toString()}`, {
    headers: { 'content-type': XLSX, ...headers },
    payload,
  });
  const contacts = async () =>
    (await on.get(path)).json<{ data: { number: string; name: string; not_before: string }[] }>()
      .data;
  return { status: answer.statusCode, body: answer.json<Body>(), contacts };
}

const sheetOf = (rows: CellValue[][], more = {}) =>
  workbook({ sheets: [{ name: 'List', rows }], ...more });
const LIST = sheetOf([
  ['number', 'name'],
  ['+447700900123', 'Zoë & Bo'],
]);

describe('a workbook', () => {
  test.each([XLSX, 'text/csv', 'application/vnd.ms-excel'])('is read, sent as %s', async (type) => {
    const { contacts } = await send(LIST, {}, { 'content-type': type });
    expect(await contacts()).toMatchObject([{ number: '+447700900123', name: 'Zoë & Bo' }]);
  });

  test('is mapped as CSV is, below title lines, with a footer', async () => {
    const list = sheetOf([
      ['Leads of November'],
      [],
      ['First name', 'Mobile', 'Fax'],
      ['Ada', '+447700900123', '+442079460958'],
      ['Bo', '+447700900124'],
      [],
      ['Confidential Information'],
    ]);
    const refused = await send(list);
    expect(refused.body.suggested_mapping).toEqual({
      'First name': 'name',
      Mobile: 'number',
      Fax: null,
    });
    const mapping = JSON.stringify(refused.body.suggested_mapping);
    expect((await send(list, { mapping })).body).toMatchObject({
      code: 'list_unconfirmed',
      notices: [{ code: 'footer', detail: expect.stringContaining('From line 7 on') }],
    });
    const { body } = await send(list, { mapping, footer: 'leave_out' });
    expect(body).toMatchObject({ accepted: 2, rejected: 0 });
  });

  test('with rows in several sheets is refused with their names, and read by one', async () => {
    const rows = (number: string) => [['number'], [number]];
    const list = workbook({
      sheets: [
        { name: 'Empty', rows: [] },
        { name: 'North', rows: rows('+447700900123') },
        { name: 'Notes & more', rows: rows('+447700900124') },
        { name: 'Old', rows: rows('+447700900125'), hidden: true },
      ],
    });
    expect(await send(list)).toMatchObject({
      status: 422,
      body: { code: 'sheet_unclear', sheets: ['North', 'Notes & more'] },
    });
    const other = await send(list, { sheet: 'Notes & more' });
    expect(await other.contacts()).toMatchObject([{ number: '+447700900124' }]);
    expect((await send(list, { sheet: 'South' })).body.detail).toContain('no sheet “South”');
  });

  test('has values of formulas, dates as dates and numbers with all their digits', async () => {
    const list = sheetOf(
      [
        ['number', 'name', 'not_before', 'row_key'],
        [447700900123, { attributes: 't="str"', inside: '<f>A1&amp;B1</f><v>Ada B.</v>' }, null, 7],
        [
          { attributes: '', inside: '<v>4.47700900124E11</v>' },
          { attributes: 't="inlineStr"', inside: '<is><r><t>Bo</t></r><r><t> C.</t></r></is>' },
          { attributes: 's="1"', inside: '<v>73051.5</v>' },
          { attributes: 't="b"', inside: '<v>1</v>' },
        ],
        [{ attributes: '', inside: '<v>4.4770E+11</v>' }, 'Cy'],
        [{ attributes: 't="e"', inside: '<v>#N/A</v>' }, 'Di'],
      ],
      { formats: ['yyyy\\-mm\\-dd'] },
    );
    const { body, contacts } = await send(list, { default_country: 'GB' });
    expect(body.left_out).toMatchObject([
      { line: 3, reason: expect.stringContaining('must be an instant') },
      { line: 4, reason: expect.stringContaining('shortened by Excel') },
      { line: 5, reason: expect.stringContaining('number') },
    ]);
    expect(await contacts()).toMatchObject([
      { number: '+447700900123', name: 'Ada B.', row_key: '7' },
    ]);
  });

  test('of suppressed numbers is read too', async () => {
    await on.call('PUT', '/v1/suppressions/own', { payload: { name: 'Own' } });
    const numbers = await on.call('POST', '/v1/suppressions/own/numbers', {
      headers: { 'content-type': XLSX },
      payload: sheetOf([['number'], ['+447700900123']]),
    });
    expect(numbers.json()).toMatchObject({ added: 1 });
  });
});

describe('a workbook is refused', () => {
  const bomb = (bytes: number) => Buffer.alloc(bytes, ' ');
  test.each<[string, Buffer, number, string | RegExp]>([
    ['that is cut off', LIST.subarray(0, -30), 422, 'malformed_workbook'],
    ['that is another ZIP file', zip({ 'a.txt': 'a' }), 422, 'malformed_workbook'],
    [
      'with XML that breaks off',
      sheetOf([], { parts: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row>' } }),
      422,
      'malformed_workbook',
    ],
    [
      'with a part that unpacks to far more than its size',
      sheetOf([], { parts: { 'xl/sharedStrings.xml': bomb(4 * 1_048_576) } }),
      413,
      'body_too_large',
    ],
    [
      'with a part that unpacks to more than it declares',
      zip({ 'xl/workbook.xml': bomb(8 * 1_048_576) }, 1_000_000),
      422,
      'malformed_workbook',
    ],
    [
      'with a column that no list has',
      sheetOf([[{ attributes: 'r="ZZZ1" t="str"', inside: '<v>x</v>' }]], {
        parts: {
          'xl/worksheets/sheet1.xml':
            '<worksheet><sheetData><row r="1"><c r="ZZZ1" t="str"><v>x</v></c></row></sheetData></worksheet>',
        },
      }),
      422,
      'row_too_long',
    ],
    [
      'with entities that are to be expanded',
      sheetOf([], {
        parts: {
          'xl/worksheets/sheet1.xml':
            '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>',
        },
      }),
      422,
      'malformed_workbook',
    ],
    ['without rows', sheetOf([]), 422, 'malformed_csv'],
  ])('%s', async (_, file, status, code) => {
    const answer = await send(file);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('that is compressed once more', async () => {
    const { status, body } = await send(gzipSync(LIST));
    expect([status, body.code]).toEqual([415, 'unsupported_content_coding']);
  });
});

describe('a cell', () => {
  test('never has an exponent unless digits may be lost', () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** 15n }).map(String);
    fc.assert(
      fc.property(digits, fc.nat(20), (written, places) => {
        expect(numberText(written)).toBe(written);
        expect(numberText(`${written}.0`)).toBe(written);
        // A last digit that is not 0 shows that all are there.
        const scientific = `${written[0]!}.${written.slice(1)}7E+${written.length}`;
        expect(numberText(scientific)).toBe(`${written}7`);
        const decimal = numberText(`${written}e-${places}`);
        expect(decimal).not.toMatch(/e/i);
        expect(Number(decimal)).toBe(Number(`${written}e-${places}`));
      }),
    );
    expect(numberText('4.915123E+11')).toBe('4.915123E+11');
    expect(numberText('-1.50')).toBe('-1.5');
    expect(numberText('#N/A')).toBe('#N/A');
  });

  test.each([
    ['1', 1900, '1900-01-01'],
    ['59', 1900, '1900-02-28'],
    ['61', 1900, '1900-03-01'],
    ['46352', 1900, '2026-11-26'],
    ['46352.385', 1900, '2026-11-26T09:14:24'],
    ['44890', 1904, '2026-11-26'],
    ['0.5', 1900, '12:00:00'],
    ['-1', 1900, null],
    ['1e9', 1900, null],
  ] as const)('%s in a date format, counted from %i, is %s', (raw, system, text) => {
    expect(dateText(raw, system)).toBe(text);
  });

  test.each([
    [14, undefined, true],
    [0, undefined, false],
    [164, 'dd/mm/yy', true],
    [164, '[$-407]d. mmm yyyy;@', true],
    [164, '[h]:mm', true],
    [164, '0.00E+00', false],
    [164, '#,##0 "days"', false],
    [164, '[Red]0', false],
    [164, '\\+0', false],
    [164, 'General', false],
  ] as const)('format %i %s shows a date: %s', (id, code, isDate) => {
    expect(isDateFormat(id, code)).toBe(isDate);
  });

  test.each([
    ['A1', 0],
    ['Z9', 25],
    ['AA1', 26],
    ['XFD1', 16_383],
    ['1', undefined],
  ])('%s is in the column %s', (name, column) => {
    expect(columnOf(name)).toBe(column);
  });
});
