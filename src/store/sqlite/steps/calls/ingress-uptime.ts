import type { Connection } from '../../engine/connection.ts';
import { pollLiveCalls } from './poll-state.ts';

/**
 * Extends a listener's span up to now, or begins another where it has none or was late by more than the gap. No
 * listener extends the span of another: one that was killed and started again was down in between.
 */
export function noteHeartbeat(
  db: Connection,
  { span, nowMs, gapMs }: { span: number | undefined; nowMs: number; gapMs: number },
): number {
  const extended =
    span === undefined
      ? 0
      : db.run(
          `UPDATE ingress_uptime SET to_ms = max(to_ms, :nowMs), gap_ms = :gapMs
           WHERE id = :span AND from_ms <= :nowMs AND to_ms >= :nowMs - :gapMs`,
          { span, nowMs, gapMs },
        );
  if (span !== undefined && extended === 1) return span;
  if (wasDeaf(db, nowMs, gapMs)) pollLiveCalls(db, nowMs);
  const { id } = db.get<{ id: number }>(
    `INSERT INTO ingress_uptime (from_ms, to_ms, gap_ms) VALUES (:nowMs, :nowMs, :gapMs) RETURNING id`,
    { nowMs, gapMs },
  )!;
  return id;
}

/** A listener that lives notes it more often than twice in a gap. */
function wasDeaf(db: Connection, nowMs: number, gapMs: number): boolean {
  const last = db.get<{ toMs: number | null }>('SELECT max(to_ms) AS toMs FROM ingress_uptime');
  return last?.toMs != null && last.toMs < nowMs - gapMs / 2;
}

/** Whether some ingress has listened here before, and none does now. */
export function isIngressDown(db: Connection, nowMs: number): boolean {
  const last = db.get<{ untilMs: number | null }>(
    'SELECT max(to_ms + gap_ms) AS untilMs FROM ingress_uptime',
  );
  return last?.untilMs != null && last.untilMs < nowMs;
}

/** What the union of the spans leaves open; those of several listeners overlap, and so do a clock's that steps back. */
export function downtimeBetween(db: Connection, fromMs: number, toMs: number): number {
  const spans = db.all<{ fromMs: number; toMs: number; gapMs: number }>(
    `SELECT from_ms AS fromMs, to_ms AS toMs, gap_ms AS gapMs FROM ingress_uptime
     WHERE to_ms + gap_ms > :fromMs AND from_ms < :toMs ORDER BY from_ms`,
    { fromMs, toMs },
  );
  let heardUntilMs = fromMs;
  let ingressDownMs = 0;
  let nextNoteMs = fromMs;
  for (const span of spans) {
    ingressDownMs += Math.max(0, span.fromMs - heardUntilMs);
    heardUntilMs = Math.max(heardUntilMs, span.toMs);
    nextNoteMs = Math.max(nextNoteMs, span.toMs + span.gapMs);
  }
  // Between two notes nothing is missing yet; without this the end of every span would count as down.
  return nextNoteMs >= toMs ? ingressDownMs : ingressDownMs + Math.max(0, toMs - heardUntilMs);
}
