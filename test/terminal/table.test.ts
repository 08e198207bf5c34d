import fc from 'fast-check';
import { expect, test } from 'vitest';
import { screenWidth } from '../../src/terminal/screen.ts';
import { table } from '../../src/terminal/table.ts';

const ROWS = [
  ['ref', 'state', 'reason'],
  ['c1.1.1', 'ended', 'the carrier refused the number for good and nobody calls it again'],
  ['c1.2.1', 'waiting', 'window'],
];

test('a table that fits is one line for each row', () => {
  expect(table(ROWS, [], 120).split('\n')).toHaveLength(3);
});

test('a table that is too wide wraps its text under its column', () => {
  expect(table(ROWS, [], 44)).toBe(
    [
      'ref     state    reason',
      'c1.1.1  ended    the carrier refused the',
      '                 number for good and nobody',
      '                 calls it again',
      'c1.2.1  waiting  window',
    ].join('\n'),
  );
});

test('words stay whole, so that ids and addresses can be copied', () => {
  const url = `https://dialwright.example/${'x'.repeat(60)}`;
  expect(table([['see', url]], [], 40)).toContain(url);
});

test('nothing is lost, whatever the width', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 60 });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), fc.nat(100), (rows, width) => {
      const letters = (text: string) => text.replaceAll(/\s/g, '').split('').toSorted().join('');
      expect(letters(table(rows, [], width))).toBe(letters(rows.flat().join('')));
    }),
  );
});

test('COLUMNS decides the width, then the terminal; a pipe has none', () => {
  expect(screenWidth({ isTTY: true, columns: 100 }, { COLUMNS: '60' })).toBe(60);
  expect(screenWidth({ isTTY: true, columns: 100 }, {})).toBe(100);
  expect(screenWidth({ isTTY: true }, { COLUMNS: 'wide' })).toBe(80);
  expect(screenWidth({ isTTY: false }, {})).toBe(Infinity);
});
