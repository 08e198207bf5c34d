import type { CarrierChangeAnswer, CarrierChangeStore } from '../../carrier-change-store.ts';
import type { IdempotencyKey } from '../../store.ts';
import { writeAudit } from '../rows/audit.ts';
import type { Database, Tx } from '../engine/tx.ts';
import { writeOnce } from '../engine/idempotency.ts';

const NOT_KNOWN: CarrierChangeAnswer = { status: null, body: null };

export function carrierChangeStore(db: Database): CarrierChangeStore {
  return {
    async beginCarrierChange({ operation, target, asked, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const after = { operation, asked };
        await writeAudit(tx, { by: key, what: 'carrier.change-asked', target, after, nowMs });
        return NOT_KNOWN;
      });
    },

    async endCarrierChange({ operation, target, outcome, before, after, kept, nowMs }, key) {
      await db.write(async (tx) => {
        await writeAudit(tx, {
          by: key,
          what: 'carrier.change-answered',
          target,
          before,
          after: { operation, outcome, resource: after },
          nowMs,
        });
        await keepAnswer(tx, key, kept);
      });
    },
  };
}

async function keepAnswer(
  tx: Tx,
  { caller, key }: IdempotencyKey,
  kept: CarrierChangeAnswer | null,
): Promise<void> {
  if (key === null) return;
  const known = 'caller = :caller AND key = :key';
  if (kept === null) await tx.run(`DELETE FROM idempotency_keys WHERE ${known}`, { caller, key });
  else {
    const answer = JSON.stringify(kept);
    await tx.run(`UPDATE idempotency_keys SET answer = :answer WHERE ${known}`, {
      caller,
      key,
      answer,
    });
  }
}
