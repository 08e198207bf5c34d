import { expect, test } from 'vitest';
import { readersExcel } from '../../../../src/dashboard/format/files/spreadsheet.ts';
import {
  bucketsAsCsv,
  sizeOf,
  statisticsFileName,
} from '../../../../src/dashboard/pages/statistics/statistics-query.ts';

test('an address with another size shows hours', () => {
  expect(sizeOf('15m')).toBe('15m');
  expect(sizeOf('week')).toBe('hour');
  expect(sizeOf(null)).toBe('hour');
});

const bucket = {
  local_from: '2026-11-23T09:00',
  calls: 4,
  placed: 3,
  agent_rang: 3,
  answered: 2,
  customer_rang: 2,
  bridged: 1,
  asr: null,
  talk_seconds: 61.5,
  cost: '0.1250',
  agent_time: null,
};

test('where the decimal mark is a comma, semicolons separate', () => {
  expect(bucketsAsCsv([bucket], 'excel-de').split('\r\n')[1]).toBe(
    '2026-11-23 09:00;4;3;3;2;2;1;;61,5;;;;0,1250',
  );
  expect(readersExcel('de-AT')).toBe('excel-de');
  expect(readersExcel('en-GB')).toBe('excel-en');
  expect(readersExcel('fi')).toBe('excel-fi');
  expect(bucketsAsCsv([bucket], 'excel-de-CH').split('\r\n')[1]).toContain(';61.5;');
});

test('the file is named by its campaign and days', () => {
  const last = { ...bucket, local_from: '2026-11-24T09:00' };
  expect(statisticsFileName([bucket, last], 'Spring: offers')).toBe(
    'statistics-Spring-offers-2026-11-23-to-2026-11-24.csv',
  );
  expect(statisticsFileName([bucket], null)).toBe('statistics-2026-11-23.csv');
});

test('buckets are a line of CSV each; what is not known is empty', () => {
  expect(bucketsAsCsv([bucket], 'excel-en').split('\r\n')).toEqual([
    '\uFEFFfrom,calls,placed,agent_rang,answered,customer_rang,bridged,asr,talk_seconds,busy_seconds,ready_seconds,paused_seconds,cost',
    '2026-11-23 09:00,4,3,3,2,2,1,,61.5,,,,0.1250',
    '',
  ]);
});
