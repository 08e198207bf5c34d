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

/**
 * What a database says of each step that it has seen, on both engines alike, so that a version that does not know a step can
 * tell whether it may go on.
 */
export const STEPS_TABLE = `CREATE TABLE IF NOT EXISTS schema_steps (
  step      integer PRIMARY KEY,
  digest    text NOT NULL, -- of this step and all before
  only_adds integer NOT NULL
)`;

export interface NotedStep {
  /** 1 for the first. */
  step: number;
  digest: string;
  onlyAdds: 0 | 1;
}

export const notedSteps = (steps: readonly string[]): NotedStep[] =>
  steps.map((text, index) => ({
    step: index + 1,
    digest: cumulativeDigest(steps, index + 1),
    onlyAdds: onlyAdds(text) ? 1 : 0,
  }));

/** Whether the database has seen all of `ours`, and each of its steps after those, up to `version`, only adds. */
export function onlyExpands(
  noted: readonly NotedStep[],
  version: number,
  ours: readonly string[],
): boolean {
  const byStep = new Map(noted.map((one) => [one.step, one]));
  if (byStep.get(ours.length)?.digest !== cumulativeDigest(ours, ours.length)) return false;
  for (let step = ours.length + 1; step <= version; step++)
    if (byStep.get(step)?.onlyAdds !== 1) return false;
  return true;
}

const cumulativeDigest = (steps: readonly string[], count: number): string =>
  schemaDigest(steps.slice(0, count)).toString('hex');

/** Of what the engine reads: comments and line breaks may change. */
export function schemaDigest(steps: readonly string[]): Buffer {
  const text = steps
    .join('\n')
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ');
  return createHash('sha256').update(text.trim()).digest();
}
