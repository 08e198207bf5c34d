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
import type { Connection } from './connection.ts';

/** `application_id` of a file whose data was moved to Postgres: nobody may dial with it any more. */
export const MOVED = 0x6d6f7665;

/**
 * Migrates the schema: runs the steps above `user_version`, in order, all or none. `application_id` holds a digest of
 * the steps that were run, because a database made by another edition of them would fail at some queries.
 * @throws StoreUnopenable
 */
export function migrate(db: Connection, path: string, at: MigrateAt = 'start'): void {
  db.writeNow(() => {
    const steps = schemaSteps('sqlite');
    // Read inside the transaction, because another process may be migrating the same file.
    const state = schemaStateIn(db, steps);
    mustUse(state, { database: path, engine: 'sqlite', known: steps.length }, at);
    if (isReady(state)) return;
    for (const step of steps.slice(state.version)) db.script(step);
    noteSteps(db, steps);
    db.script(`PRAGMA user_version = ${steps.length}`);
    db.script(`PRAGMA application_id = ${digestOf(steps)}`);
  });
}

export function schemaStateIn(db: Connection, steps = schemaSteps('sqlite')): SchemaState {
  const { userVersion: version } = db.get<{ userVersion: number }>('PRAGMA user_version')!;
  const { applicationId } = db.get<{ applicationId: number }>('PRAGMA application_id')!;
  const { tables } = db.get<{ tables: number }>(
    `SELECT count(*) AS tables FROM sqlite_schema WHERE type = 'table'`,
  )!;
  return schemaStateOf(
    {
      version,
      isOurs: applicationId === digestOf(steps.slice(0, version)),
      onlyExpands: version > steps.length && onlyExpands(noted(db), version, steps),
      hasTables: tables > 0,
      wasMoved: applicationId === MOVED,
    },
    steps.length,
  );
}

function noteSteps(db: Connection, steps: readonly string[]): void {
  db.script(STEPS_TABLE);
  for (const { step, digest, onlyAdds } of notedSteps(steps))
    db.run(
      'INSERT INTO schema_steps (step, digest, only_adds) VALUES (:step, :digest, :onlyAdds) ON CONFLICT (step) DO NOTHING',
      { step, digest, onlyAdds },
    );
}

function noted(db: Connection): NotedStep[] {
  const { isThere } = db.get<{ isThere: number }>(
    `SELECT count(*) AS is_there FROM sqlite_schema WHERE name = 'schema_steps'`,
  )!;
  return isThere === 0 ? [] : db.all<NotedStep>('SELECT step, digest, only_adds FROM schema_steps');
}

/** Not negative, because it must fit `application_id`. */
export const digestOf = (steps: readonly string[]): number =>
  schemaDigest(steps).readUInt32BE() >>> 1;
