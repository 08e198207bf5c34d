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
  '1,000.50',
  '.',
  '-',
  '+',
  '.e5',
  'e5',
  '+-1',
  '1.2.3',
  '0.01 EUR',
  '$0.01',
  '1_000',
  '\u0661',
  '1e-11',
  '123456789012',
  '1e9999',
  `0.${'1'.repeat(40)}`,
  `1${'0'.repeat(200)}`,
  '(0.01)',
  'true',
])('refuses %j', (text) => expect(parseMoney(text)).toBeUndefined());

test.each([
  ['0', 0n],
  ['0.0125', 125_000_000n],
  ['-0.5', -5_000_000_000n],
  ['12.3456789012', 123_456_789_012n],
  ['1e-3', 10_000_000n],
  ['1.5e2', 1_500_000_000_000n],
  ['2.50E+1', 250_000_000_000n],
  ['0.10000000000000000000', 1_000_000_000n],
  ['.015', 150_000_000n],
  ['+0.015', 150_000_000n],
  ['+.5', 5_000_000_000n],
  ['-.5', -5_000_000_000n],
  ['5.', 50_000_000_000n],
  ['0000000000000.10', 1_000_000_000n],
  ['1.23456789010000e0', 12_345_678_901n],
  ['100e-2', 10_000_000_000n],
  ['1000000000000e-12', 10_000_000_000n],
  ['0e999', 0n],
  ['0.000000000000000', 0n],
  ['-0', 0n],
  [' 0.015\n', 150_000_000n],
])('reads %s without a float', (text, units) => expect(parseMoney(text)).toBe(units));

test('what is formatted reads back to the same units', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (units) => {
      expect(parseMoney(formatMoney(units))).toBe(units);
    }),
  );
});

test('zeros before and behind, a plus, a missing zero and an exponent change no amount', () => {
  const amount = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
  const zeros = fc.string({ unit: fc.constant('0'), maxLength: 20 });
  fc.assert(
    fc.property(
      amount,
      zeros,
      zeros,
      fc.integer({ min: -15, max: 15 }),
      (units, front, back, by) => {
        const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(
          formatMoney(units),
        )!;
        const exponent = -fraction.length - by - 15;
        const spellings = [
          `${sign}${front}${whole}.${fraction}${back}`,
          `${sign}${whole}${fraction}${'0'.repeat(by + 15)}e${exponent}`,
          ...(whole === '0' && fraction !== '' ? [`${sign}.${fraction}`] : []),
          ...(sign === '' ? [`+${whole}.${fraction}`] : []),
        ];
        expect(spellings.filter((each) => parseMoney(each) !== units)).toEqual([]);
      },
    ),
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
