/** The recording desk's queue and the row that spaces its lookups. */
import type { CallRef } from '../../domain/ids.ts';
import type { DeskTurn, DeskView } from '../recording-store.ts';
import type { Connection } from './connection.ts';

interface LastLookup {
  startedAtMs: number | null;
  endedAtMs: number | null;
}

export function takeTurn(db: Connection, nowMs: number, spacingMs: number): DeskTurn {
  const freeAtMs = nextLookupAtMs(lastLookup(db), spacingMs);
  if (freeAtMs > nowMs) return { kind: 'wait', untilMs: freeAtMs };
  const ticket = db.get<{ ref: CallRef; carrierCallId: string; tries: number; dueAtMs: number }>(
    `SELECT ref, carrier_call_id AS carrierCallId, recording_tries + 1 AS tries,
            recording_due_at_ms AS dueAtMs
     FROM calls WHERE recording = 'wanted' ORDER BY recording_due_at_ms, id LIMIT 1`,
  );
  if (!ticket) return { kind: 'idle', untilMs: null };
  if (ticket.dueAtMs > nowMs) return { kind: 'idle', untilMs: ticket.dueAtMs };
  const { ref, carrierCallId, tries } = ticket;
  // Behind the others: should this lookup never report back, it must not block the queue.
  db.run(
    `UPDATE calls SET recording_tries = :tries, recording_due_at_ms = :againAtMs WHERE ref = :ref`,
    { ref, tries, againAtMs: nowMs + spacingMs },
  );
  db.run('UPDATE desk SET last_lookup_at_ms = :nowMs, last_lookup_ended_at_ms = NULL', { nowMs });
  return { kind: 'look-up', ticket: { ref, carrierCallId, tries } };
}

export function endLookup(db: Connection, nowMs: number): void {
  db.run('UPDATE desk SET last_lookup_ended_at_ms = :nowMs', { nowMs });
}

export function deskView(db: Connection, nowMs: number, spacingMs: number): DeskView {
  const last = lastLookup(db);
  const queue = db.get<{ queued: number; lastDueAtMs: number | null }>(
    `SELECT count(*) AS queued, max(recording_due_at_ms) AS lastDueAtMs
     FROM calls WHERE recording = 'wanted'`,
  )!;
  const firstAtMs = Math.max(nowMs, nextLookupAtMs(last, spacingMs));
  const byPaceMs = firstAtMs + (queue.queued - 1) * spacingMs;
  return {
    queued: queue.queued,
    lastLookupAtMs: last.startedAtMs,
    emptyAtMs: queue.queued === 0 ? null : Math.max(byPaceMs, queue.lastDueAtMs ?? 0),
  };
}

function lastLookup(db: Connection): LastLookup {
  return db.get<LastLookup>(
    'SELECT last_lookup_at_ms AS startedAtMs, last_lookup_ended_at_ms AS endedAtMs FROM desk',
  )!;
}

function nextLookupAtMs({ startedAtMs, endedAtMs }: LastLookup, spacingMs: number): number {
  if (startedAtMs === null) return 0;
  return Math.max(startedAtMs, endedAtMs ?? 0) + spacingMs;
}
