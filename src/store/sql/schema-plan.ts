/** What a change of version would do to a database, and doing it: `dialwright migrate`. */
import { existsSync } from 'node:fs';
import type { ClientBase } from 'pg';
import { Connection } from './engine/sqlite/connection.ts';
import { schemaStateIn as sqliteState } from './engine/sqlite/migrations.ts';
import { schemaStateIn as postgresState } from './engine/postgres/migrations.ts';
import { onlyAdds, schemaStepNames, schemaSteps } from './engine/schema-steps.ts';
import { whyUnusable, type SchemaState } from './engine/schema-state.ts';
import { formatServer } from './database-url.ts';
import { openPostgresStore, withClient } from './open-postgres-store.ts';
import { openSqliteStore, unopenable } from './open-sqlite-store.ts';
import type { DatabaseLocation } from './open-store.ts';

export interface SchemaStep {
  /** Such as `002_restores`. */
  name: string;
  /** Processes of the release before go on while and after it runs. */
  onlyAdds: boolean;
}

export interface SchemaPlan {
  /** A path, or a URL without the password. */
  database: string;
  state: SchemaState['kind'];
  /** Steps that the database has seen; 0: none. */
  version: number;
  /** Steps that this version has. */
  known: number;
  /** Those that would run, in order. */
  steps: SchemaStep[];
  /** Why this version cannot use the database, and the way out; null: it can. */
  refusal: string | null;
}

/** Changes nothing, and makes no file. @throws StoreUnopenable */
export async function planSchema(location: DatabaseLocation): Promise<SchemaPlan> {
  if (location.engine === 'sqlite')
    return planOf(location.engine, location.path, stateOfFile(location.path));
  const read = (client: ClientBase) => postgresState(client);
  const state = await withClient(location, read);
  return planOf(location.engine, formatServer(location.server), state);
}

/** Runs the steps of the plan, all or none. @throws StoreUnopenable */
export async function upgradeSchema(location: DatabaseLocation): Promise<void> {
  const store =
    location.engine === 'sqlite'
      ? openSqliteStore({ path: location.path })
      : await openPostgresStore({ ...location, migrateAt: 'start' });
  await store.close();
}

function stateOfFile(path: string): SchemaState {
  if (!existsSync(path)) return { kind: 'empty', version: 0 };
  try {
    const db = new Connection(path, 0);
    try {
      return sqliteState(db);
    } finally {
      db.close();
    }
  } catch (error) {
    throw unopenable(path, error);
  }
}

function planOf(engine: 'sqlite' | 'postgres', database: string, state: SchemaState): SchemaPlan {
  const texts = schemaSteps(engine);
  const known = texts.length;
  const refusal = whyUnusable(state, { database, engine, known }) ?? null;
  const steps = schemaStepNames(engine)
    .map((name, index) => ({ name, onlyAdds: onlyAdds(texts[index]!) }))
    .slice(state.version);
  return {
    database,
    state: state.kind,
    version: state.version,
    known,
    steps: refusal === null ? steps : [],
    refusal,
  };
}
