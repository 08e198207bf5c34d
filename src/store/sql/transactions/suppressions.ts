import type { RegistryCopy } from '../../../domain/contacts/suppression.ts';
import { pageOf, textBefore } from '../engine/cursor.ts';
import { BEING_ERASED } from '../../../domain/privacy/erasure.ts';
import { StoreRefusal } from '../../requests.ts';
import type {
  NumberSuppressions,
  Suppression,
  SuppressionList,
  SuppressionStore,
} from '../../campaigns/suppression-store.ts';
import { writeAudit } from '../rows/audit.ts';
import type { Database, Tx } from '../engine/tx.ts';
import { continueListRemoval, removeList, removedList } from './list-removal.ts';
import { suppress } from '../steps/campaigns/suppression-additions.ts';
import { deleteHash } from '../steps/privacy/erased-suppressions.ts';
import { writeOnce } from '../engine/idempotency.ts';
import { erasedAmong } from '../steps/privacy/erased-numbers.ts';
import { numbersOfPersons } from '../steps/campaigns/other-numbers.ts';
import {
  listRow,
  mustBeList,
  newListVersion,
  noteCopiesDue,
  LISTS,
  type ListRow,
} from '../steps/campaigns/suppressing.ts';

export function suppressionStore(db: Database): SuppressionStore {
  return {
    async putSuppressionList({ id, name, copy, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const before = await listRow(tx, id);
        tx.send(
          `INSERT INTO suppression_lists (id, name, created_at_ms) VALUES (:id, :name, :nowMs)
           ON CONFLICT (id) WHERE removed = 0 DO UPDATE SET name = :name`,
          { id, name, nowMs },
        );
        if (copy !== undefined) await setCopy(tx, id, copy);
        if (!before) await newListVersion(tx, (await mustBeList(tx, id)).serial);
        const now = await mustBeList(tx, id);
        await writeAudit(tx, {
          by: key,
          what: 'suppression-list.put',
          target: `suppressions/${id}`,
          ...(before && { before: putOf(before) }),
          after: putOf(now),
          nowMs,
        });
        return toList(now);
      });
    },

    async suppressionLists() {
      return (await db.all<ListRow>(`${LISTS} AND id <> '${BEING_ERASED}' ORDER BY id`)).map(
        toList,
      );
    },

    async dropSuppressionList(input, key) {
      return writeOnce(db, { key, nowMs: input.nowMs }, (tx) => removeList(tx, input, key));
    },

    async continueListRemoval() {
      // Checked without the write lock, so that others can write if there is nothing to do.
      return (
        (await db.read((tx) => removedList(tx))) !== undefined &&
        db.write((tx) => continueListRemoval(tx))
      );
    },

    async suppress(addition, key) {
      return suppress(db, addition, key);
    },

    numbersOfPerson: (person) => db.read((tx) => numbersOfPersons(tx, [person])),

    async unsuppress({ list, number }, key) {
      const nowMs = db.nowMs();
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const { serial } = await mustBeList(tx, list);
        const entries = await tx.run(
          'DELETE FROM suppression_entries WHERE number = :number AND list = :serial',
          { number, serial },
        );
        const hash = (await erasedAmong(tx, [number])).get(number);
        const hashes = hash === undefined ? 0 : await deleteHash(tx, hash, serial);
        if (entries + hashes === 0)
          throw new StoreRefusal('not-found', 'the list has no such number', { list });
        await newListVersion(tx, serial);
        const target = `suppressions/${list}`;
        const before = hash === undefined ? { number } : { numberHash: hash };
        await writeAudit(tx, { by: key, what: 'suppressions.removed', target, before, nowMs });
        return { removed: true as const };
      });
    },

    async suppressions(list, { limit, after }) {
      const { serial } = await db.read((tx) => mustBeList(tx, list));
      const items = await db.all<Suppression>(
        `SELECT number, until_ms, added_at_ms FROM suppression_entries
           WHERE list = :serial AND number > :after ORDER BY number LIMIT :most`,
        { serial, after: textBefore(after, /^\+\d{1,15}$/) ?? '', most: limit + 1 },
      );
      return pageOf(items, limit, { key: ({ number }) => number, item: (row) => row });
    },

    async suppressionsOf(number) {
      return db.read(async (tx) => {
        const found = await tx.all<NumberSuppressions['entries'][number]>(
          `SELECT lists.id AS list, name AS list_name, until_ms, added_at_ms
           FROM suppression_entries JOIN suppression_lists AS lists ON lists.serial = suppression_entries.list
           WHERE number = :number AND removed = 0 ORDER BY lists.id`,
          { number },
        );
        const entries = found.filter(({ list }) => list !== BEING_ERASED);
        const erased =
          entries.length < found.length || (await erasedAmong(tx, [number])).has(number);
        return { erased, entries };
      });
    },
  };
}

function toList(row: ListRow): SuppressionList {
  const { serial: _, ...list } = row;
  return list;
}

/** Null: the list is no copy of a registry. */
async function setCopy(tx: Tx, id: string, copy: RegistryCopy | null): Promise<void> {
  tx.send(
    'UPDATE suppression_lists SET as_of_ms = :asOfMs, max_age_ms = :maxAgeMs WHERE id = :id AND removed = 0',
    { id, asOfMs: copy?.asOfMs ?? null, maxAgeMs: copy?.maxAgeMs ?? null },
  );
  await noteCopiesDue(tx);
}

const putOf = ({ name, asOfMs, maxAgeMs }: ListRow) => ({
  name,
  ...(asOfMs !== null && { asOfMs, maxAgeMs }),
});
