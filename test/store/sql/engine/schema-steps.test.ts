import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { schemaSteps } from '../../../../src/store/sql/engine/schema-steps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dialwright-schema-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string) => writeFileSync(join(folder, name), `-- ${name}`);
const laterSteps = (engine: 'sqlite' | 'postgres') =>
  schemaSteps(engine, pathToFileURL(`${folder}/`)).slice(1);

test('the files of an engine follow step 1 in the order of their numbers', () => {
  for (const name of ['003_b.sqlite.sql', '002_a.sqlite.sql', '002_a.postgres.sql']) write(name);
  expect(laterSteps('sqlite')).toEqual(['-- 002_a.sqlite.sql', '-- 003_b.sqlite.sql']);
  expect(laterSteps('postgres')).toEqual(['-- 002_a.postgres.sql']);
});

test('a number that is missing or given twice is refused', () => {
  write('003_b.sqlite.sql');
  expect(() => laterSteps('sqlite')).toThrow('003_b.sqlite.sql is out of order');
  write('002_a.sqlite.sql');
  write('002_c.sqlite.sql');
  expect(() => laterSteps('sqlite')).toThrow('002_c.sqlite.sql is out of order');
});
