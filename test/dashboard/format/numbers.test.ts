import { expect, test } from 'vitest';
import { bytes, counted, money, percent, shareOf } from '../../../src/dashboard/format/numbers.ts';

test('money keeps the digits of the carrier', () => {
  expect(money('2.148719', null, 'en')).toBe('2.148719');
  expect(money('2', null, 'en')).toBe('2.00');
  expect(money('12345678901234567.89', null, 'en')).toBe('12,345,678,901,234,567.89');
  expect(money('-0.5', 'EUR', 'en')).toBe('-€0.50');
});

test('one of a thing has no plural', () => {
  expect(counted(1, 'call', 'en')).toBe('1 call');
  expect(counted(0, 'call', 'en')).toBe('0 calls');
  expect(counted(1_200, 'corrected row', 'en')).toBe('1,200 corrected rows');
});

test('a share of nothing is no number', () => {
  expect(percent(shareOf(0, 0), 'en')).toBe('–');
  expect(percent(shareOf(2, 3), 'en')).toBe('67%');
});

test('bytes are written with the unit that leaves few digits', () => {
  expect(bytes(0, 'en')).toBe('0 byte');
  expect(bytes(1_500, 'en')).toBe('1.5 kB');
  expect(bytes(2_500_000_000_000, 'en')).toBe('2,500 GB');
});
