import type { ClientBase } from 'pg';
import {
  notedSteps,
  onlyExpands,
  schemaDigest,
  schemaSteps,
  STEPS_TABLE,
  type NotedStep,
} from '../schema-steps.ts';
import {
  isReady,
  mustUse,
  schemaStateOf,
  type MigrateAt,
  type SchemaState,
} from '../schema-state.ts';
import { INSTALLATION_LOCK } from './transactions.ts';

/** One row. `digest` is that of the steps done, because a database made by another edition of them would fail at some queries. */
const VERSION_TABLE = `CREATE TABLE IF NOT EXISTS schema_version (
  id      integer PRIMARY KEY CHECK (id = 1),
  version integer NOT NULL,
  digest  text NOT NULL
)`;
/** A table of step 1, whose name other programs use too. */
const TABLES = `SELECT to_regclass('schema_version') IS NOT NULL AS "isNoted", to_regclass('schema_steps') IS NOT NULL AS "hasSteps",
  to_regclass('campaigns') IS NOT NULL AS "hasTables"`;

interface Version {
  version: number;
  digest: string;
}

/**
 * Brings the schema up to date: the steps that the database has not seen, in order, all or none. Processes that start
 * at the same time wait for one another, and for units of work that are being written.
 * @throws StoreUnopenable
 */
export async function migrate(
  client: ClientBase,
  database: string,
  at: MigrateAt = 'start',
): Promise<void> {
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${INSTALLATION_LOCK})`);
  try {
    await migrateWithin(client, database, at);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** In a transaction that has begun. */
export async function migrateWithin(
  client: ClientBase,
  database: string,
  at: MigrateAt,
): Promise<void> {
  const steps = schemaSteps('postgres');
  const state = await schemaStateIn(client, steps);
  mustUse(state, { database, engine: 'postgres', known: steps.length }, at);
  // A role that may not create tables can still open a database whose schema is up to date.
  if (isReady(state)) return;
  for (const step of steps.slice(state.version)) await client.query(step);
  await client.query(`${VERSION_TABLE}; ${STEPS_TABLE}`);
  await noteVersion(client, steps);
  await noteSteps(client, steps);
}

/** Reads only. */
export async function schemaStateIn(
  client: ClientBase,
  steps = schemaSteps('postgres'),
): Promise<SchemaState> {
  const { rows: tables } =
    await client.query<Record<'isNoted' | 'hasSteps' | 'hasTables', 0 | 1>>(TABLES);
  const { isNoted, hasSteps, hasTables } = tables[0]!;
  const { version, digest } = (isNoted && (await versionOf(client))) || { version: 0, digest: '' };
  const isOurs = digest === digestOf(steps.slice(0, version));
  const noted = hasSteps && version > steps.length ? await notedIn(client) : [];
  return schemaStateOf(
    {
      version,
      isOurs,
      onlyExpands: onlyExpands(noted, version, steps),
      hasTables: hasTables === 1,
    },
    steps.length,
  );
}

async function versionOf(client: ClientBase): Promise<Version | undefined> {
  return (await client.query<Version>('SELECT version, digest FROM schema_version')).rows[0];
}

async function noteVersion(client: ClientBase, steps: readonly string[]): Promise<void> {
  await client.query(
    `INSERT INTO schema_version (id, version, digest) VALUES (1, $1, $2)
     ON CONFLICT (id) DO UPDATE SET version = $1, digest = $2`,
    [steps.length, digestOf(steps)],
  );
}

async function notedIn(client: ClientBase): Promise<NotedStep[]> {
  const sql = 'SELECT step, digest, only_adds AS "onlyAdds" FROM schema_steps';
  return (await client.query<NotedStep>(sql)).rows;
}

async function noteSteps(client: ClientBase, steps: readonly string[]): Promise<void> {
  for (const { step, digest, onlyAdds } of notedSteps(steps))
    await client.query(
      'INSERT INTO schema_steps (step, digest, only_adds) VALUES ($1, $2, $3) ON CONFLICT (step) DO NOTHING',
      [step, digest, onlyAdds],
    );
}

const digestOf = (steps: readonly string[]): string => schemaDigest(steps).toString('hex');
