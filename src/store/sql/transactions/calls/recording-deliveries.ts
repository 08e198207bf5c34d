/** Stores recording webhooks. The whole account has one token, so rows and bytes are bounded here. */
import type { CallRef } from '../../../../domain/ids.ts';
import { DAY_MS } from '../../../../domain/zone.ts';
import type { KeptDelivery, RecordingDelivery } from '../../../calls/recording-store.ts';
import { callBoundTo, findAndLockCall } from '../../rows/call-rows.ts';
import { wasDeleted } from '../../rows/calls/missing-calls.ts';
import type { Tx } from '../../engine/tx.ts';
import { writeTimeline } from '../../rows/timeline.ts';

/** The carrier sends one delivery and up to five retries, maybe with a new link each. */
const MOST_OF_CALL = 16;
/** Deliveries without a known call. The oldest is deleted first. */
const MOST_STRAY = 1_000;
/** Enough for a person to see which fields the profile must name. */
const LONGEST_BODY = 8_192;
/** A link that arrives later after the end of its call is useless: it has expired, and the desk has searched. */
const OF_USE_FOR_MS = 7 * DAY_MS;
const STRAY_FOR_MS = 7 * DAY_MS;
const BODY_FOR_MS = 30 * DAY_MS;
const PRUNED_AT_A_TIME = 500;

interface Addressee {
  ref: CallRef | undefined;
  why: 'new' | 'known' | 'full' | 'too-late' | 'erased' | 'foreign';
}

export const notKept = ({ ref, why }: Addressee): KeptDelivery => ({
  ref,
  kept: false,
  isNewLink: false,
  ...(why === 'foreign' && { isForeign: true }),
});

/** The call of a delivery, and whether the delivery is worth storing. */
export async function addresseeOf(tx: Tx, delivery: RecordingDelivery): Promise<Addressee> {
  const { carrierCallId, url, receivedAtMs } = delivery;
  const ref = delivery.ref ?? (await callBoundTo(tx, carrierCallId));
  if (ref === undefined) {
    return {
      ref,
      why: carrierCallId !== null && (await isStrayKnown(tx, delivery)) ? 'known' : 'new',
    };
  }
  if (await isForeign(tx, delivery)) return { ref, why: 'foreign' };
  const { kept, same, endedAtMs, erasedAtMs } = (await tx.get<{
    kept: number;
    same: number;
    endedAtMs: number | null;
    erasedAtMs: number | null;
  }>(
    `SELECT count(*) AS kept,
            count(*) FILTER (WHERE url IS NOT DISTINCT FROM :url
                               AND carrier_call_id IS NOT DISTINCT FROM :carrierCallId) AS same,
            (SELECT ended_at_ms FROM calls WHERE ref = :ref) AS ended_at_ms,
            (SELECT erased_at_ms FROM calls WHERE ref = :ref) AS erased_at_ms
     FROM recording_deliveries WHERE ref = :ref`,
    { ref, url, carrierCallId },
  ))!;
  if (erasedAtMs !== null) return { ref, why: 'erased' };
  if (endedAtMs === null && (await wasDeleted(tx, ref))) return { ref, why: 'too-late' };
  if (same > 0) return { ref, why: 'known' };
  if (kept >= MOST_OF_CALL) return { ref, why: 'full' };
  const isLate = endedAtMs !== null && receivedAtMs - endedAtMs > OF_USE_FOR_MS;
  return { ref, why: isLate ? 'too-late' : 'new' };
}

/**
 * Whether a delivery on a call's own URL is about another call: it came on the URL of a placement that is not the call's,
 * or names an id that is not bound to it. While no id is bound, an id that is bound to another call tells.
 */
async function isForeign(
  tx: Tx,
  { ref, placement, carrierCallId }: RecordingDelivery,
): Promise<boolean> {
  if (ref === undefined) return false;
  const call = await tx.get<{ placement: number; id: string | null }>(
    'SELECT placement, carrier_call_id AS id FROM calls WHERE ref = :ref',
    { ref },
  );
  if (!call) return false;
  if (placement !== undefined && placement !== call.placement) return true;
  if (carrierCallId === null) return false;
  if (call.id !== null) return call.id !== carrierCallId;
  return (await callBoundTo(tx, carrierCallId)) !== undefined;
}

export async function keepDelivery(tx: Tx, delivery: RecordingDelivery): Promise<KeptDelivery> {
  const known = delivery.ref ?? (await callBoundTo(tx, delivery.carrierCallId));
  // Of those without a call the oldest gives way, so they come one after the other.
  if (known === undefined) tx.alone();
  else await findAndLockCall(tx, known);
  // Another process may have stored it meanwhile.
  const addressee = await addresseeOf(tx, delivery);
  const { ref } = addressee;
  if (addressee.why !== 'new') return notKept(addressee);
  const { carrierCallId, url, receivedAtMs, body } = delivery;
  tx.send(
    `INSERT INTO recording_deliveries (ref, carrier_call_id, url, received_at_ms, body)
     VALUES (:ref, :carrierCallId, :url, :receivedAtMs, :body)`,
    { ref: ref ?? null, carrierCallId, url, receivedAtMs, body: body.slice(0, LONGEST_BODY) },
  );
  if (ref === undefined) {
    await dropOldestStray(tx);
    return { ref, kept: true, isNewLink: false };
  }
  if (url === null) return { ref, kept: true, isNewLink: false };
  return { ref, kept: true, isNewLink: await linkCame(tx, ref, receivedAtMs) };
}

export async function pruneDeliveries(tx: Tx, nowMs: number): Promise<void> {
  const limit = PRUNED_AT_A_TIME;
  tx.send(
    `DELETE FROM recording_deliveries WHERE id IN (
       SELECT id FROM recording_deliveries ${tx.sql.indexedBy('recording_deliveries_stray')}
       WHERE ref IS NULL AND received_at_ms < :beforeMs LIMIT :limit)`,
    { beforeMs: nowMs - STRAY_FOR_MS, limit },
  );
  tx.send(
    `UPDATE recording_deliveries SET body = NULL WHERE id IN (
       SELECT id FROM recording_deliveries ${tx.sql.indexedBy('recording_deliveries_bodies')}
       WHERE body IS NOT NULL AND received_at_ms < :beforeMs LIMIT :limit)`,
    { beforeMs: nowMs - BODY_FOR_MS, limit },
  );
}

async function isStrayKnown(tx: Tx, { carrierCallId, url }: RecordingDelivery): Promise<boolean> {
  const known = await tx.get(
    `SELECT 1 FROM recording_deliveries
     WHERE carrier_call_id = :carrierCallId AND ref IS NULL AND url IS NOT DISTINCT FROM :url LIMIT 1`,
    { carrierCallId, url },
  );
  return known !== undefined;
}

async function dropOldestStray(tx: Tx): Promise<void> {
  const { stray } = (await tx.get<{ stray: number }>(
    'SELECT count(*) AS stray FROM recording_deliveries WHERE ref IS NULL',
  ))!;
  if (stray <= MOST_STRAY) return;
  tx.send(
    `DELETE FROM recording_deliveries WHERE id = (
       SELECT id FROM recording_deliveries ${tx.sql.indexedBy('recording_deliveries_stray')}
       WHERE ref IS NULL ORDER BY received_at_ms, id LIMIT 1)`,
  );
}

/** A link is better than a search, so it also counts for a recording that was given up. False: none is expected. */
async function linkCame(tx: Tx, ref: CallRef, nowMs: number): Promise<boolean> {
  const moved = await tx.run(
    `UPDATE calls SET recording = 'delivered', recording_due_at_ms = NULL, recording_reason = NULL
     WHERE ref = :ref AND recording IN ('expected', 'wanted', 'missing')`,
    { ref },
  );
  if (moved === 1)
    await writeTimeline(tx, ref, { kind: 'recording', text: 'link delivered', nowMs });
  const isStored = await tx.get(`SELECT 1 FROM calls WHERE ref = :ref AND recording = 'stored'`, {
    ref,
  });
  return isStored === undefined;
}
