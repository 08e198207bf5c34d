import type { OutcomeCode } from '../../../../domain/outcomes/outcome.ts';
import type { OutcomeStore } from '../../../outcomes/outcome-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { writeAudit } from '../../rows/audit.ts';
import { codeRow, codeRows } from '../../rows/calls/outcome-rows.ts';
import { listRow } from '../../steps/campaigns/suppressing.ts';

export function outcomeCodeStore(
  db: Database,
): Pick<OutcomeStore, 'outcomeCodes' | 'putOutcomeCode' | 'deleteOutcomeCode'> {
  return {
    async outcomeCodes() {
      return db.read((tx) => codeRows(tx));
    },

    async putOutcomeCode({ code, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const before = await codeRow(tx, code.id);
        precondition?.(before);
        await mustKnowList(tx, code);
        const { id, ...settings } = code;
        tx.send(
          `INSERT INTO outcome_codes (id, settings, made_at_ms) VALUES (:id, :settings, :nowMs)
           ON CONFLICT (id) DO UPDATE SET settings = :settings, deleted_at_ms = NULL`,
          { id, settings: JSON.stringify(settings), nowMs },
        );
        await writeAudit(tx, {
          by: key,
          what: 'outcome-code.put',
          target: `outcome-codes/${id}`,
          ...(before && { before }),
          after: { ...code, deletedAtMs: null },
          nowMs,
        });
        return (await codeRow(tx, id))!;
      });
    },

    async deleteOutcomeCode({ id, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const before = await codeRow(tx, id);
        if (!before || before.deletedAtMs !== null)
          throw new StoreRefusal('not-found', 'there is no such code', { code: id });
        tx.send('UPDATE outcome_codes SET deleted_at_ms = :nowMs WHERE id = :id', {
          id,
          nowMs,
        });
        const target = `outcome-codes/${id}`;
        await writeAudit(tx, { by: key, what: 'outcome-code.deleted', target, before, nowMs });
        return { ...before, deletedAtMs: nowMs };
      });
    },
  };
}

async function mustKnowList(tx: Tx, { suppress: list }: OutcomeCode): Promise<void> {
  if (list === null || (await listRow(tx, list))) return;
  throw new StoreRefusal('unknown-list', 'there is no such suppression list: make it first', {
    field: 'suppress',
    list,
  });
}
