/** The pump of a campaign: claims what may be dialled and starts its workflows, while there is any. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import {
  campaignNext,
  type CampaignFacts,
  type CampaignNext,
} from '../../domain/campaigns/campaign-progress.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { ClaimRound } from '../../store/campaigns/campaign-store.ts';
import { startCall } from './call-starter.ts';
import type { ActivityDeps } from '../deps.ts';

export interface DispatchSlice {
  next: CampaignNext;
  /** Nothing to do here for a while: the workflow waits. */
  leave: boolean;
  /** Calls started in this slice. */
  started: number;
  liveCalls: number;
  /** A wait without an end is cut here, in case the word that ends it is lost. */
  dispatchAgainMs: number;
}

export const CLAIMS_PER_ROUND = 20;
/**
 * However often agents are freed, rounds take a tenth of the time at most: several claims cost little more than one,
 * and on a machine that is full they are better made together.
 */
const REST_PER_ROUND = 9;
/** A wait shorter than this is sat out here; a longer one is the workflow's, which sleeps durably. */
const LONGEST_WAIT_HERE_MS = 2_000;
/** The clocks of the server and of this machine may differ a little. */
const SHORTEST_WAIT_MS = 200;

export function dispatchActivities(deps: ActivityDeps) {
  const { store, timing, nowMs } = deps;

  async function pumpOnce(campaignId: CampaignId): Promise<ClaimRound> {
    const round = await store.claim({ id: campaignId, limit: CLAIMS_PER_ROUND, nowMs: nowMs() });
    const refs = round.claims.map((claim) => claim.ref);
    if (refs.length > 0) {
      await Promise.all(refs.map((ref) => startCall(deps, ref, 'claimed')));
      await store.markStarted(refs, nowMs());
    }
    return round;
  }

  /** The deadline ends waits of which nobody can tell the end. */
  function lookAgainAfter({ deadline }: CampaignFacts): number {
    const leftMs =
      deadline === null ? Infinity : Math.max(SHORTEST_WAIT_MS, deadline.atMs - nowMs());
    return Math.min(timing.pumpSliceMs, leftMs);
  }

  return {
    /**
     * Runs for one slice of time, or until the campaign can only wait. Killed and tried again, it starts
     * again what was claimed and never marked as started: the workflow id makes that harmless.
     */
    async dispatch(campaignId: CampaignId): Promise<DispatchSlice> {
      const context = Context.current();
      const endsAtMs = nowMs() + timing.pumpSliceMs;
      let started = 0;
      for (;;) {
        const roundAtMs = nowMs();
        const round = await pumpOnce(campaignId);
        started += round.claims.length;
        const next = campaignNext(round.facts);
        const leave = !isWorthStaying(next, round, nowMs());
        if (leave || nowMs() >= endsAtMs) {
          const { liveCalls } = round.facts;
          const lookAgainMs = lookAgainAfter(round.facts);
          return { next, leave, started, liveCalls, dispatchAgainMs: lookAgainMs };
        }
        context.heartbeat(started);
        if (round.claims.length < CLAIMS_PER_ROUND) {
          const signal = context.cancellationSignal;
          const restMs = Math.min((nowMs() - roundAtMs) * REST_PER_ROUND, timing.pumpTickMs);
          const rested = sleep(restMs, undefined, { signal });
          await Promise.all([rested, deps.agentFreed.wait(timing.pumpTickMs, signal)]);
        }
      }
    },
  };
}

function isWorthStaying(next: CampaignNext, round: ClaimRound, nowMs: number): boolean {
  if (next.kind === 'dial') return true;
  if (next.kind !== 'wait') return false;
  const { reason, untilMs } = next.waitingFor;
  const endsSoon = untilMs !== null && untilMs - nowMs <= LONGEST_WAIT_HERE_MS;
  if (reason === 'resume' || reason === 'start') return endsSoon;
  if (round.facts.liveCalls > 0) return true;
  // Another campaign's calls free agents, or take their turn, and tell nobody.
  const { agentsOnCall, othersFirst } = round.facts;
  if (reason === 'agents' && (agentsOnCall > 0 || othersFirst)) return true;
  return endsSoon;
}
