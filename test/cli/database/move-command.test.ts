import { expect, test } from 'vitest';
import { formatMoved } from '../../../src/cli/database/move-command.ts';
import { runProgram } from '../run-program.ts';

test('a move that names no target, or goes another way, is a wrong command line', async () => {
  const nowhere = await runProgram(['move']);
  expect(nowhere).toMatchObject({ code: 2, out: '' });
  expect(nowhere.talk).toContain('exactly one of --to and --to-file');
  const file = await runProgram(['move', '--to', 'sqlite:other.sqlite']);
  expect(file).toMatchObject({ code: 2, out: '' });
  expect(file.talk).toContain('only a SQLite file can be moved, and only to Postgres');
});

test('a file that is not there is refused, and none is made', async () => {
  const to = ['--to', 'postgres://dial@127.0.0.1:1/calls'];
  const env = { DIALWRIGHT_DATABASE_URL: 'sqlite:/nowhere/store.sqlite' };
  const moved = await runProgram(['move', ...to], env);
  expect(moved).toMatchObject({ code: 4, out: '' });
  expect(moved.talk).toContain('Nothing was moved');
  expect(moved.talk).toContain('there is no database /nowhere/store.sqlite');
});

test('a move says how much was found equal, and what to do next', () => {
  const tables = [{ table: 'calls', rows: 3, checksum: 'f' }];
  const moved = { database: 'postgres://a@b:1/c', tables, wasThere: false, replacedTexts: 1 };
  const shown = formatMoved(moved, '/data/store.sqlite');
  expect(shown).toContain('Moved 3 rows in 1 tables to postgres://a@b:1/c');
  expect(shown).toContain('In 1 texts a character that Postgres cannot hold was replaced.');
  expect(shown).toContain('Next: set DIALWRIGHT_DATABASE_URL');
  expect(formatMoved({ ...moved, wasThere: true }, 'x')).toContain('from an earlier run');
});
