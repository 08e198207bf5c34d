/** No cell of any export is a formula, whatever stands in names and reasons, and however a spreadsheet separates the file. */
import { buffer, text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EXCEL_FORMS,
  EXCEL_NAMES,
  type ExcelName,
} from '../../../../src/domain/spreadsheets/excel-forms.ts';
import { plainCell } from '../../../../src/api/http/csv/csv-cells.ts';
import { writeCsv } from '../../../../src/api/http/csv/csv-writer.ts';

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;
const COLUMNS = [{ name: 'one' }, { name: 'two', kind: 'own' }, { name: 'three' }] as const;

const written = (cells: string[], delimiter: keyof typeof DELIMITERS) =>
  text(writeCsv([cells], COLUMNS, { bom: false, delimiter }));

/** As a spreadsheet that was told, or guesses, this delimiter. */
const readBy = (file: string, delimiter: string): string[] =>
  parse(file, { delimiter, relax_quotes: true, relax_column_count: true }).flat();

const isFormula = (cell: string): boolean => /^["\s]*[=+\-@＝＋－＠]/u.test(cell);

const FORMULAS = ["=cmd|' /C calc'!A0", '+1', '-2+3', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1'];

test.each(FORMULAS)('%j is text in each kind of file', async (formula) => {
  for (const [name, delimiter] of Object.entries(DELIMITERS)) {
    const file = await written([formula, formula, formula], name as keyof typeof DELIMITERS);
    const cells = readBy(file, delimiter).slice(3);
    expect(cells.every((cell) => cell.startsWith("'"))).toBe(true);
    expect(cells.map(plainCell)).toEqual(Array(3).fill(formula));
  }
});

test.each(FORMULAS.filter((formula) => !/^\s/.test(formula)))(
  '%j behind a delimiter is text where the spreadsheet takes another delimiter than the file has',
  async (formula) => {
    for (const separator of [';', ',', '\t', '\n', '\r\n']) {
      const cell = `Ada${separator}${formula}`;
      for (const name of ['comma', 'semicolon', 'tab'] as const) {
        const file = await written(['first', cell, 'third'], name);
        const others = Object.values(DELIMITERS).filter((each) => each !== DELIMITERS[name]);
        for (const delimiter of others)
          expect(readBy(file, delimiter).filter(isFormula)).toEqual([]);
      }
    }
  },
);

test('a text without a delimiter and a formula is what it was', async () => {
  for (const cell of ['Ada; Ben', 'a=b', 'Smith, Ada -x', 'a "=1" b', "it's; -"]) {
    expect(readBy(await written([cell, 'x', cell], 'comma'), ',').slice(3)).toEqual([
      cell,
      'x',
      cell,
    ]);
  }
});

test('any texts, in any kind of file, are no formulas and come back as they were', async () => {
  const pieces = ['=1', '+', '-', '@', ',', ';', '\t', '\n', '\r', '"', ' ', 'a', '7', '＝'];
  const cell = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((each) => each.join(''));
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(cell, cell, cell),
      fc.constantFrom('comma', 'semicolon', 'tab'),
      async (given, name) => {
        const cells = readBy(await written(given, name), DELIMITERS[name]).slice(3);
        expect(cells.filter((each) => /^[=+\-@\t\r\n＝＋－＠]/u.test(each))).toEqual([]);
        expect(cells.map(plainCell)).toEqual(given);
      },
    ),
  );
});

describe('for Excel', () => {
  const forExcel = async (cells: string[], excel: ExcelName) => {
    const { delimiter } = EXCEL_FORMS[excel];
    const form = { bom: false, delimiter: 'comma', for: excel } as const;
    const file = (await buffer(writeCsv([cells], COLUMNS, form))).toString();
    expect(file.startsWith('\ufeff')).toBe(true);
    return readBy(file.slice(1), DELIMITERS[delimiter]).slice(3);
  };

  test('a telephone number and digits that are no number stay texts, in Excel’s own way', async () => {
    expect(await forExcel(['+442079460101', '00123', 'Ada'], 'excel-de')).toEqual([
      '="+442079460101"',
      '="00123"',
      'Ada',
    ]);
  });

  test('what cannot stand in a formula has the apostrophe', async () => {
    const [long, quote] = [`+${'1'.repeat(300)}`, '="x"&A1'];
    expect(await forExcel([long, 'x', quote], 'excel-en')).toEqual([`'${long}`, 'x', `'${quote}`]);
  });

  test('amounts have the decimal mark of the language', async () => {
    const columns = [{ name: 'cost', kind: 'decimal' }] as const;
    const of = (excel: ExcelName) =>
      text(writeCsv([['0.0420']], columns, { bom: false, delimiter: 'comma', for: excel }));
    expect(await of('excel-fr')).toContain('0,0420');
    expect(await of('excel-en')).toContain('0.0420');
  });

  test('any texts, in each language, run nothing and come back as they were', async () => {
    const pieces = ['=1', '+', '-', '@', ',', ';', '\t', '\n', '"', ' ', 'a', '7', '＝', '00'];
    const cell = fc
      .array(fc.constantFrom(...pieces), { maxLength: 6 })
      .map((each) => each.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(cell, cell, cell),
        fc.constantFrom(...EXCEL_NAMES),
        async (given, excel) => {
          const cells = await forExcel(given, excel);
          const begins = /^[=+\-@\t\r\n＝＋－＠]/u;
          const run = cells.filter((each) => begins.test(each) && !/^="[^"]*"$/.test(each));
          expect(run).toEqual([]);
          expect(cells.map(plainCell)).toEqual(given);
        },
      ),
    );
  });
});
