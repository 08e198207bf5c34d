/** Starts the next call of an agent in the process that has ended its last one. */
import type { AfterEnd } from '../../store/calls/call-store.ts';
import type { NextCall } from '../../store/campaigns/campaign-store.ts';
import type { ActivityDeps } from '../deps.ts';
import { startClaimed } from './call-starter.ts';

/** Starts the call that was claimed with the end of another one. With a wrap-up, the next call is claimed at its end. */
export async function goOnAfter(deps: ActivityDeps, { next, wrapUp }: AfterEnd): Promise<void> {
  if (wrapUp)
    deps.wrapUps.start(wrapUp.untilMs - deps.nowMs(), () => claimAfterWrapUp(deps, wrapUp));
  await startNext(deps, next);
}

/** What the dispatcher does as well in its next round, if this process dies or the store cannot be used. */
async function claimAfterWrapUp(
  deps: ActivityDeps,
  { agentId, untilMs }: NonNullable<AfterEnd['wrapUp']>,
): Promise<void> {
  // A timer may end up to a millisecond early, when the agent may not yet take a call.
  const nowMs = Math.max(deps.nowMs(), untilMs);
  const next = await deps.store.claimForAgent(agentId, nowMs).catch(() => null);
  await startNext(deps, next);
}

/**
 * Where there is none, the dispatchers of this process look for one. A call that is not marked as started is started by its
 * campaign's dispatcher, whose failures are shown.
 */
async function startNext(deps: ActivityDeps, next: NextCall | null): Promise<void> {
  if (!next) return deps.agentFreed.notify();
  const { claim, campaignName } = next;
  try {
    await startClaimed(deps, claim, campaignName);
    await deps.store.markStarted([claim.ref], deps.nowMs());
  } catch {
    deps.agentFreed.notify();
  }
}
