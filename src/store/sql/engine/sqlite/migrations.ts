import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { StoreUnopenable } from '../../../store.ts';
import type { Connection } from './connection.ts';

const SCHEMA = new URL('../../../schema/sqlite/', import.meta.url);

/**
 * Migrates the schema: runs the numbered files above `user_version`, in order, all or none. `application_id` holds a
 * digest of the files that were run. Until a release they are edited in place, and a database made by another edition
 * of them would fail at some queries.
 * @throws StoreUnopenable
 */
export function migrate(db: Connection, path: string): void {
  db.writeNow(() => {
    // Read inside the transaction, because another process may be migrating the same file.
    const { user_version: version } = db.get<{ user_version: number }>('PRAGMA user_version')!;
    const { application_id: digest } = db.get<{ application_id: number }>('PRAGMA application_id')!;
    const steps = schemaSteps();
    if (version > steps.length)
      throw madeByAnother(path, `a newer Dialwright, as schema ${version}`);
    if (version > 0 && digest !== digestOf(steps.slice(0, version))) {
      throw madeByAnother(path, 'another version of Dialwright, whose schema differs');
    }
    for (const step of steps.slice(version)) db.script(step);
    if (version === steps.length) return;
    db.script(`PRAGMA user_version = ${steps.length}`);
    db.script(`PRAGMA application_id = ${digestOf(steps)}`);
  });
}

const madeByAnother = (path: string, by: string) =>
  new StoreUnopenable(
    `The database ${path} cannot be used: it was made by ${by}; run that version, or move the file away ` +
      `or name another (DIALWRIGHT_DATABASE_URL, or --state of npm start) to begin anew.`,
  );

/** The text of each file. */
function schemaSteps(): string[] {
  const files = readdirSync(SCHEMA)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const gap = files.findIndex((name, index) => Number(name.slice(0, 3)) !== index + 1);
  if (gap !== -1) throw new Error(`schema file ${files[gap]} is out of order`);
  return files.map((file) => readFileSync(new URL(file, SCHEMA), 'utf8'));
}

/** Ignores comments and line breaks. Not negative, because it must fit `application_id`. */
export function digestOf(steps: readonly string[]): number {
  const text = steps
    .join('\n')
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ');
  return createHash('sha256').update(text.trim()).digest().readUInt32BE() >>> 1;
}
