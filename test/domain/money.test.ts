import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, parseMoney } from '../../src/domain/money.ts';

test.each([
  '',
  'abc',
  '1,5',
  '0x10',
  '1e',
  'NaN',
  'Infinity',
  '1.12345678901',
  '--1',
  '1e99',
  '1 000',
])('refuses %j', (text) => expect(parseMoney(text)).toBeUndefined());

test.each([
  ['0', 0n],
  ['0.0125', 125_000_000n],
  ['-0.5', -5_000_000_000n],
  ['12.3456789012', 123_456_789_012n],
  ['1e-3', 10_000_000n],
  ['1.5e2', 1_500_000_000_000n],
  ['2.50E+1', 250_000_000_000n],
])('reads %s without a float', (text, units) => expect(parseMoney(text)).toBe(units));

test('what is formatted reads back to the same units', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (units) => {
      expect(parseMoney(formatMoney(units))).toBe(units);
    }),
  );
});

test('a sum of a thousand tenths is a hundred', () => {
  const tenth = parseMoney('0.1') ?? 0n;
  expect(formatMoney(Array.from({ length: 1_000 }, () => tenth).reduce((a, b) => a + b))).toBe(
    '100',
  );
});

test('an exponent is the same amount as its plain writing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 900_000 }),
      fc.integer({ min: -4, max: 3 }),
      (digits, shift) => {
        const exact = BigInt(digits) * 10n ** BigInt(10 + shift);
        expect(parseMoney(`${digits}e${shift}`)).toBe(exact);
      },
    ),
  );
});
