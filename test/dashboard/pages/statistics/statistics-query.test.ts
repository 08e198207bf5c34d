import { expect, test } from 'vitest';
import { spreadsheetForm } from '../../../../src/dashboard/format/files/spreadsheet.ts';
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
  bridged: 1,
  asr: null,
  talk_seconds: 61.5,
  cost: '0.1250',
  agent_time: null,
};

test('where the decimal mark is a comma, semicolons separate', () => {
  expect(bucketsAsCsv([bucket], { delimiter: 'semicolon' }).split('\r\n')[1]).toBe(
    '2026-11-23T09:00;4;3;1;;61,5;;;;0,1250',
  );
  expect(spreadsheetForm('de').delimiter).toBe('semicolon');
  expect(spreadsheetForm('en-GB').delimiter).toBe('comma');
});

test('the file is named by its campaign and days', () => {
  const last = { ...bucket, local_from: '2026-11-24T09:00' };
  expect(statisticsFileName([bucket, last], 'c1')).toBe(
    'statistics-c1-2026-11-23-to-2026-11-24.csv',
  );
  expect(statisticsFileName([bucket], null)).toBe('statistics-2026-11-23.csv');
});

test('buckets are a line of CSV each; what is not known is empty', () => {
  expect(bucketsAsCsv([bucket], { delimiter: 'comma' }).split('\r\n')).toEqual([
    'from,calls,placed,talks,asr,talk_seconds,busy_seconds,idle_seconds,paused_seconds,cost',
    '2026-11-23T09:00,4,3,1,,61.5,,,,0.1250',
    '',
  ]);
});
