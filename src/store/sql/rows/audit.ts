import { DIALWRIGHT, type Audited } from '../../audit-store.ts';
import type { IdempotencyKey } from '../../requests.ts';
import type { Tx } from '../engine/tx.ts';

export interface Change {
  /** Undefined: an automatic change by Dialwright. */
  by: Pick<IdempotencyKey, 'who'> | undefined;
  what: Audited;
  target: string;
  before?: unknown;
  after?: unknown;
  nowMs: number;
}

/** Writes one entry in the transaction of the change. Without a difference none is written. */
export async function writeAudit(tx: Tx, change: Change): Promise<void> {
  const { what, target, nowMs } = change;
  const before = JSON.stringify(change.before ?? null);
  const after = JSON.stringify(change.after ?? null);
  if (before === after && before !== 'null') return;
  tx.send(
    `INSERT INTO audit (at_ms, who, what, target, before, after)
     VALUES (:nowMs, :who, :what, :target, :before, :after)`,
    { nowMs, who: change.by?.who ?? DIALWRIGHT, what, target, before, after },
  );
}
