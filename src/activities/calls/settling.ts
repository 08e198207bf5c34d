/** The final cost of a call that has ended. */
import { isBillOverdue, pauseBeforeCostMs, shownCost } from '../../domain/calls/polling.ts';
import type { CallRef } from '../../domain/ids.ts';
import type { ActivityContext } from '../deps.ts';
import {
  endedOf,
  isBilled,
  isBridgeProven,
  lateEnd,
  readEvidence,
  writeEnd,
  type CallEvidence,
  type Ended,
  type ReportedEnd,
} from './call-endings.ts';
import { pauseBeforePollMs, pollAgain } from './polling.ts';

/**
 * Reads the final cost. The bill may lag behind its event, so the call is polled for it with growing pauses until the
 * settlement deadline. After that the call is `unsettled`, or keeps the cost from a call record.
 */
export async function settleCall(context: ActivityContext, ref: CallRef): Promise<Ended> {
  const { store, timing, nowMs } = context;
  const evidence = await readEvidence(context, ref);
  const { call, folded } = evidence;
  if (call.settlement === 'settled' && isBilled(call)) return endedOf(call, evidence);
  const polled = await context.poller.poll(call);
  const end = lateEnd(evidence, polled);
  const cost = shownCost(polled.seen);
  const written = end && isNews(end, evidence) ? await writeEnd(context, evidence, end) : undefined;
  if (cost !== null) {
    return written ?? endedOf(await store.settleCall(ref, cost, nowMs()), evidence);
  }
  const waitedMs = nowMs() - (call.endedAtMs ?? 0);
  if (isBillOverdue({ polls: polled.polls, waitedMs, nowMs: nowMs() }, timing)) {
    const given = await store.giveUpSettling(ref, nowMs());
    return { ...endedOf(given, evidence), settlement: given.settlement };
  }
  const pauseMs = pauseBeforeCostMs({ waitedMs, billed: folded.finalized }, timing);
  throw await pollAgain(polled, pauseBeforePollMs(polled, pauseMs, nowMs()), 'no cost yet: ');
}

/** Whether a recording proves a new bridge, or the carrier confirms an end or a cost for the first time. */
function isNews(end: ReportedEnd, { call }: CallEvidence): boolean {
  if (isBridgeProven(end) && call.recording === 'none') return true;
  return end.confirmed && (shownCost(end.polled.seen) !== null || call.confirmed !== true);
}
