import { expect, test } from 'vitest';
import { isReadAsValue } from '../../../src/domain/spreadsheets/spreadsheet-values.ts';

const CHANGED = (
  '00123  1E5  442079460958123  3-4  1.5  1,5  1/2  12:30  (5)  5-  10 %  SEP1  5 Mai  3. März 2026  ' +
  "12-Okt  mrz 26  1 févr. 2026  4 kwi  5 pm  1 1/2  5 €  $5  10 kr  1 000  1'000  true  WAHR  Vrai  " +
  '2026-11-23'
).split('  ');

test.each(['１２３ ', ' 7', ...CHANGED])('%j would become something else', (text) => {
  expect(isReadAsValue(text)).toBe(true);
});

const KEPT = (
  '0  17  44207946095  Ada  Mai  Room 101  CRM-123  cx7k2.12.1  {"a":1}  1 Main Street  sip-12  ' +
  '2026-11-23T09:00:00.000Z  Europe/Berlin  –  %  Truesdale'
).split('  ');

test.each(['', ...KEPT])('%j stays what it is', (text) => {
  expect(isReadAsValue(text)).toBe(false);
});
