/** The dispatcher of a campaign: claims contacts that may be dialled, and starts their calls. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import {
  campaignNext,
  type CampaignFacts,
  type CampaignNext,
} from '../../domain/campaigns/campaign-progress.ts';
import { dispatchPauseMs } from '../../domain/campaigns/dispatch-pause.ts';
import { searchableName } from '../../domain/campaigns/searchable-name.ts';
import { utcMinute } from '../../domain/utc-time.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { Timing } from '../../domain/timing.ts';
import type { CampaignTotals, ClaimRound } from '../../store/campaigns/campaign-store.ts';
import { startClaimed } from './call-starter.ts';
import type { ActivityDeps } from '../deps.ts';

export interface DispatchSlice {
  next: CampaignNext;
  /** There is nothing to do for a while, so the workflow waits. */
  leave: boolean;
  /** Number of calls claimed in this slice, by the dispatcher or with the end of another call. */
  started: number;
  liveCalls: number;
  /** The name as a search attribute; null: it must not be one. */
  campaignName: string | null;
  /** The counts at the end of the slice, for the Web UI. */
  counts: CampaignCounts;
  /**
   * How long the workflow waits, counted by the clock that gave the end of the wait. If the end is unknown: the longest wait, in
   * case the signal that ends it is lost.
   */
  dispatchAgainMs: number;
}

export interface CampaignCounts extends Omit<CampaignTotals, 'calls' | 'callsPlaced'> {
  atMs: number;
  /** Calls started per minute of this slice; null: the slice was too short to say. */
  perMinute: number | null;
}

export const CLAIMS_PER_ROUND = 20;
/**
 * After a round, the dispatcher rests nine times as long as the round took, so that rounds take at most a tenth of the
 * time. Several claims in one round cost little more than one.
 */
const REST_PER_ROUND = 9;
/** The activity itself waits up to this time. For longer waits, the workflow sleeps with a durable timer. */
const LONGEST_WAIT_HERE_MS = 2_000;
/** The clocks of the Temporal server and of this machine may differ a little. */
const SHORTEST_WAIT_MS = 200;

/**
 * Runs for one slice of time, or until the campaign can only wait. After a kill, the next attempt starts again the calls
 * that were claimed but not marked as started. Their workflow ids prevent a second run.
 */
export async function dispatch(
  deps: ActivityDeps,
  campaignId: CampaignId,
  slice: number,
): Promise<DispatchSlice> {
  const { timing, nowMs } = deps;
  const context = Context.current();
  const beganAtMs = nowMs();
  const endsAtMs = beganAtMs + sliceMs(timing, slice);
  const callsBefore = (await totalsOf(deps, campaignId)).calls;
  let idleRounds = 0;
  for (;;) {
    const roundAtMs = nowMs();
    const notified = deps.agentFreed.count;
    const round = await dispatchRound(deps, campaignId);
    const next = campaignNext(round.facts);
    const leave = !isWorthStaying(next, round, nowMs());
    if (leave || nowMs() >= endsAtMs) {
      const totals = await totalsOf(deps, campaignId);
      const started = totals.calls - callsBefore;
      return {
        next,
        leave,
        started,
        liveCalls: round.facts.liveCalls,
        campaignName: deps.namesSearchable ? searchableName(round.campaignName) : null,
        counts: countsOf(totals, { started, beganAtMs, atMs: nowMs() }),
        dispatchAgainMs: dispatchAgainAfterMs(deps, next, round.facts),
      };
    }
    // The Web UI shows this with the pending activity, while the details are as old as the slice.
    const { liveCalls, dueNow } = round.facts;
    context.heartbeat({ liveCalls, dueNow, waitingFor: waitShown(next) });
    idleRounds = next.kind === 'wait' && round.claims.length === 0 ? idleRounds + 1 : 0;
    if (round.claims.length < CLAIMS_PER_ROUND) {
      const signal = context.cancellationSignal;
      const restMs = Math.min((nowMs() - roundAtMs) * REST_PER_ROUND, timing.dispatchTickMs);
      const rested = sleep(restMs, undefined, { signal });
      const { facts } = round;
      const pauseMs = dispatchPauseMs({ idleRounds, next, facts, nowMs: nowMs() }, timing);
      await Promise.all([rested, deps.agentFreed.wait(notified, pauseMs, signal)]);
    }
  }
}

/** A wait while calls are live does not end the slice, so only the heartbeat has it. */
function waitShown(next: CampaignNext): { text: string; until: string | null } | null {
  if (next.kind !== 'wait') return null;
  const { text, untilMs } = next.waitingFor;
  return { text, until: untilMs === null ? null : utcMinute(untilMs) };
}

/** The first slices are short, because the Web UI shows new counts at the end of each. */
const SHORTER_SLICES = 4;

const sliceMs = ({ dispatchSliceMs }: Timing, slice: number): number =>
  dispatchSliceMs / 2 ** Math.max(0, SHORTER_SLICES - slice);

/** A shorter slice would give a rate by chance. */
const SHORTEST_RATED_MS = 1_000;
const MINUTE_MS = 60_000;

async function totalsOf({ store }: ActivityDeps, id: CampaignId): Promise<CampaignTotals> {
  const [totals] = await store.campaignTotals([id]);
  return totals!;
}

function countsOf(
  { contacts, callsByDisposition, cost }: CampaignTotals,
  { started, beganAtMs, atMs }: { started: number; beganAtMs: number; atMs: number },
): CampaignCounts {
  const tookMs = atMs - beganAtMs;
  const perMinute = tookMs < SHORTEST_RATED_MS ? null : Math.round((started * MINUTE_MS) / tookMs);
  return { contacts, callsByDisposition, cost, atMs, perMinute };
}

/** Claims the contacts that may be dialled now, and starts their calls. */
async function dispatchRound(deps: ActivityDeps, campaignId: CampaignId): Promise<ClaimRound> {
  const { store, nowMs } = deps;
  const round = await store.claim({ id: campaignId, limit: CLAIMS_PER_ROUND, nowMs: nowMs() });
  const refs = round.claims.map((claim) => claim.ref);
  if (refs.length > 0) {
    await Promise.all(round.claims.map((claim) => startClaimed(deps, claim, round.campaignName)));
    await store.markStarted(refs, nowMs());
  }
  return round;
}

/** A wait without a known end lasts at most until the campaign's deadline. */
function dispatchAgainAfterMs(
  { timing, nowMs }: ActivityDeps,
  next: CampaignNext,
  { deadline }: CampaignFacts,
): number {
  const untilMs = next.kind === 'wait' ? next.waitingFor.untilMs : null;
  if (untilMs !== null) return Math.max(0, untilMs - nowMs());
  const leftMs = deadline === null ? Infinity : Math.max(SHORTEST_WAIT_MS, deadline.atMs - nowMs());
  return Math.min(timing.dispatchSliceMs, leftMs);
}

function isWorthStaying(next: CampaignNext, round: ClaimRound, nowMs: number): boolean {
  if (next.kind === 'dial') return true;
  if (next.kind !== 'wait') return false;
  const { reason, untilMs } = next.waitingFor;
  const endsSoon = untilMs !== null && untilMs - nowMs <= LONGEST_WAIT_HERE_MS;
  if (reason === 'resume' || reason === 'start') return endsSoon;
  if (round.facts.liveCalls > 0) return true;
  // Calls of other campaigns may free agents, or another campaign's turn may end, without a notification here.
  const { agentsOnCall, othersFirst } = round.facts;
  const isForAgents = reason === 'agents' || reason === 'agents-busy';
  return endsSoon || (isForAgents && (agentsOnCall > 0 || othersFirst));
}
