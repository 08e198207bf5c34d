import { withRetryAfter, type RetryAfter } from '../../../domain/account/retry-after.ts';
import { accountRow } from '../rows/account-row.ts';
import type { Tx } from '../engine/tx.ts';

/** Stores the pause that an answer to a POST asks for. @returns the one that stands now */
export async function noteRetryAfter(
  tx: Tx,
  { askedMs = 0, reason }: { askedMs: number | undefined; reason: string },
  nowMs: number,
): Promise<RetryAfter | undefined> {
  const { retryAfter: known } = await accountRow(tx);
  const next = withRetryAfter(known, { askedMs, reason }, nowMs);
  if (next === known || next === undefined) return known;
  tx.alone();
  tx.send('UPDATE account SET retry_after = :next', { next: JSON.stringify(next) });
  return next;
}
