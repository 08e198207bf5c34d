/**
 * Moves a store from a SQLite file to an empty Postgres database: all of it, in one transaction of Postgres, or nothing.
 * Ids, evidence, seals and the installation's id stay, so the same Temporal namespace goes on with it.
 */
import { existsSync } from 'node:fs';
import type { ClientBase } from 'pg';
import { Connection } from './engine/sqlite/connection.ts';
import { schemaStateIn as sqliteState } from './engine/sqlite/migrations.ts';
import { migrateWithin, schemaStateIn as postgresState } from './engine/postgres/migrations.ts';
import { INSTALLATION_LOCK } from './engine/postgres/transactions.ts';
import { schemaSteps } from './engine/schema-steps.ts';
import { whyUnusable } from './engine/schema-state.ts';
import { movedTables } from './engine/move/moved-tables.ts';
import {
  compareRows,
  moveRows,
  RowsDiffer,
  type MovedRows,
  type OnProgress,
} from './engine/move/move-rows.ts';
import { SourceFile } from './engine/move/source-file.ts';
import { TargetDatabase } from './engine/move/target-database.ts';
import { processSigns } from './steps/workflows/processes.ts';
import { MoveRefused } from '../faults.ts';
import { withClient, type PostgresStoreOptions } from './open-postgres-store.ts';

export interface Move {
  /** The SQLite file. */
  path: string;
  to: PostgresStoreOptions;
  onProgress?: OnProgress;
  nowMs?: () => number;
}

export interface Moved {
  database: string;
  tables: MovedRows[];
  /** True: an earlier run had moved it, and this one found it equal. */
  wasThere: boolean;
  /** Texts of which Postgres cannot hold a character, U+0000 or half of a pair: it was replaced. */
  replacedTexts: number;
}

/** A process gives a sign of life every ten seconds at most. */
const ALIVE_WITHIN_MS = 60_000;

/** @throws MoveRefused before anything was changed; StoreUnopenable where Postgres cannot be used */
export async function moveDatabase({ path, to, onProgress, nowMs }: Move): Promise<Moved> {
  await mustBeAtRest(path, nowMs ?? Date.now);
  const source = openAlone(path);
  try {
    const moved = await withClient(to, (client, name) =>
      filled(source, client, name, onProgress ?? (() => undefined)),
    );
    source.markMoved();
    return moved;
  } finally {
    source.close();
  }
}

async function mustBeAtRest(path: string, nowMs: () => number): Promise<void> {
  if (!existsSync(path)) throw new MoveRefused(`there is no database ${path}`);
  const db = new Connection(path, 0);
  try {
    const known = schemaSteps('sqlite').length;
    const state = sqliteState(db);
    const why = whyUnusable(state, { database: path, engine: 'sqlite', known });
    if (why !== undefined) throw new MoveRefused(`${path} cannot be moved: ${why}`);
    // What a newer version has added, this one does not know how to move.
    if (state.kind === 'expanded')
      throw new MoveRefused(
        `a newer Dialwright has added to ${path} (schema ${state.version}, this version knows ${known}); move it with that version`,
      );
    if (state.kind !== 'current')
      throw new MoveRefused(
        `the schema of ${path} is not up to date; run \`dialwright migrate --run\` first`,
      );
    const signs = await processSigns({ all: async (sql) => db.all(sql) });
    const alive = signs.filter(({ stopped, atMs }) => !stopped && nowMs() - atMs < ALIVE_WITHIN_MS);
    if (alive.length > 0)
      throw new MoveRefused(stillRunning(alive.map(({ role, name }) => `${role} ${name}`)));
  } finally {
    db.close();
  }
}

const stillRunning = (names: readonly string[]): string =>
  `${names.join(', ')} showed life within the last minute; stop all servers and workers, or wait a minute after one was killed`;

function openAlone(path: string): SourceFile {
  try {
    return new SourceFile(path);
  } catch (error) {
    if (!(error as Error).message.includes('locked')) throw error;
    throw new MoveRefused(
      `another process has ${path} open; stop all servers, workers and commands that use it`,
    );
  }
}

async function filled(
  source: SourceFile,
  client: ClientBase,
  name: string,
  onProgress: OnProgress,
): Promise<Moved> {
  await client.query(
    `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
     SELECT pg_advisory_xact_lock(${INSTALLATION_LOCK})`,
  );
  try {
    const wasThere = await isThere(client, name, source.installationId);
    if (!wasThere) await migrateWithin(client, name, 'start');
    const target = new TargetDatabase(client);
    const work = wasThere ? compareRows : moveRows;
    const tables = await work(source, target, await movedTables(client), onProgress);
    await client.query('COMMIT');
    if (!wasThere) await client.query('ANALYZE');
    return { database: name, tables, wasThere, replacedTexts: source.replacedTexts };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error instanceof RowsDiffer
      ? new MoveRefused(
          `what was moved to ${name} is not what the file has, or has changed since: ${error.message}`,
        )
      : error;
  }
}

/** Whether an earlier run has moved this installation there, and was stopped before it could mark the file. */
async function isThere(client: ClientBase, name: string, installation: string): Promise<boolean> {
  const state = await postgresState(client);
  if (state.kind === 'empty') return false;
  const { rows } =
    state.kind === 'current'
      ? await client.query<{ id: string }>('SELECT id FROM installation')
      : { rows: [] };
  if (rows[0]?.id === installation) return true;
  throw new MoveRefused(
    `${name} is not empty; drop that database and create it again, or name another`,
  );
}
