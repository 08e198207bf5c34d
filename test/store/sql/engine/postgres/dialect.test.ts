import { expect, test } from 'vitest';
import { translate } from '../../../../../src/store/sql/engine/postgres/dialect.ts';

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
  ['an index hint is left out', 'FROM calls INDEXED BY calls_live WHERE a', 'FROM calls WHERE a'],
  [
    'a lock of rows is in a comment for SQLite',
    'FROM t LIMIT 1 /* FOR UPDATE SKIP LOCKED */',
    'FROM t LIMIT 1 FOR UPDATE SKIP LOCKED',
  ],
  [
    'a condition that only an index of Postgres needs is in a comment for SQLite',
    'FROM t WHERE a = :x /* AND b <= CAST(:x AS BIGINT) / 9 */ AND c',
    'FROM t WHERE a = $1 AND b <= CAST($1 AS BIGINT) / 9 AND c',
  ],
  ['… and what looks like one in a string is left alone', `a = '/* AND b */'`, `a = '/* AND b */'`],
  ['a name keeps its capital letters', 'SELECT at_ms AS atMs', 'SELECT at_ms AS "atMs"'],
  [
    'a list comes as JSON',
    'a IN (SELECT value FROM json_each(:list))',
    'a IN (SELECT value FROM json_array_elements_text(CAST($1 AS json)) AS list (value))',
  ],
  [
    'a member of JSON is text',
    `policy ->> '$.kind' = 'wait'`,
    `(CAST(policy AS json) ->> 'kind') = 'wait'`,
  ],
  [
    'a list in JSON is asked for in the same way',
    `FROM json_each(policy ->> '$.lists') WHERE value = :id`,
    `FROM json_array_elements_text(CAST((CAST(policy AS json) ->> 'lists') AS json)) AS list (value) WHERE value = $1`,
  ],
  [
    'no rows are an empty list',
    'json_group_array(DISTINCT i.id)',
    `coalesce(CAST(json_agg(DISTINCT i.id) AS text), '[]')`,
  ],
  [
    'a member is left out',
    `json_remove(report, '$.lists')`,
    `CAST(CAST(report AS jsonb) - 'lists' AS text)`,
  ],
])('%s', (_, sql, text) => {
  expect(translate(sql).text).toBe(text);
});

test('parameters are named in the order of their numbers, and the same text has the same name', () => {
  const sql = 'SELECT :b, :a, :b';
  expect(translate(sql).names).toEqual(['b', 'a']);
  expect(translate(sql)).toBe(translate(sql));
  expect(translate(sql).name).not.toBe(translate('SELECT :b').name);
  expect(translate(sql).name.length).toBeLessThan(64);
});
