/** Locks between processes. The operating system frees them at the end of a process, even if it was killed. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;

/** Undefined: another process, or another caller in this process, holds the lock. */
export function tryLock(path: string): Lock | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

/** Waits for the lock, and calls `onWait` before each wait. */
export async function lock(path: string, onWait: () => void): Promise<Lock> {
  for (;;) {
    const held = tryLock(path);
    if (held) return held;
    onWait();
    await sleep(500);
  }
}
