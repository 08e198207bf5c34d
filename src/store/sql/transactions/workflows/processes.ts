import type { WorkflowStore } from '../../../workflows/workflow-store.ts';
import type { Database } from '../../engine/tx.ts';
import { lastSweepMs, processSigns } from '../../steps/workflows/processes.ts';

/** Processes that nobody asks about any more. */
const KEPT_MS = 24 * 60 * 60_000;

export function processStore(
  db: Database,
): Pick<
  WorkflowStore,
  'noteProcess' | 'noteProcessStopped' | 'forgetProcesses' | 'processes' | 'sweptAtMs'
> {
  return {
    async noteProcess({ name, role, work, atMs, trouble }) {
      const row = {
        name,
        role,
        atMs,
        work: JSON.stringify(work),
        trouble: trouble && JSON.stringify(trouble),
      };
      await db.write(async (tx) => {
        tx.send('DELETE FROM processes WHERE at_ms < :olderMs', { olderMs: atMs - KEPT_MS });
        tx.send(
          `INSERT INTO processes (name, role, work, at_ms, stopped, trouble)
           VALUES (:name, :role, :work, :atMs, 0, :trouble)
           ON CONFLICT (role, name) DO UPDATE SET work = excluded.work,
             at_ms = excluded.at_ms, stopped = 0, trouble = excluded.trouble`,
          row,
        );
      });
    },

    async noteProcessStopped({ role, name, nowMs }) {
      await db.write(async (tx) =>
        tx.send(
          'UPDATE processes SET stopped = 1, at_ms = :nowMs, trouble = NULL WHERE role = :role AND name = :name',
          { role, name, nowMs },
        ),
      );
    },

    async forgetProcesses(names) {
      await db.write(async (tx) =>
        tx.send(
          `DELETE FROM processes WHERE name IN (SELECT value FROM ${tx.sql.texts(':names')})`,
          {
            names: JSON.stringify(names),
          },
        ),
      );
    },

    async processes() {
      return (await processSigns(db)).filter(({ stopped }) => !stopped);
    },

    async sweptAtMs() {
      return lastSweepMs(db);
    },
  };
}
