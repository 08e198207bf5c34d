import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { initialSchema } from '../../schema/001_initial/step.ts';
import type { Engine } from '../../schema/001_initial/words.ts';

const SCHEMA = new URL('../../schema/', import.meta.url);
const INITIAL = '001_initial';

/**
 * The steps of an engine's schema, in order. Step 1 is written once for both engines. Each later one is a file of SQL for
 * each engine, such as `002_reason.sqlite.sql` and `002_reason.postgres.sql`. A step that was released never changes.
 */
export function schemaSteps(engine: Engine, folder = SCHEMA): string[] {
  return [
    initialSchema(engine),
    ...laterFiles(engine, folder).map((file) => readFileSync(new URL(file, folder), 'utf8')),
  ];
}

/** Their names, such as `002_reason`. */
export const schemaStepNames = (engine: Engine, folder = SCHEMA): string[] => [
  INITIAL,
  ...laterFiles(engine, folder).map((file) => file.slice(0, -`.${engine}.sql`.length)),
];

function laterFiles(engine: Engine, folder: URL): string[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(`.${engine}.sql`))
    .toSorted();
  const gap = files.findIndex((name, index) => Number(name.slice(0, 3)) !== index + 2);
  if (gap !== -1) throw new Error(`schema file ${files[gap]} is out of order`);
  return files;
}

/** The first line of a step that takes away what the release before reads or writes. */
const CONTRACTS = /^-- contracts\b/;

/**
 * Whether processes of the release before can go on while and after this step runs: it only adds. A step that takes
 * something away says so in its first line, and comes one release after the last code that needs it.
 */
export const onlyAdds = (step: string): boolean => !CONTRACTS.test(step);

/** Of what the engine reads: comments and line breaks may change. */
export function schemaDigest(steps: readonly string[]): Buffer {
  const text = steps
    .join('\n')
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ');
  return createHash('sha256').update(text.trim()).digest();
}
