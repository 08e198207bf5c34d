import type { AuditEntry, AuditFilter, AuditStore } from '../../audit-store.ts';
import { keyBefore, pageOf, settledRows } from '../engine/cursor.ts';
import type { Database } from '../engine/tx.ts';

type AuditRow = Omit<AuditEntry, 'before' | 'after'> & { before: string; after: string };

export function auditStore(db: Database): AuditStore {
  return {
    async audit(filter, { limit, after }) {
      const last = keyBefore(after) || Number.MAX_SAFE_INTEGER;
      const wanted = conditions(filter);
      const read = (upTo: number) =>
        db.all<AuditRow>(
          `SELECT id, at_ms, who, what, target, before, after FROM audit
           WHERE id < :last AND id <= :upTo ${wanted.sql}
           ORDER BY id DESC LIMIT :most`,
          { last, upTo, most: limit + 1, ...wanted.params },
        );
      const key = ({ id }: AuditRow) => id;
      const atMs = (row: AuditRow) => row.atMs;
      // The newest first: whoever looks for what is new ends at the last entry that is known.
      const rows = await settledRows(db, read, { key, atMs, goesOn: () => true });
      return pageOf(rows, limit, { key, item: toEntry });
    },
  };
}

function conditions({ target, who, what, beforeMs }: AuditFilter) {
  const given = Object.entries({ target, who, what, beforeMs }).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  const sql = given.map(([name]) =>
    name === 'beforeMs' ? 'AND at_ms < :beforeMs' : `AND ${name} = :${name}`,
  );
  return { sql: sql.join(' '), params: Object.fromEntries(given) };
}

const toEntry = (row: AuditRow): AuditEntry => ({
  ...row,
  before: JSON.parse(row.before),
  after: JSON.parse(row.after),
});
