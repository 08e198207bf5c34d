import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { initialSchema } from '../../schema/001_initial/step.ts';
import type { Engine } from '../../schema/001_initial/words.ts';

const SCHEMA = new URL('../../schema/', import.meta.url);

/**
 * The steps of an engine's schema, in order. Step 1 is written once for both engines. Each later one is a file of SQL for
 * each engine, such as `002_reason.sqlite.sql` and `002_reason.postgres.sql`.
 */
export function schemaSteps(engine: Engine, folder = SCHEMA): string[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(`.${engine}.sql`))
    .toSorted();
  const gap = files.findIndex((name, index) => Number(name.slice(0, 3)) !== index + 2);
  if (gap !== -1) throw new Error(`schema file ${files[gap]} is out of order`);
  return [
    initialSchema(engine),
    ...files.map((file) => readFileSync(new URL(file, folder), 'utf8')),
  ];
}

/** Of what the engine reads: comments and line breaks may change. */
export function schemaDigest(steps: readonly string[]): Buffer {
  const text = steps
    .join('\n')
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ');
  return createHash('sha256').update(text.trim()).digest();
}
