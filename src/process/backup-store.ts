/** A copy of the database while it is used. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';
import type { DatabaseLocation } from '../store/sql/open-store.ts';
import { mustExist } from './export-store.ts';

export interface Backup {
  file: string;
  bytes: number;
}

/**
 * Writes a whole copy, or none: the file appears under its name when it is complete and has been checked.
 * @throws CommandError for Postgres, whose own tools do it; for no database; for a file that exists; for a copy that is damaged
 */
export async function backupStore(database: DatabaseLocation, file: string): Promise<Backup> {
  if (database.engine === 'postgres') throw ownTools();
  mustExist(database.path);
  if (existsSync(file)) throw exists(file);
  const partial = `${file}.partial`;
  try {
    await copyTo(partial, database.path);
    check(partial);
    renameSync(partial, file);
  } catch (error) {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(partial + end, { force: true });
    throw error;
  }
  return { file, bytes: statSync(file).size };
}

async function copyTo(file: string, path: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(source, file);
  } finally {
    source.close();
  }
}

function check(file: string): void {
  const copy = new DatabaseSync(file);
  try {
    // Without a log beside it, so that the copy is one file.
    copy.exec('PRAGMA journal_mode = DELETE');
    const found = copy.prepare('PRAGMA quick_check').get() as { quick_check: string };
    if (found.quick_check === 'ok') return;
    throw new CommandError({
      code: EXIT.failure,
      what: `The copy ${file} is damaged`,
      why: found.quick_check,
      next: 'check the disk, delete the copy, and run it again',
    });
  } finally {
    copy.close();
  }
}

const ownTools = () =>
  new CommandError({
    code: EXIT.usage,
    what: 'Nothing was copied',
    why: 'the database is in Postgres, which is backed up by its own tools',
    next: 'use `pg_dump --format=custom`, or point-in-time recovery; see docs/backup.md',
  });

const exists = (file: string) =>
  new CommandError({
    code: EXIT.usage,
    what: 'Nothing was copied',
    why: `${file} exists already`,
    next: 'name a file that does not exist yet, for example with the date in its name',
  });
