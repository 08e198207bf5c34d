import { expect, test } from 'vitest';
import {
  EXCEL_FORMS,
  EXCEL_NAMES,
  excelNameOf,
} from '../../../src/domain/spreadsheets/excel-forms.ts';

test.each(EXCEL_NAMES)('%s has the decimal mark of its language', (name) => {
  const language = name.slice('excel-'.length);
  expect(excelNameOf(language)).toBe(name);
  const { decimal, delimiter } = EXCEL_FORMS[name];
  expect((0.5).toLocaleString(language)).toBe(decimal === 'comma' ? '0,5' : '0.5');
  // Otherwise every amount would be two fields.
  expect([decimal, delimiter]).not.toEqual(['comma', 'comma']);
});

test.each([
  ['de-AT', 'excel-de'],
  ['de-CH', 'excel-de-CH'],
  ['fr-CA', 'excel-fr'],
  ['en-GB', 'excel-en'],
  ['pt-BR', 'excel-pt'],
  ['ja', 'excel-en'],
  ['hu', 'excel-de'],
  ['es-MX', 'excel-en'],
])('who reads %s gets %s', (language, name) => {
  expect(excelNameOf(language)).toBe(name);
});
