/** How long a dispatcher rests between two rounds. */
import type { CampaignFacts, CampaignNext } from './campaign-progress.ts';

export interface DispatchPauses {
  /** Between two rounds while there is something to dial, and after the first idle round. */
  dispatchTickMs: number;
  /** At most, however long there is nothing to dial: other processes free agents without a notification here. */
  dispatchIdleMs: number;
}

/**
 * The pause doubles with each round that can only wait, and ends when something that is known becomes due. A campaign
 * that may dial and claims nothing waits for its pace or a limit, whose end is not known here: it keeps the tick.
 */
export function dispatchPauseMs(
  {
    idleRounds,
    next,
    facts,
    nowMs,
  }: {
    /** Rounds in a row that claimed nothing and could only wait, this one included. */
    idleRounds: number;
    next: CampaignNext;
    facts: Pick<CampaignFacts, 'nextDueAtMs' | 'wrapUpUntilMs' | 'pausedUntilMs'>;
    nowMs: number;
  },
  { dispatchTickMs, dispatchIdleMs }: DispatchPauses,
): number {
  if (next.kind !== 'wait') return dispatchTickMs;
  const longestMs = Math.min(dispatchIdleMs, dispatchTickMs * 2 ** Math.min(idleRounds - 1, 10));
  const { nextDueAtMs, wrapUpUntilMs, pausedUntilMs } = facts;
  const knownMs = [next.waitingFor.untilMs, nextDueAtMs, wrapUpUntilMs, pausedUntilMs]
    .filter((atMs) => atMs !== null && atMs > nowMs)
    .map((atMs) => atMs! - nowMs);
  return Math.max(1, Math.min(longestMs, ...knownMs));
}
