/** Gives the free pages of a SQLite file back to the disk. */
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DatabaseLocation } from '../../store/sql/open-store.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';

export interface Compacted {
  file: string;
  bytesBefore: number;
  bytes: number;
}

/**
 * All or nothing: it writes the database anew, which needs as much room on the disk as it will have.
 * @throws CommandError for Postgres; while another process has the file open, because its webhooks would wait
 */
export function compactStore(database: DatabaseLocation): Compacted {
  if (database.engine === 'postgres')
    throw refused('the database is in Postgres', 'use VACUUM there; see docs/scaling.md');
  const { path: file } = database;
  if (!existsSync(file)) throw refused(`there is no database ${file}`, 'name it with --database');
  const bytesBefore = statSync(file).size;
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    // In write-ahead mode this lock is refused while any other connection is open.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
    db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw refused('another process has the database open', 'stop all servers and workers first');
  } finally {
    db.close();
  }
  return { file, bytesBefore, bytes: statSync(file).size };
}

const SQLITE_BUSY = 5;

const refused = (why: string, next: string) =>
  new CommandError({ code: EXIT.usage, what: 'Nothing was changed', why, next });
