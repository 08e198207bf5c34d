import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shown, shownDeep, shownLines } from '../../src/terminal/terminal-text.ts';

test.each([
  ['\u001B]0;title\u0007', String.raw`\x1b]0;title\x07`],
  ['\u009B31m', String.raw`\x9b31m`],
  ['one\r\ntwo\tthree', String.raw`one\x0d\x0atwo\x09three`],
  ['a\u202Egnp.exe', String.raw`a\u202egnp.exe`],
  ['\u2066x\u2069\u200E\u200F\u061C', String.raw`\u2066x\u2069\u200e\u200f\u061c`],
  ['zero\u200Bwidth\uFEFF', String.raw`zero\u200bwidth\ufeff`],
  ['\u2028\u2029\u0085', String.raw`\u2028\u2029\x85`],
  ['\u{E0041}', String.raw`\u{e0041}`],
  ['\uD800', String.raw`\ud800`],
  ['Zoë 李小龍 דנה', 'Zoë 李小龍 דנה'],
  // Persian is spelt with a joiner, and so is a family of emoji.
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
])('%j is shown as %s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test('lines of ours stay lines', () => {
  expect(shownLines('one\ntwo\rthree')).toBe('one\ntwo\\x0dthree');
});

test('no text steers a terminal, and what was shown is shown the same again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(shown(text)).not.toMatch(/[^\P{C}\u200c\u200d\p{Co}\p{Cn}]/u);
      expect(shown(shown(text))).toBe(shown(text));
      expect(shownLines(shown(text))).toBe(shown(text));
    }),
  );
});

test('every text of an answer is shown so, names of members too, and all else stays as it is', () => {
  const answer = { 'a\u001B': ['\u0007', 1, null, { b: true, c: '\n' }] };
  expect(shownDeep(answer)).toEqual({ 'a\\x1b': ['\\x07', 1, null, { b: true, c: '\\x0a' }] });
});
