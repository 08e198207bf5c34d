/** An import that is taken back: its contacts that nobody has called leave the campaign, batch by batch. */
import { ERASED } from '../../../../domain/privacy/erasure.ts';
import type { ImportUndoStore } from '../../../campaigns/import-store.ts';
import { CONTACTS_PER_BATCH } from '../../../campaigns/contact-job-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import { writeAudit } from '../../rows/audit.ts';
import { importRow, toImport, unknownImport, type ImportsRow } from '../../rows/import-rows.ts';
import { WITHOUT_PERSON } from '../../steps/privacy/erase-contact.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import type { Database, Tx } from '../../engine/tx.ts';

/** An open import to which nothing was added for so long was interrupted. */
const QUIET_MS = 60_000;

export function importUndoStore(db: Database): ImportUndoStore {
  return {
    async undoImport({ campaignId, id, nowMs }, key) {
      const { replayed } = await writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await importRow(tx, id);
        if (known.campaignId !== campaignId) throw unknownImport();
        if (known.undoState !== null) return {};
        await mustBeUndoable(tx, known, nowMs);
        await begin(tx, known, nowMs);
        const before = { import: id, accepted: known.accepted };
        const target = `campaigns/${campaignId}`;
        await writeAudit(tx, { by: key, what: 'import.undone', target, before, nowMs });
        return {};
      });
      return { answer: toImport(await db.read((tx) => importRow(tx, id))), replayed };
    },

    async continueImportUndo() {
      // Checked without the write lock, so that others can write if there is nothing to do.
      if (!(await db.read((tx) => nextUndo(tx)))) return false;
      return db.write(async (tx) => {
        const next = await nextUndo(tx);
        if (next) await withdrawBatch(tx, next);
        return next !== undefined;
      });
    },
  };
}

const nextUndo = (tx: Tx): Promise<ImportsRow | undefined> =>
  tx.get<ImportsRow>(
    `SELECT * FROM imports WHERE undo_state = 'open' ORDER BY undo_asked_at_ms, serial LIMIT 1`,
  );

async function mustBeUndoable(tx: Tx, known: ImportsRow, nowMs: number): Promise<void> {
  if (known.state === 'open' && nowMs - known.touchedAtMs < QUIET_MS)
    throw new StoreRefusal('import-runs', 'rows are still being added by this import');
  const { contacts } = (await tx.get<{ contacts: number }>(
    `SELECT CAST(coalesce(sum(last_contact - first_contact + 1), 0) AS BIGINT) AS contacts FROM import_spans WHERE import_id = :id`,
    { id: known.id },
  ))!;
  // A row may have made several contacts.
  if (contacts < known.accepted)
    throw new StoreRefusal(
      'import-not-undoable',
      'an earlier version of Dialwright has made this import, or a part of it, and did not note which contacts it added',
    );
}

/** No row is added to it any more. What is left of it is withdrawn by `continueImportUndo`. */
async function begin(tx: Tx, known: ImportsRow, nowMs: number): Promise<void> {
  tx.send(
    `UPDATE imports SET undo_state = 'open', undo_asked_at_ms = :nowMs,
       state = CASE state WHEN 'open' THEN 'stopped' ELSE state END
     WHERE id = :id`,
    { id: known.id, nowMs },
  );
  await withdrawBatch(tx, known);
}

interface Span {
  firstContact: number;
  lastContact: number;
}

async function withdrawBatch(tx: Tx, { id, campaignId, undoneTo }: ImportsRow): Promise<void> {
  const span = await tx.get<Span>(
    `SELECT first_contact, last_contact FROM import_spans
     WHERE import_id = :id AND last_contact > :undoneTo ORDER BY first_contact LIMIT 1`,
    { id, undoneTo },
  );
  const from = Math.max(span?.firstContact ?? 0, undoneTo + 1);
  const to = Math.min(span?.lastContact ?? undoneTo, from + CONTACTS_PER_BATCH - 1);
  const withdrawn = span ? await withdraw(tx, { campaignId, from, to }) : 0;
  tx.send(
    `UPDATE imports SET undone_to = :to, withdrawn = withdrawn + :withdrawn,
       undo_state = CASE WHEN EXISTS (SELECT 1 FROM import_spans WHERE import_id = :id AND last_contact > :to)
                    THEN 'open' ELSE 'done' END
     WHERE id = :id`,
    { id, to, withdrawn },
  );
}

/**
 * The rows stay, because positions are never given twice, and their texts go, so that the same people can be imported again.
 * @returns how many
 */
const withdraw = (
  tx: Tx,
  { campaignId, from, to }: { campaignId: string; from: number; to: number },
): Promise<number> =>
  tx.run(
    `UPDATE contacts SET state = 'final', disposition = 'not-dialled', due_reason = 'withdrawn', ${WITHOUT_PERSON}
     WHERE campaign_id = :campaignId AND position BETWEEN :from AND :to
       AND calls = 0 AND state IN ('due', 'final') AND number <> '${ERASED}'`,
    { campaignId, from, to },
  );
