import { expect, test } from 'vitest';
import {
  bucketsAsCsv,
  sizeOf,
} from '../../../../src/dashboard/pages/statistics/statistics-query.ts';

test('an address with another size shows hours', () => {
  expect(sizeOf('15m')).toBe('15m');
  expect(sizeOf('week')).toBe('hour');
  expect(sizeOf(null)).toBe('hour');
});

test('buckets are a line of CSV each; what is not known is empty', () => {
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
  expect(bucketsAsCsv([bucket]).split('\r\n')).toEqual([
    'from,calls,placed,talks,asr,talk_seconds,busy_seconds,idle_seconds,paused_seconds,cost',
    '2026-11-23T09:00,4,3,1,,61.5,,,,0.1250',
    '',
  ]);
});
