import { StoreUnopenable } from '../../../faults.ts';
import { schemaDigest, schemaSteps } from '../schema-steps.ts';
import type { Connection } from './connection.ts';

/**
 * Migrates the schema: runs the numbered files above `user_version`, in order, all or none. `application_id` holds a
 * digest of the files that were run. Until a release they are edited in place, and a database made by another edition
 * of them would fail at some queries.
 * @throws StoreUnopenable
 */
export function migrate(db: Connection, path: string): void {
  db.writeNow(() => {
    // Read inside the transaction, because another process may be migrating the same file.
    const { userVersion: version } = db.get<{ userVersion: number }>('PRAGMA user_version')!;
    const { applicationId: digest } = db.get<{ applicationId: number }>('PRAGMA application_id')!;
    const steps = schemaSteps('sqlite');
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

/** Not negative, because it must fit `application_id`. */
export const digestOf = (steps: readonly string[]): number =>
  schemaDigest(steps).readUInt32BE() >>> 1;
