import type { CarrierChangeAnswer, CarrierChangeStore } from '../../carrier-change-store.ts';
import { writeAudit } from '../rows/audit.ts';
import type { Database } from '../engine/tx.ts';
import { giveKeyBack, keepAnswer, writeOnce } from '../engine/idempotency.ts';

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
        await (kept === null ? giveKeyBack(tx, key) : keepAnswer(tx, key, kept));
      });
    },
  };
}
