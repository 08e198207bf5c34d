import type { Tx } from '../../engine/tx.ts';
import { pollLiveCalls } from './poll-state.ts';

/**
 * Extends the span of an ingress process up to now, or starts a new one if it has none or was late by more than the
 * gap. A process never extends the span of another, because one that was killed and restarted was down in between.
 */
export async function noteHeartbeat(
  tx: Tx,
  { span, nowMs, gapMs }: { span: number | undefined; nowMs: number; gapMs: number },
): Promise<number> {
  const extended =
    span === undefined
      ? 0
      : await tx.run(
          `UPDATE ingress_uptime SET to_ms = CASE WHEN to_ms > :nowMs THEN to_ms ELSE :nowMs END, gap_ms = :gapMs
           WHERE id = :span AND from_ms <= :nowMs AND to_ms >= :nowMs - :gapMs`,
          { span, nowMs, gapMs },
        );
  if (span !== undefined && extended === 1) return span;
  if (await wasIngressDown(tx, nowMs, gapMs)) await pollLiveCalls(tx, nowMs);
  const { id } = (await tx.get<{ id: number }>(
    `INSERT INTO ingress_uptime (from_ms, to_ms, gap_ms) VALUES (:nowMs, :nowMs, :gapMs) RETURNING id`,
    { nowMs, gapMs },
  ))!;
  return id;
}

/** A running ingress sends more than two heartbeats in a gap. */
async function wasIngressDown(tx: Tx, nowMs: number, gapMs: number): Promise<boolean> {
  const last = await tx.get<{ toMs: number | null }>(
    'SELECT max(to_ms) AS toMs FROM ingress_uptime',
  );
  return last?.toMs != null && last.toMs < nowMs - gapMs / 2;
}

/** Whether an ingress has run on this database before, and none runs now. */
export async function isIngressDown(tx: Tx, nowMs: number): Promise<boolean> {
  const last = await tx.get<{ untilMs: number | null }>(
    'SELECT max(to_ms + gap_ms) AS untilMs FROM ingress_uptime',
  );
  return last?.untilMs != null && last.untilMs < nowMs;
}

/** The time outside of all spans. Spans may overlap, because of several processes or a clock that was set back. */
export async function downtimeBetween(tx: Tx, fromMs: number, toMs: number): Promise<number> {
  const spans = await tx.all<{ fromMs: number; toMs: number; gapMs: number }>(
    `SELECT from_ms AS fromMs, to_ms AS toMs, gap_ms AS gapMs FROM ingress_uptime
     WHERE to_ms + gap_ms > :fromMs AND from_ms < :toMs ORDER BY from_ms`,
    { fromMs, toMs },
  );
  let upUntilMs = fromMs;
  let ingressDownMs = 0;
  let nextHeartbeatMs = fromMs;
  for (const span of spans) {
    ingressDownMs += Math.max(0, span.fromMs - upUntilMs);
    upUntilMs = Math.max(upUntilMs, span.toMs);
    nextHeartbeatMs = Math.max(nextHeartbeatMs, span.toMs + span.gapMs);
  }
  // The time since the last heartbeat is no downtime yet. Otherwise the end of every span would count as down.
  return nextHeartbeatMs >= toMs ? ingressDownMs : ingressDownMs + Math.max(0, toMs - upUntilMs);
}
