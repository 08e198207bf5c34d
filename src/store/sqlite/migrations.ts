import { readdirSync, readFileSync } from 'node:fs';
import type { Connection } from './connection.ts';

const SCHEMA = new URL('../schema/sqlite/', import.meta.url);

/** Brings the schema up to date: the numbered files that `user_version` has not seen, in order, all or none. */
export function migrate(db: Connection, path: string): void {
  db.writeNow(() => {
    // Read inside the transaction: another process may be migrating the same file.
    const { user_version: version } = db.get<{ user_version: number }>('PRAGMA user_version')!;
    const steps = schemaSteps();
    if (version > steps.length) {
      throw new Error(
        `the database ${path} has schema ${version}, made by a newer Dialwright; ` +
          `this one knows schemas up to ${steps.length}. Run the newer one, or name another database.`,
      );
    }
    for (const file of steps.slice(version)) db.script(readFileSync(new URL(file, SCHEMA), 'utf8'));
    if (version < steps.length) db.script(`PRAGMA user_version = ${steps.length}`);
  });
}

function schemaSteps(): string[] {
  const files = readdirSync(SCHEMA)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const gap = files.findIndex((name, index) => Number(name.slice(0, 3)) !== index + 1);
  if (gap !== -1) throw new Error(`schema file ${files[gap]} is out of order`);
  return files;
}
