import type { CarrierChangeAnswer, CarrierChangeStore } from '../../carrier-change-store.ts';
import type { IdempotencyKey } from '../../store.ts';
import { writeAudit } from '../rows/audit.ts';
import type { Connection } from '../engine/connection.ts';
import { writeOnce } from '../engine/idempotency.ts';

const NOT_KNOWN: CarrierChangeAnswer = { status: null, body: null };

export function carrierChangeStore(db: Connection): CarrierChangeStore {
  return {
    async beginCarrierChange({ operation, target, asked, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, () => {
        const after = { operation, asked };
        writeAudit(db, { by: key, what: 'carrier.change-asked', target, after, nowMs });
        return NOT_KNOWN;
      });
    },

    async endCarrierChange({ operation, target, outcome, before, after, kept, nowMs }, key) {
      await db.write(() => {
        writeAudit(db, {
          by: key,
          what: 'carrier.change-answered',
          target,
          before,
          after: { operation, outcome, resource: after },
          nowMs,
        });
        keepAnswer(db, key, kept);
      });
    },
  };
}

function keepAnswer(
  db: Connection,
  { caller, key }: IdempotencyKey,
  kept: CarrierChangeAnswer | null,
): void {
  if (key === null) return;
  const known = 'caller = :caller AND key = :key';
  if (kept === null) db.run(`DELETE FROM idempotency_keys WHERE ${known}`, { caller, key });
  else {
    const answer = JSON.stringify(kept);
    db.run(`UPDATE idempotency_keys SET answer = :answer WHERE ${known}`, { caller, key, answer });
  }
}
