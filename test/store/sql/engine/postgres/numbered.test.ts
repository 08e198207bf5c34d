import { expect, test } from 'vitest';
import { numbered } from '../../../../../src/store/sql/engine/postgres/numbered.ts';

test.each([
  [
    'a parameter has one number, however often it stands',
    'a = :x OR b = :y OR c = :x',
    'a = $1 OR b = $2 OR c = $1',
  ],
  [
    'what stands in a string is no parameter, nor is a cast',
    `a = ':x it''s :y' AND b::text = :z`,
    `a = ':x it''s :y' AND b::text = $1`,
  ],
])('%s', (_, sql, text) => {
  expect(numbered(sql).text).toBe(text);
});

test('nothing else is changed', () => {
  const sql = `SELECT at_ms AS "atMs" /* AND b */ FROM t INDEXED BY i WHERE a ->> '$.b' = 'c' -- d`;
  expect(numbered(sql).text).toBe(sql);
});

test('parameters are named in the order of their numbers, and the same text has the same name', () => {
  const sql = 'SELECT :b, :a, :b';
  expect(numbered(sql).names).toEqual(['b', 'a']);
  expect(numbered(sql)).toBe(numbered(sql));
  expect(numbered(sql).name).not.toBe(numbered('SELECT :b').name);
  expect(numbered(sql).name.length).toBeLessThan(64);
});
