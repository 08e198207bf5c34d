import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvObjects, csvSample } from '../../../../src/dashboard/pages/import/csv-text.ts';

test.each([',', ';', '\t', '|'])(
  'fields are separated by %j, as the header line shows',
  (delimiter) => {
    const text = [
      ['Phone', 'Name'],
      ['+12025550101', 'Ada'],
    ]
      .map((row) => row.join(delimiter))
      .join('\r\n');
    expect(csvSample(text, { whole: true })).toMatchObject({
      header: ['Phone', 'Name'],
      rows: [['+12025550101', 'Ada']],
    });
  },
);

test('a first line that names the separator is no row, and titles that stand twice are told apart', () => {
  const { header, rows } = csvSample('sep=;\r\nPhone;Phone;Name, full\r\n1;2;Ada\r\n', {
    whole: true,
  });
  expect(header).toEqual(['Phone', 'Phone (2)', 'Name, full']);
  expect(rows).toEqual([['1', '2', 'Ada']]);
});

test('empty lines are no rows, and empty titles at the end are no columns', () => {
  const text = 'number,name,,\n\n+12025550101,Ada,,\n\n';
  const { header, rows } = csvSample(text, { whole: true });
  expect(header).toEqual(['number', 'name']);
  expect(rows).toEqual([['+12025550101', 'Ada', '', '']]);
});

test('of the beginning of a file the last row is left out, because it may go on', () => {
  const text = 'number,name\n+12025550101,Ada\n+12025550102,"Ben\nlives';
  expect(csvSample(text, { whole: false })).toEqual({
    header: ['number', 'name'],
    rows: [['+12025550101', 'Ada']],
    text: 'number,name\n+12025550101,Ada\n',
  });
  expect(csvSample(text, { whole: true }).rows).toHaveLength(2);
  expect(csvSample('number,name\n+12025550101,"Ada" B', { whole: false }).rows).toEqual([]);
});

test('no more rows are read than are wanted', () => {
  const { rows, text } = csvSample('a\n1\n2\n3\n', { whole: true, most: 2 });
  expect(rows).toEqual([['1'], ['2']]);
  expect(text).toBe('a\n1\n2\n');
});

test('text behind a closing quote does not break the rows after it', () => {
  const { rows } = csvSample('a,b\n"1" x,2\n3,4\n', { whole: true });
  expect(rows.at(-1)).toEqual(['3', '4']);
});

test('whatever is quoted is read as it was', () => {
  const value = fc.string().map((text) => text.trim());
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { maxLength: 8 }), (rows) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const lines = rows.map((row) => row.map(quoted).join(','));
      const objects = csvObjects(['a,b', ...lines].join('\n'));
      expect(objects).toEqual(rows.map(([a, b]) => ({ a, b })));
    }),
  );
});

test('the header line is the one that the server has found, below title lines', () => {
  const text = 'Leads; all\n\nPhone;Name;2024\n+12025550101;Ada;x\n';
  const sample = csvSample(text, { whole: true, titles: ['2024', 'Phone', 'Name'] });
  expect(sample).toMatchObject({
    header: ['Phone', 'Name', '2024'],
    rows: [['+12025550101', 'Ada', 'x']],
  });
});

test('without a header line all rows are shown below the places of their columns', () => {
  const titles = ['Column 1', 'Column 2'];
  const { header, rows } = csvSample('Ada|1\nBo|2\n', { whole: true, titles });
  expect([header, rows]).toEqual([
    titles,
    [
      ['Ada', '1'],
      ['Bo', '2'],
    ],
  ]);
});
