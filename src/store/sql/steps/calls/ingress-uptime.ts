import type { IngressProcess } from '../../../../domain/account/webhook-health.ts';
import type { IngressHeartbeat } from '../../../calls/inbox-store.ts';
import type { Tx } from '../../engine/tx.ts';
import { pollLiveCalls } from './poll-state.ts';

/**
 * A process that stopped without notice counts as missing for this long. Until then a load balancer has taken it out, and
 * the carrier has sent the webhooks again that were sent to it.
 */
const MISSING_FOR_MS = 5 * 60_000;

/**
 * Extends the span of an ingress process up to now, or starts a new one if it has none or was late by more than the
 * gap. A process never extends the span of another, because one that was killed and restarted was down in between.
 */
export async function noteHeartbeat(tx: Tx, note: IngressHeartbeat): Promise<number> {
  const { span, nowMs, gapMs } = note;
  if (span !== undefined && (await extend(tx, { ...note, span }))) {
    if (await findMissing(tx, nowMs, gapMs)) await pollLiveCalls(tx, nowMs);
    return span;
  }
  // A running ingress sends more than two heartbeats in a gap.
  const wasDown = await wasIngressDown(tx, nowMs - gapMs / 2);
  const wasMissing = await endOlderSpans(tx, note);
  if (wasDown || wasMissing) await pollLiveCalls(tx, nowMs);
  const { name, received, receivedAtMs } = note;
  const { id } = (await tx.get<{ id: number }>(
    `INSERT INTO ingress_uptime (name, from_ms, to_ms, gap_ms, received, received_at_ms)
     VALUES (:name, :nowMs, :nowMs, :gapMs, :received, :receivedAtMs) RETURNING id`,
    { name, nowMs, gapMs, received, receivedAtMs },
  ))!;
  return id;
}

// A process that was taken for missing, because the database was late, is not.
async function extend(tx: Tx, note: IngressHeartbeat & { span: number }): Promise<boolean> {
  const { span, nowMs, gapMs, received, receivedAtMs } = note;
  const extended = await tx.run(
    `UPDATE ingress_uptime SET to_ms = CASE WHEN to_ms > :nowMs THEN to_ms ELSE :nowMs END, gap_ms = :gapMs,
       received = :received, received_at_ms = :receivedAtMs, missed_at_ms = NULL, over_at_ms = NULL
     WHERE id = :span AND from_ms <= :nowMs AND to_ms >= :nowMs - :gapMs`,
    { span, nowMs, gapMs, received, receivedAtMs },
  );
  return extended === 1;
}

/** Whether there are processes that were not known to be missing. */
async function findMissing(tx: Tx, nowMs: number, gapMs: number): Promise<boolean> {
  const found = await tx.run(
    `UPDATE ingress_uptime SET missed_at_ms = :nowMs
     WHERE to_ms > :fromMs AND to_ms < :untilMs AND over_at_ms IS NULL AND missed_at_ms IS NULL`,
    { nowMs, fromMs: nowMs - MISSING_FOR_MS, untilMs: nowMs - gapMs },
  );
  return found > 0;
}

/** The spans of the same process, or of the one that had its name before. Returns whether it was missing. */
async function endOlderSpans(tx: Tx, { span, name, nowMs, gapMs }: IngressHeartbeat) {
  const input = { span: span ?? null, name, nowMs, fromMs: nowMs - MISSING_FOR_MS };
  const older = await tx.all<{ toMs: number }>(
    `UPDATE ingress_uptime SET over_at_ms = :nowMs
     WHERE to_ms > :fromMs AND over_at_ms IS NULL AND (name = :name OR id = :span)
     RETURNING to_ms`,
    input,
  );
  return older.some(({ toMs }) => toMs < nowMs - gapMs / 2);
}

export async function noteStopped(tx: Tx, span: number, nowMs: number): Promise<void> {
  tx.send(
    `UPDATE ingress_uptime SET to_ms = CASE WHEN to_ms > :nowMs THEN to_ms ELSE :nowMs END, over_at_ms = :nowMs
     WHERE id = :span`,
    { span, nowMs },
  );
}

async function wasIngressDown(tx: Tx, sinceMs: number): Promise<boolean> {
  const last = await tx.get<{ toMs: number | null }>(
    'SELECT max(to_ms) AS to_ms FROM ingress_uptime',
  );
  return last?.toMs != null && last.toMs < sinceMs;
}

/** Whether an ingress has run on this database before, and none runs now. */
export async function isIngressDown(tx: Tx, nowMs: number): Promise<boolean> {
  const last = await tx.get<{ untilMs: number | null }>(
    'SELECT max(to_ms + gap_ms) AS until_ms FROM ingress_uptime',
  );
  return last?.untilMs != null && last.untilMs < nowMs;
}

/** The processes that run, and those that have been missing for a short time. */
export async function recentIngresses(tx: Tx, nowMs: number): Promise<IngressProcess[]> {
  const rows = await tx.all<Omit<IngressProcess, 'isUp'> & { gapMs: number }>(
    `SELECT name, from_ms AS since_ms, to_ms AS seen_ms, gap_ms, received, received_at_ms
     FROM ingress_uptime WHERE to_ms > :fromMs AND over_at_ms IS NULL ORDER BY name, id`,
    { fromMs: nowMs - MISSING_FOR_MS },
  );
  return rows.map(({ gapMs, ...row }) => ({ ...row, isUp: row.seenMs + gapMs >= nowMs }));
}

interface Span {
  fromMs: number;
  toMs: number;
  gapMs: number;
  overAtMs: number | null;
}

/**
 * The time outside of all spans, and the time for which a process was missing. Spans may overlap, because of several
 * processes or a clock that was set back.
 */
export async function downtimeBetween(tx: Tx, fromMs: number, toMs: number): Promise<number> {
  const spans = await tx.all<Span>(
    `SELECT from_ms, to_ms, gap_ms, over_at_ms FROM ingress_uptime
     WHERE to_ms > :recentMs AND from_ms < :toMs ORDER BY from_ms`,
    { recentMs: fromMs - MISSING_FOR_MS, toMs },
  );
  const gaps = [...withoutAny(spans, fromMs, toMs), ...withoutOne(spans, toMs)];
  let downMs = 0;
  let countedUntilMs = fromMs;
  for (const gap of gaps.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const untilMs = Math.min(gap.toMs, toMs);
    downMs += Math.max(0, untilMs - Math.max(gap.fromMs, countedUntilMs));
    countedUntilMs = Math.max(countedUntilMs, untilMs);
  }
  return downMs;
}

type Gap = Pick<Span, 'fromMs' | 'toMs'>;

function withoutAny(spans: readonly Span[], fromMs: number, toMs: number): Gap[] {
  const gaps: Gap[] = [];
  let upUntilMs = fromMs;
  let nextHeartbeatMs = fromMs;
  for (const span of spans) {
    gaps.push({ fromMs: upUntilMs, toMs: span.fromMs });
    upUntilMs = Math.max(upUntilMs, span.toMs);
    nextHeartbeatMs = Math.max(nextHeartbeatMs, span.toMs + span.gapMs);
  }
  // The time since the last heartbeat is no downtime yet. Otherwise the end of every span would count as down.
  return nextHeartbeatMs >= toMs ? gaps : [...gaps, { fromMs: upUntilMs, toMs }];
}

const withoutOne = (spans: readonly Span[], toMs: number): Gap[] =>
  spans
    .filter((span) => span.overAtMs !== null || span.toMs + span.gapMs < toMs)
    .map((span) => ({
      fromMs: span.toMs,
      toMs: Math.min(span.overAtMs ?? Infinity, span.toMs + MISSING_FOR_MS),
    }));
