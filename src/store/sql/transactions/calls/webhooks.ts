import type { LiveState } from '../../../../domain/calls/call-state.ts';
import type { CallRef } from '../../../../domain/ids.ts';
import type { PollState } from '../../../../domain/calls/polling.ts';
import type { PolledCalls } from '../../../../domain/calls/poll-pace.ts';
import type { Timing } from '../../../../domain/timing.ts';
import {
  afterCallSeen,
  afterWebhookReceived,
  isPollOverdue,
  isPolling,
  NEW_WEBHOOK_HEALTH,
  type WatchedCall,
  type WebhookHealth,
  type WebhookStatus,
} from '../../../../domain/account/webhook-health.ts';
import type { WebhookStore } from '../../../calls/webhook-store.ts';
import { writeAudit } from '../../rows/audit.ts';
import { CALL_COLUMNS, type CallRow } from '../../rows/call-rows.ts';
import { noSuchCall } from '../../rows/calls/missing-calls.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { isIngressDown, recentIngresses } from '../../steps/calls/ingress-uptime.ts';
import { LIVE, pollLiveCalls } from '../../steps/calls/poll-state.ts';

export function webhookStore(db: Database): WebhookStore {
  return {
    async webhooks(nowMs) {
      return db.read((tx) => webhookStatus(tx, nowMs));
    },

    async polledCalls() {
      return (await db.get<PolledCalls>(
        `SELECT
           (SELECT count(*) FROM calls WHERE ${db.sql.polled()}) AS live,
           (SELECT count(*) FROM calls WHERE ${db.sql.ended()} AND settlement = 'open') AS unsettled`,
      ))!;
    },

    async takeSilentCalls(input) {
      const silent = await db.read((tx) => silentCalls(tx, input));
      if (silent.length === 0) return [];
      const dueAtMs = input.nowMs + input.againAfterMs;
      await db.write(async (tx) => {
        const later = 'UPDATE calls SET poll_due_at_ms = :dueAtMs WHERE ref = :ref';
        for (const ref of silent) tx.send(later, { ref, dueAtMs });
      });
      return silent;
    },
  };
}

async function healthOf(tx: Tx): Promise<WebhookHealth> {
  const { webhooks } = (await tx.get<{ webhooks: string | null }>('SELECT webhooks FROM account'))!;
  return toHealth(webhooks);
}

const toHealth = (stored: string | null): WebhookHealth =>
  stored === null ? NEW_WEBHOOK_HEALTH : (JSON.parse(stored) as WebhookHealth);

/** The call, locked, and in the same statement what is known of webhooks. */
export async function lockCallAndHealth(
  tx: Tx,
  ref: CallRef,
): Promise<{ call: CallRow; webhooks: WebhookHealth }> {
  const row = await tx.get<CallRow & { webhooks: string | null }>(
    `SELECT ${CALL_COLUMNS}, (SELECT webhooks FROM account) AS webhooks
     FROM calls WHERE ref = :ref ${tx.sql.forUpdate()}`,
    { ref },
  );
  if (!row) throw await noSuchCall(tx, ref);
  const { webhooks, ...call } = row;
  return { call, webhooks: toHealth(webhooks) };
}

export async function webhookStatus(tx: Tx, nowMs: number): Promise<WebhookStatus> {
  const last = await tx.get<{ atMs: number }>(
    'SELECT received_at_ms AS at_ms FROM inbox WHERE seq IS NOT NULL ORDER BY id DESC LIMIT 1',
  );
  const ingresses = await recentIngresses(tx, nowMs);
  return {
    ...(await healthOf(tx)),
    webhookAtMs: last?.atMs ?? null,
    ingressDown: !ingresses.some(({ isUp }) => isUp) && (await isIngressDown(tx, nowMs)),
    ingresses,
  };
}

/** For a call with a callback URL, once GET has shown its end. `received`: a webhook of it had arrived before. */
export async function noteCallSeen(
  tx: Tx,
  received: boolean,
  nowMs: number,
  known?: WebhookHealth,
): Promise<void> {
  const before = known ?? (await healthOf(tx));
  await change(tx, before, afterCallSeen(before, { received, nowMs }), nowMs);
}

/** @param stored what the account's row says of webhooks; undefined: it was not read */
export async function noteWebhookReceived(
  tx: Tx,
  nowMs: number,
  stored: string | null | undefined,
): Promise<void> {
  const before = stored === undefined ? await healthOf(tx) : toHealth(stored);
  await change(tx, before, afterWebhookReceived(before, nowMs), nowMs);
}

async function change(
  tx: Tx,
  before: WebhookHealth,
  after: WebhookHealth,
  nowMs: number,
): Promise<void> {
  if (after === before) return;
  tx.alone();
  tx.send('UPDATE account SET webhooks = :webhooks', { webhooks: JSON.stringify(after) });
  if (after.state === before.state) return;
  await writeAudit(tx, {
    by: undefined,
    what: after.state === 'lost' ? 'webhooks.lost' : 'webhooks.healthy',
    target: 'account',
    before: { state: before.state },
    after: { state: after.state },
    nowMs,
  });
  if (after.state === 'lost') await pollLiveCalls(tx, nowMs);
}

interface Candidate {
  ref: CallRef;
  deepest: LiveState;
  placedAtMs: number;
  polls: string | null;
  hangupAsked: number;
  isMarked: number;
}

async function silentCalls(
  tx: Tx,
  { nowMs, timing, limit }: { nowMs: number; timing: Timing; limit: number },
): Promise<CallRef[]> {
  // Each event and each poll updates `touched_at_ms`, so few calls are found here while webhooks arrive.
  const candidates = await tx.all<Candidate>(
    `SELECT ref, coalesce(deepest, 'accepted') AS deepest, placed_at_ms, polls,
            hangup_asked_at_ms IS NOT NULL AS hangup_asked, poll_due_at_ms IS NOT NULL AS is_marked
     FROM calls
     WHERE ${tx.sql.live()} AND state IN (${LIVE}) AND placed_at_ms IS NOT NULL
       AND (poll_due_at_ms <= :nowMs
            OR poll_due_at_ms IS NULL AND state <> 'bridged' AND touched_at_ms <= :untilMs)
     ORDER BY placed_at_ms, id LIMIT 1000`,
    { nowMs, untilMs: nowMs - Math.min(timing.quietMs, timing.ringPollMs) },
  );
  if (candidates.length === 0) return [];
  const webhooks = await webhookStatus(tx, nowMs);
  const silent: CallRef[] = [];
  for (const one of candidates) {
    if (silent.length === limit) break;
    const call = await followed(tx, one);
    // If the call polls by itself, its next poll removes the mark.
    const isSilent = one.isMarked
      ? !isPolling(call, webhooks, timing)
      : isPollOverdue(call, webhooks, nowMs, timing);
    if (isSilent) silent.push(one.ref);
  }
  return silent;
}

async function followed(tx: Tx, candidate: Candidate): Promise<WatchedCall> {
  const polls = candidate.polls === null ? null : (JSON.parse(candidate.polls) as PollState);
  const { webhookAtMs } = (await tx.get<{ webhookAtMs: number | null }>(
    'SELECT max(received_at_ms) AS webhook_at_ms FROM inbox WHERE ref = :ref AND seq IS NOT NULL',
    { ref: candidate.ref },
  ))!;
  return {
    deepest: candidate.deepest,
    placedAtMs: candidate.placedAtMs,
    webhookAtMs,
    polledAtMs: polls?.atMs ?? null,
    pollProgressAtMs: polls?.progressAtMs ?? null,
    pollsFail: polls !== null && polls.failures > 0,
    hangupAsked: candidate.hangupAsked === 1,
  };
}
