import type { AuditEntry, AuditFilter, AuditStore } from '../../audit-store.ts';
import { keyBefore, pageOf, settledRows } from '../engine/cursor.ts';
import { rowsAsJson } from '../engine/json-rows.ts';
import type { Database } from '../engine/tx.ts';

type AuditRow = Omit<AuditEntry, 'before' | 'after' | 'targetName'> & {
  before: string;
  after: string;
};

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
      const names = await namesOf(db, new Set(rows.map(({ target }) => target)));
      return pageOf(rows, limit, { key, item: (row) => toEntry(row, names.get(row.target)) });
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

const toEntry = (row: AuditRow, name: string | undefined): AuditEntry => ({
  ...row,
  targetName: name ?? null,
  before: JSON.parse(row.before),
  after: JSON.parse(row.after),
});

/** What people call the resources now: one statement for all of a page. */
async function namesOf(db: Database, targets: ReadonlySet<string>): Promise<Map<string, string>> {
  const asked = [...targets].flatMap((target) => {
    const [kind = '', id, ...deeper] = target.split('/');
    return id === undefined || deeper.length > 0 ? [] : [{ target, kind, id }];
  });
  if (asked.length === 0) return new Map();
  const rows = await db.all<{ target: string; name: string | null }>(
    `SELECT value ->> 'target' AS target, CASE value ->> 'kind'
       WHEN 'campaigns' THEN (SELECT name FROM campaigns WHERE id = value ->> 'id')
       WHEN 'agents' THEN (SELECT name FROM agents WHERE id = value ->> 'id')
       WHEN 'keys' THEN (SELECT name FROM api_keys WHERE id = value ->> 'id')
       WHEN 'users' THEN (SELECT name FROM users WHERE id = value ->> 'id')
       WHEN 'suppressions' THEN (SELECT name FROM suppression_lists
                                 WHERE id = value ->> 'id' AND removed = 0)
       WHEN 'outcome-codes' THEN (SELECT ${db.sql.json('settings')} ->> 'label' FROM outcome_codes
                                  WHERE id = value ->> 'id')
       WHEN 'callbacks' THEN (SELECT coalesce(${db.sql.json('settings')} ->> 'name', number)
                              FROM callbacks WHERE id = value ->> 'id')
       WHEN 'calls' THEN (SELECT coalesce(contacts.name, calls.number) FROM calls
                          JOIN contacts ON contacts.campaign_id = calls.campaign_id
                                       AND contacts.position = calls.contact
                          WHERE calls.ref = value ->> 'id')
     END AS name
     FROM ${db.sql.objects(':asked')}`,
    { asked: rowsAsJson(asked) },
  );
  return new Map(rows.flatMap(({ target, name }) => (name === null ? [] : [[target, name]])));
}
