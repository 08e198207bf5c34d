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
  type WebhookStanding,
} from '../../../../domain/account/webhook-health.ts';
import type { WebhookStore } from '../../../calls/webhook-store.ts';
import { writeAudit } from '../../rows/audit.ts';
import type { Connection } from '../../engine/connection.ts';
import { isIngressDown } from '../../steps/calls/ingress-uptime.ts';
import { LIVE, pollLiveCalls } from '../../steps/calls/poll-state.ts';

export function webhookStore(db: Connection): WebhookStore {
  return {
    async webhooks(nowMs) {
      return db.read(() => standingOf(db, nowMs));
    },

    async polledCalls() {
      return db.get<PolledCalls>(
        `SELECT
           (SELECT count(*) FROM calls WHERE state <> 'ended' AND polls IS NOT NULL) AS live,
           (SELECT count(*) FROM calls WHERE state = 'ended' AND settlement = 'open') AS unsettled`,
      )!;
    },

    async takeSilentCalls(input) {
      const silent = db.read(() => silentCalls(db, input));
      if (silent.length === 0) return [];
      const dueAtMs = input.nowMs + input.againAfterMs;
      await db.write(() => {
        const later = 'UPDATE calls SET poll_due_at_ms = :dueAtMs WHERE ref = :ref';
        for (const ref of silent) db.run(later, { ref, dueAtMs });
      });
      return silent;
    },
  };
}

function healthOf(db: Connection): WebhookHealth {
  const { webhooks } = db.get<{ webhooks: string | null }>('SELECT webhooks FROM account')!;
  return webhooks === null ? NEW_WEBHOOK_HEALTH : (JSON.parse(webhooks) as WebhookHealth);
}

function standingOf(db: Connection, nowMs: number): WebhookStanding {
  const last = db.get<{ atMs: number }>(
    'SELECT received_at_ms AS atMs FROM inbox WHERE seq IS NOT NULL ORDER BY id DESC LIMIT 1',
  );
  return {
    ...healthOf(db),
    webhookAtMs: last?.atMs ?? null,
    ingressDown: isIngressDown(db, nowMs),
  };
}

/** For a call with a callback URL, once GET has shown its end. `received`: a webhook of it had arrived before. */
export function noteCallSeen(db: Connection, received: boolean, nowMs: number): void {
  const before = healthOf(db);
  change(db, before, afterCallSeen(before, { received, nowMs }), nowMs);
}

export function noteWebhookReceived(db: Connection, nowMs: number): void {
  const before = healthOf(db);
  change(db, before, afterWebhookReceived(before, nowMs), nowMs);
}

function change(db: Connection, before: WebhookHealth, after: WebhookHealth, nowMs: number): void {
  if (after === before) return;
  db.run('UPDATE account SET webhooks = :webhooks', { webhooks: JSON.stringify(after) });
  if (after.state === before.state) return;
  writeAudit(db, {
    by: undefined,
    what: after.state === 'lost' ? 'webhooks.lost' : 'webhooks.healthy',
    target: 'account',
    before: { state: before.state },
    after: { state: after.state },
    nowMs,
  });
  if (after.state === 'lost') pollLiveCalls(db, nowMs);
}

interface Candidate {
  ref: CallRef;
  deepest: LiveState;
  placedAtMs: number;
  polls: string | null;
  hangupAsked: number;
  isMarked: number;
}

function silentCalls(
  db: Connection,
  { nowMs, timing, limit }: { nowMs: number; timing: Timing; limit: number },
): CallRef[] {
  // Each event and each poll updates `touched_at_ms`, so few calls are found here while webhooks arrive.
  const candidates = db.all<Candidate>(
    `SELECT ref, coalesce(deepest, 'accepted') AS deepest, placed_at_ms AS placedAtMs, polls,
            hangup_asked_at_ms IS NOT NULL AS hangupAsked, poll_due_at_ms IS NOT NULL AS isMarked
     FROM calls
     WHERE state <> 'ended' AND state IN (${LIVE}) AND placed_at_ms IS NOT NULL
       AND (poll_due_at_ms <= :nowMs
            OR poll_due_at_ms IS NULL AND state <> 'bridged' AND touched_at_ms <= :untilMs)
     ORDER BY placed_at_ms LIMIT 1000`,
    { nowMs, untilMs: nowMs - Math.min(timing.quietMs, timing.ringPollMs) },
  );
  if (candidates.length === 0) return [];
  const standing = standingOf(db, nowMs);
  const isSilent = (one: Candidate) => {
    const call = followed(db, one);
    // If the call polls by itself, its next poll removes the mark.
    if (one.isMarked) return !isPolling(call, standing, timing);
    return isPollOverdue(call, standing, nowMs, timing);
  };
  return candidates
    .filter(isSilent)
    .slice(0, limit)
    .map(({ ref }) => ref);
}

function followed(db: Connection, candidate: Candidate): WatchedCall {
  const polls = candidate.polls === null ? null : (JSON.parse(candidate.polls) as PollState);
  const { webhookAtMs } = db.get<{ webhookAtMs: number | null }>(
    'SELECT max(received_at_ms) AS webhookAtMs FROM inbox WHERE ref = :ref AND seq IS NOT NULL',
    { ref: candidate.ref },
  )!;
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
