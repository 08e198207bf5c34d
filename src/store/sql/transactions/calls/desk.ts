/** The recording desk's queue and the row that spaces its lookups. */
import type { DeskPace, DeskTicket, DeskTurn, DeskView } from '../../../calls/recording-store.ts';
import type { Tx } from '../../engine/tx.ts';

interface DeskRow {
  startedAtMs: number | null;
  /** Null: the end of the last lookup was never reported. */
  endedAtMs: number | null;
  closedUntilMs: number;
  closedWhy: string | null;
}

export async function takeTurn(tx: Tx, nowMs: number, pace: DeskPace): Promise<DeskTurn> {
  await forgetFuture(tx, nowMs);
  const row = await deskRow(tx);
  const freeAtMs = freeFromMs(row, pace);
  if (row.closedUntilMs > nowMs && row.closedUntilMs >= freeAtMs) {
    return { kind: 'wait', untilMs: row.closedUntilMs, why: row.closedWhy ?? 'the desk is closed' };
  }
  if (freeAtMs > nowMs) return { kind: 'wait', untilMs: freeAtMs, why: 'the quota is spent' };
  const next = await nextInLine(tx);
  if (!next) return { kind: 'idle', untilMs: null };
  const { dueAtMs, ...waiting } = next;
  if (dueAtMs > nowMs) return { kind: 'idle', untilMs: dueAtMs };
  const ticket = { ...waiting, takenAtMs: nowMs };
  await recordLookup(tx, ticket, pace);
  return { kind: 'look-up', ticket };
}

async function nextInLine(tx: Tx) {
  return tx.get<Omit<DeskTicket, 'takenAtMs'> & { dueAtMs: number }>(
    `SELECT ref, carrier_call_id, recording_tries + 1 AS tries,
            recording_searches AS searches, coalesce(ended_at_ms, created_at_ms) AS ended_at_ms,
            recording_due_at_ms AS due_at_ms
     FROM calls WHERE recording = 'wanted' ORDER BY recording_due_at_ms, id LIMIT 1`,
  );
}

// The ticket goes behind the others, so that a lookup whose result is never reported does not block the queue.
async function recordLookup(
  tx: Tx,
  { ref, tries, takenAtMs }: DeskTicket,
  { spacingMs, lookupAtMostMs }: DeskPace,
): Promise<void> {
  tx.send(
    `UPDATE calls SET recording_tries = :tries, recording_due_at_ms = :againAtMs,
                      recording_reason = 'being looked up'
     WHERE ref = :ref`,
    { ref, tries, againAtMs: takenAtMs + lookupAtMostMs + spacingMs },
  );
  tx.send('UPDATE desk SET last_lookup_at_ms = :takenAtMs, last_lookup_ended_at_ms = NULL', {
    takenAtMs,
  });
}

/** Only for the last lookup. A late report of an earlier one has no effect. */
export async function endLookup(tx: Tx, takenAtMs: number, nowMs: number): Promise<void> {
  tx.send(
    `UPDATE desk SET last_lookup_ended_at_ms =
       CASE WHEN last_lookup_at_ms > :nowMs THEN last_lookup_at_ms ELSE :nowMs END
     WHERE last_lookup_at_ms = :takenAtMs`,
    { takenAtMs, nowMs },
  );
}

export async function closeDesk(
  tx: Tx,
  { untilMs, why, nowMs }: { untilMs: number; why: string; nowMs: number },
): Promise<void> {
  tx.send(
    `UPDATE desk SET closed_why = :why,
       closed_until_ms = CASE WHEN closed_until_ms > :untilMs THEN closed_until_ms ELSE :untilMs END`,
    {
      untilMs,
      why,
    },
  );
  tx.send(
    `UPDATE calls SET recording_due_at_ms = :untilMs, recording_reason = :why
     WHERE recording = 'wanted' AND recording_due_at_ms < :untilMs AND :untilMs > :nowMs`,
    { untilMs, why, nowMs },
  );
}

export async function deskView(tx: Tx, nowMs: number, pace: DeskPace): Promise<DeskView> {
  const row = await deskRow(tx);
  const { closedUntilMs, closedWhy } = row;
  const queue = (await tx.get<{ queued: number; lastDueAtMs: number | null }>(
    `SELECT count(*) AS queued, max(recording_due_at_ms) AS last_due_at_ms
     FROM calls WHERE recording = 'wanted'`,
  ))!;
  const firstAtMs = Math.max(nowMs, freeFromMs(row, pace), closedUntilMs);
  const byPaceMs = firstAtMs + (queue.queued - 1) * pace.spacingMs;
  return {
    queued: queue.queued,
    closed: closedUntilMs > nowMs ? { untilMs: closedUntilMs, why: closedWhy ?? '' } : null,
    lastLookupAtMs: row.startedAtMs,
    emptyAtMs: queue.queued === 0 ? null : Math.max(byPaceMs, queue.lastDueAtMs ?? 0),
  };
}

/** When a recording that is wanted now can be looked up, and why not earlier. */
export async function earliestLookup(
  tx: Tx,
  nowMs: number,
): Promise<{ atMs: number; why: string }> {
  const { closedUntilMs, closedWhy } = await deskRow(tx);
  return closedUntilMs > nowMs && closedWhy !== null
    ? { atMs: closedUntilMs, why: closedWhy }
    : { atMs: nowMs, why: 'waits for its turn' };
}

// After a clock was set back, a lookup in the future would close the desk until then. It is not known how long ago it
// was, so it counts as made now. `min` with NULL keeps an unknown end unknown.
async function forgetFuture(tx: Tx, nowMs: number): Promise<void> {
  tx.send(
    `UPDATE desk SET
       last_lookup_at_ms = CASE WHEN last_lookup_at_ms > :nowMs THEN :nowMs ELSE last_lookup_at_ms END,
       last_lookup_ended_at_ms =
         CASE WHEN last_lookup_ended_at_ms > :nowMs THEN :nowMs ELSE last_lookup_ended_at_ms END
     WHERE last_lookup_at_ms > :nowMs OR last_lookup_ended_at_ms > :nowMs`,
    { nowMs },
  );
}

async function deskRow(tx: Tx): Promise<DeskRow> {
  return (await tx.get<DeskRow>(
    `SELECT last_lookup_at_ms AS started_at_ms, last_lookup_ended_at_ms AS ended_at_ms,
            closed_until_ms, closed_why
     FROM desk`,
  ))!;
}

function freeFromMs({ startedAtMs, endedAtMs }: DeskRow, pace: DeskPace): number {
  if (startedAtMs === null) return 0;
  return (endedAtMs ?? startedAtMs + pace.lookupAtMostMs) + pace.spacingMs;
}
