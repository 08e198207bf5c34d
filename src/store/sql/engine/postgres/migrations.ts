import type { ClientBase } from 'pg';
import { StoreUnopenable } from '../../../faults.ts';
import { schemaDigest, schemaSteps } from '../schema-steps.ts';
import { INSTALLATION_LOCK } from './postgres-database.ts';

/** One row. `digest` is that of the steps done: until a release they are edited in place. */
const VERSION_TABLE = `CREATE TABLE IF NOT EXISTS schema_version (
  id      integer PRIMARY KEY CHECK (id = 1),
  version integer NOT NULL,
  digest  text NOT NULL
)`;

interface Version {
  version: number;
  digest: string;
}

/**
 * Brings the schema up to date: the numbered files that the database has not seen, in order, all or none. Processes
 * that start at the same time wait for one another, and for units of work that are being written.
 * @throws StoreUnopenable
 */
export async function migrate(client: ClientBase, database: string): Promise<void> {
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${INSTALLATION_LOCK})`);
  try {
    const { version, digest } = await versionOf(client);
    const steps = schemaSteps('postgres');
    if (version > steps.length)
      throw madeByAnother(database, `a newer Dialwright, as schema ${version}`);
    if (version > 0 && digest !== digestOf(steps.slice(0, version))) {
      throw madeByAnother(database, 'another version of Dialwright, whose schema differs');
    }
    for (const step of steps.slice(version)) await client.query(step);
    if (version < steps.length) await noteVersion(client, steps);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function versionOf(client: ClientBase): Promise<Version> {
  const { rows: tables } = await client.query<{ exists: 0 | 1 }>(
    `SELECT to_regclass('schema_version') IS NOT NULL AS exists`,
  );
  // A role that may not create tables can still open a database whose schema is up to date.
  if (!tables[0]!.exists) await client.query(VERSION_TABLE);
  const { rows } = await client.query<Version>('SELECT version, digest FROM schema_version');
  return rows[0] ?? { version: 0, digest: '' };
}

async function noteVersion(client: ClientBase, steps: readonly string[]): Promise<void> {
  await client.query(
    `INSERT INTO schema_version (id, version, digest) VALUES (1, $1, $2)
     ON CONFLICT (id) DO UPDATE SET version = $1, digest = $2`,
    [steps.length, digestOf(steps)],
  );
}

const digestOf = (steps: readonly string[]): string => schemaDigest(steps).toString('hex');

const madeByAnother = (database: string, by: string) =>
  new StoreUnopenable(
    `The database ${database} cannot be used: it was made by ${by}; run that version, or name another ` +
      `database (DIALWRIGHT_DATABASE_URL) to begin anew.`,
  );
