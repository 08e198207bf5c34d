import { StoreRefusal } from '../store.ts';
import type { Suppression, SuppressionList, SuppressionStore } from '../suppression-store.ts';
import { writeAudit } from './audit.ts';
import type { Connection } from './connection.ts';
import { entriesOf, removeList } from './list-removal.ts';
import { once } from './once.ts';
import { listRow, listsSuppressing, mustBeList } from './suppressing.ts';

export function suppressionStore(db: Connection): SuppressionStore {
  return {
    async putSuppressionList({ id, name, nowMs }, key) {
      return once(db, { key, nowMs }, () => {
        const before = listRow(db, id);
        db.run(
          `INSERT INTO suppression_lists (id, name, created_at_ms) VALUES (:id, :name, :nowMs)
           ON CONFLICT (id) DO UPDATE SET name = :name`,
          { id, name, nowMs },
        );
        writeAudit(db, {
          by: key,
          what: 'suppression-list.put',
          target: `suppressions/${id}`,
          before,
          after: { name },
          nowMs,
        });
        return listOf(db, id, nowMs);
      });
    },

    async suppressionLists(nowMs) {
      return db.all<SuppressionList>(`${LIST} ORDER BY id`, { nowMs }).map((row) => ({ ...row }));
    },

    async dropSuppressionList(input, key) {
      return once(db, { key, nowMs: input.nowMs }, () => removeList(db, input, key));
    },

    async suppress({ list, numbers, untilMs, nowMs }, key) {
      return once(db, { key, nowMs }, () => {
        mustBeList(db, list);
        const before = entriesOf(db, list);
        for (const number of numbers) {
          db.run(
            `INSERT INTO suppressions (number, list, until_ms, added_at_ms)
             VALUES (:number, :list, :untilMs, :nowMs)
             ON CONFLICT (number, list) DO UPDATE SET until_ms = :untilMs`,
            { number, list, untilMs, nowMs },
          );
        }
        const added = entriesOf(db, list) - before;
        const report = { added, known: numbers.length - added };
        const after = { ...report, untilMs, ...(numbers.length === 1 && { number: numbers[0] }) };
        const target = `suppressions/${list}`;
        writeAudit(db, { by: key, what: 'suppressions.added', target, after, nowMs });
        return report;
      });
    },

    async unsuppress({ list, number }, key) {
      const nowMs = Date.now();
      return once(db, { key, nowMs }, () => {
        const gone = db.run('DELETE FROM suppressions WHERE number = :number AND list = :list', {
          number,
          list,
        });
        if (gone === 0) {
          throw new StoreRefusal('not-found', 'the list has no such number', { list });
        }
        const target = `suppressions/${list}`;
        const before = { number };
        writeAudit(db, { by: key, what: 'suppressions.removed', target, before, nowMs });
        return { number };
      });
    },

    async suppressions(list, { limit, after }) {
      mustBeList(db, list);
      const items = db
        .all<Suppression>(
          `SELECT number, until_ms AS untilMs, added_at_ms AS addedAtMs FROM suppressions
           WHERE list = :list AND number > :after ORDER BY number LIMIT :most`,
          { list, after: after ?? '', most: limit + 1 },
        )
        .map((row) => ({ ...row }));
      const more = items.length > limit;
      const page = items.slice(0, limit);
      return { items: page, next: more ? page.at(-1)?.number : undefined };
    },

    async listsSuppressing(number, nowMs) {
      return listsSuppressing(db, number, nowMs);
    },
  };
}

const LIST = `
  SELECT id, name, created_at_ms AS createdAtMs,
         (SELECT count(*) FROM suppressions
          WHERE list = suppression_lists.id AND (until_ms IS NULL OR until_ms > :nowMs)) AS numbers
  FROM suppression_lists`;

function listOf(db: Connection, id: string, nowMs: number): SuppressionList {
  return { ...db.get<SuppressionList>(`${LIST} WHERE id = :id`, { id, nowMs })! };
}
