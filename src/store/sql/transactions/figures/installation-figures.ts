/**
 * Figures for monitoring, read at each scrape. Each of them is found in an index that holds only what is live, waits or is
 * recent, or stops at a bound.
 */
import { QUARTER_MS } from '../../../../domain/statistics/time-buckets.ts';
import type { AlertKind } from '../../../../domain/events/event.ts';
import type { CountsBy, FiguresStore } from '../../../statistics/figures-store.ts';
import { accountRow } from '../../rows/account-row.ts';
import { MAY_TAKE } from '../../rows/agent-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { isRestoreOpen } from '../../steps/restores.ts';
import { lastSweepMs } from '../../steps/workflows/processes.ts';
import { campaignFigures } from './campaign-figures.ts';
import { inboxFigures } from './inbox-figures.ts';

/** Longer queues are not counted to their end. */
export const MOST_COUNTED = 10_000;
/** A process shows life every ten seconds. */
const SHOWN_LIFE_MS = 25_000;

export function figuresStore(db: Database): FiguresStore {
  return {
    async installationFigures(nowMs) {
      return db.read(async (tx) => ({
        ...(await callFigures(tx, nowMs)),
        ...(await inboxFigures(tx, MOST_COUNTED)),
        ...(await deskFigures(tx)),
        ...(await accountFigures(tx)),
        ...(await campaignFigures(tx, nowMs)),
        ...(await processFigures(tx, nowMs)),
        agents: await agentFigures(tx, nowMs),
      }));
    },
  };
}

async function callFigures(tx: Tx, nowMs: number) {
  const { claimedCalls } = (await tx.get<{ claimedCalls: number }>(
    'SELECT coalesce(max(id), 0) AS claimed_calls FROM calls',
  ))!;
  const oldest = await tx.get<{ atMs: number }>(
    'SELECT created_at_ms AS at_ms FROM calls WHERE id = (SELECT min(id) FROM calls)',
  );
  const { calls: unknownCalls } = (await tx.get<{ calls: number }>(
    `SELECT count(*) AS calls FROM live_numbers
     WHERE (SELECT state FROM calls WHERE calls.ref = live_numbers.ref) = 'ended'`,
  ))!;
  // Calls are few while their POST is under way.
  const { atMs: oldestIntentAtMs } = (await tx.get<{ atMs: number | null }>(
    `SELECT min(intent_at_ms) AS at_ms
     FROM (SELECT ref, placement FROM calls WHERE ${tx.sql.live()} AND state = 'placing') AS posted
     JOIN placements ON placements.ref = posted.ref AND placements.placement = posted.placement
     WHERE placements.state = 'intent'`,
  ))!;
  const { polled, unsettled } = (await tx.get<{ polled: number; unsettled: number }>(
    `SELECT (SELECT count(*) FROM calls WHERE ${tx.sql.polled()}) AS polled,
            (SELECT count(*) FROM calls WHERE ${tx.sql.ended()} AND settlement = 'open') AS unsettled`,
  ))!;
  return {
    claimedCalls,
    oldestCallAtMs: oldest?.atMs ?? null,
    unknownCalls,
    oldestIntentAtMs,
    polledCalls: polled,
    unsettledCalls: unsettled,
    liveCalls: await tx.all<CountsBy[number]>(
      `SELECT state AS kind, count(*) AS count FROM calls WHERE ${tx.sql.live()} GROUP BY state`,
    ),
    recentlyEndedCalls: await recentlyEnded(tx, nowMs),
  };
}

const recentlyEnded = (tx: Tx, nowMs: number) =>
  tx.all<CountsBy[number]>(
    `SELECT disposition AS kind, CAST(sum(calls) AS BIGINT) AS count
     FROM (SELECT disposition, calls FROM call_buckets WHERE bucket_ms >= :fromMs
           UNION ALL
           SELECT disposition, calls FROM call_bucket_deltas WHERE bucket_ms >= :fromMs) AS parts
     GROUP BY disposition`,
    { fromMs: nowMs - (nowMs % QUARTER_MS) - QUARTER_MS },
  );

async function deskFigures(tx: Tx) {
  const queue = (await tx.get<{ waiting: number; oldestDueAtMs: number | null }>(
    `SELECT count(*) AS waiting, min(recording_due_at_ms) AS oldest_due_at_ms
     FROM (SELECT recording_due_at_ms FROM calls WHERE recording = 'wanted'
           ORDER BY recording_due_at_ms LIMIT :most) AS queue`,
    { most: MOST_COUNTED },
  ))!;
  const { closedUntilMs } = (await tx.get<{ closedUntilMs: number }>(
    'SELECT closed_until_ms FROM desk',
  ))!;
  return { desk: { ...queue, closedUntilMs } };
}

async function accountFigures(tx: Tx) {
  const { stopped, hold } = await accountRow(tx);
  const alerts = await tx.all<{ kind: AlertKind; count: number }>(
    'SELECT kind, count(*) AS count FROM alerts GROUP BY kind',
  );
  return {
    isStopped: stopped !== null,
    isOldCopy: await isRestoreOpen(tx),
    holdSinceMs: hold?.open ? hold.openedAtMs : null,
    alerts,
  };
}

async function agentFigures(tx: Tx, nowMs: number) {
  return (await tx.get<{ free: number; busy: number }>(
    `SELECT (SELECT count(*) FROM agents ${tx.sql.indexedBy('agents_free')} WHERE ${MAY_TAKE}) AS free,
            (SELECT count(*) FROM calls WHERE holds_agent = 1) AS busy`,
    { nowMs },
  ))!;
}

async function processFigures(tx: Tx, nowMs: number) {
  const { broken } = (await tx.get<{ broken: number }>(
    'SELECT count(*) AS broken FROM broken_workflows WHERE is_broken = 1',
  ))!;
  const processes = await tx.all<{ kind: 'server' | 'worker'; count: number }>(
    `SELECT role AS kind, count(*) AS count FROM processes
     WHERE stopped = 0 AND at_ms >= :sinceMs GROUP BY role`,
    { sinceMs: nowMs - SHOWN_LIFE_MS },
  );
  return { brokenWorkflows: broken, processes, sweptAtMs: await lastSweepMs(tx) };
}
