import { expect, onTestFinished, test } from 'vitest';
import { columnOf, toRowOf } from '../../../../src/store/sql/engine/row-names.ts';
import { Connection } from '../../../../src/store/sql/engine/sqlite/connection.ts';
import { openSqliteUnderTest } from '../../sqlite-files.ts';

test('rows have the names of their columns in camelCase', () => {
  const toRow = toRowOf([
    'id',
    'due_at_ms',
    'recording_sha256',
    'not-dialled',
    'isMine',
    'count(*)',
  ]);
  expect(toRow([1, null, 'x', 2, 3, 4])).toEqual({
    id: 1,
    dueAtMs: null,
    recordingSha256: 'x',
    'not-dialled': 2,
    isMine: 3,
    'count(*)': 4,
  });
});

test('every column is found again by its name in a row', () => {
  const file = openSqliteUnderTest();
  onTestFinished(() => file.drop());
  const connection = new Connection(file.path, 1_000);
  onTestFinished(() => connection.close());
  const columns = connection
    .all<{ name: string }>(
      `SELECT DISTINCT columns.name FROM sqlite_schema, pragma_table_info(sqlite_schema.name) AS columns
       WHERE sqlite_schema.type IN ('table', 'view')`,
    )
    .map(({ name }) => name);
  expect(columns).toContain('waiting_until_ms');
  for (const column of columns)
    expect(columnOf(Object.keys(toRowOf([column])([1]))[0]!)).toBe(column);
});
