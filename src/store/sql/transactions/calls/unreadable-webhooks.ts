/** Unreadable webhooks, kept for people: a few of each call, and a bounded number in all. */
import type { CallRef } from '../../../../domain/ids.ts';
import type {
  InboxEvent,
  UnreadableBody,
  UnreadableSummary,
  UnreadableWebhook,
} from '../../../calls/inbox-store.ts';
import type { Tx } from '../../engine/tx.ts';

const KEPT_PER_CALL = 16;
/** On the URLs of unknown calls. */
const KEPT_OF_NO_CALL = 100;
/** A bound, because with a wrong profile every webhook of every call is unreadable. */
const KEPT_IN_ALL = 10_000;

export async function keepUnreadable(
  tx: Tx,
  { ref, placement, receivedAtMs }: InboxEvent,
  { why, body, bytes }: UnreadableBody,
  ofCall: boolean,
): Promise<void> {
  const owner = ofCall ? ref : null;
  tx.send(
    `INSERT INTO unreadable_webhooks (ref, placement, received_at_ms, why, body, bytes)
     VALUES (:owner, :placement, :receivedAtMs, :why, :body, :bytes)`,
    { owner, placement, receivedAtMs, why, body, bytes },
  );
  // Written out, because Postgres has no index for IS NOT DISTINCT FROM.
  const ofOwner = ofCall ? 'ref = :owner' : 'ref IS NULL';
  tx.send(
    `DELETE FROM unreadable_webhooks
     WHERE ${ofOwner} AND id <= (SELECT id FROM unreadable_webhooks WHERE ${ofOwner}
                                 ORDER BY id DESC LIMIT 1 OFFSET :kept)`,
    { kept: ofCall ? KEPT_PER_CALL : KEPT_OF_NO_CALL, ...(ofCall && { owner }) },
  );
  tx.send(
    'DELETE FROM unreadable_webhooks WHERE id <= (SELECT max(id) FROM unreadable_webhooks) - :kept',
    { kept: KEPT_IN_ALL },
  );
}

export async function unreadableOf(tx: Tx, ref: CallRef): Promise<UnreadableWebhook[]> {
  return await tx.all<UnreadableWebhook>(
    `SELECT placement, received_at_ms AS at_ms, why, body, bytes
       FROM unreadable_webhooks WHERE ref = :ref ORDER BY id`,
    { ref },
  );
}

export async function summaryOfUnreadable(tx: Tx, sinceMs: number): Promise<UnreadableSummary> {
  const counts = (await tx.get<{ webhooks: number; calls: number }>(
    `SELECT count(*) AS webhooks, count(DISTINCT ref) AS calls
     FROM unreadable_webhooks WHERE received_at_ms >= :sinceMs`,
    { sinceMs },
  ))!;
  const last = await tx.get<NonNullable<UnreadableSummary['last']>>(
    `SELECT ref, received_at_ms AS at_ms, why FROM unreadable_webhooks
     WHERE received_at_ms >= :sinceMs ORDER BY id DESC LIMIT 1`,
    { sinceMs },
  );
  return { ...counts, last: last ?? null };
}
