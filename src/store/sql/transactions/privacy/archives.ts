/** Calls that are over for good go to archives, and from the database (decision 73). */
import type { Archive, ArchiveState, ArchiveStore } from '../../../privacy/archive-store.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { finishedAmong, mayDelete } from '../../steps/privacy/finished-calls.ts';
import { archivedLines } from './archived-lines.ts';
import { deleteCalls } from './call-deletion.ts';

/** Calls that one page looks at. Reading 200 lines takes some 30 ms, in which a SQLite process does nothing else. */
const CALLS_PER_PAGE = 200;

export function archiveStore(db: Database): ArchiveStore {
  return {
    async takeArchiveTurn({ untilMs, heldMs, nowMs }) {
      const taken = await db.write((tx) =>
        tx.run(
          `UPDATE installation SET archiving_until_ms = :untilMs
           WHERE archiving_until_ms <= :nowMs OR archiving_until_ms = :heldMs`,
          { untilMs, heldMs, nowMs },
        ),
      );
      return taken === 1;
    },

    async callsToArchive({ beforeMs, after }) {
      return db.read(async (tx) => {
        const rows = await tx.all<{ id: number; createdAtMs: number }>(
          `SELECT id, created_at_ms FROM calls WHERE id > :after ORDER BY id LIMIT ${CALLS_PER_PAGE}`,
          { after },
        );
        const old = rows.filter(({ createdAtMs }) => createdAtMs < beforeMs);
        const next = old.length === CALLS_PER_PAGE ? rows.at(-1)!.id : undefined;
        if (old.length === 0 || !(await mayDelete(tx, beforeMs)))
          return { calls: [], next: undefined };
        const ids = old.map(({ id }) => id);
        return { calls: await archivedLines(tx, await finishedAmong(tx, ids, beforeMs)), next };
      });
    },

    async keepArchive(archive) {
      await db.write(async (tx) =>
        tx.send(
          `INSERT INTO archives (file, sha256, bytes, calls, made_at_ms)
           VALUES (:file, :sha256, :bytes, :calls, :madeAtMs)`,
          { ...archive },
        ),
      );
    },

    async deleteArchived(calls, beforeMs) {
      const lineOf = new Map(calls.map(({ id, line }) => [id, line]));
      return db.write(async (tx) => {
        if (!(await mayDelete(tx, beforeMs))) return 0;
        const found = await finishedAmong(tx, [...lineOf.keys()], beforeMs);
        const now = await archivedLines(tx, found);
        const same = new Set(
          now.filter(({ id, line }) => lineOf.get(id) === line).map(({ id }) => id),
        );
        const gone = found.filter(({ id }) => same.has(id));
        if (gone.length > 0) await deleteCalls(tx, gone);
        return gone.length;
      });
    },

    archiveState: async () => db.read(stateOf),

    oldestCall: async () =>
      db.get(
        'SELECT ref, created_at_ms FROM calls WHERE id < (SELECT max(id) FROM calls) ORDER BY id LIMIT 1',
      ),
  };
}

async function stateOf(tx: Tx): Promise<ArchiveState> {
  const last = await tx.get<Archive>(
    'SELECT file, sha256, bytes, calls, made_at_ms FROM archives ORDER BY serial DESC LIMIT 1',
  );
  const counts = (await tx.get<Omit<ArchiveState, 'last'>>(
    `SELECT (SELECT count(*) FROM archives) AS files,
            (SELECT CAST(coalesce(sum(calls), 0) AS BIGINT) FROM archived_calls) AS calls,
            deleted_to_ms FROM installation`,
  ))!;
  return { last, ...counts };
}
