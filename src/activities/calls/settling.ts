/** The final cost of a call that has ended. */
import type { CallRef } from '../../domain/ids.ts';
import { isBillOverdue, pauseBeforeCostMs } from '../../domain/calls/polling.ts';
import { isBilled, lateEnd, type CallEndings, type Ended } from './call-endings.ts';
import type { ActivityDeps } from '../deps.ts';
import { lookAgain, pauseBeforeLookMs, type Looking } from './polling.ts';

export function settlingActivities(
  { store, timing, nowMs }: ActivityDeps,
  look: Looking,
  { read, told, writeEnd }: CallEndings,
) {
  return {
    /**
     * Reads the final cost. The bill may lag behind its event, so a cost that is not there yet is asked for
     * again, with growing pauses, until the settlement deadline; then the call is `unsettled`, or keeps the cost
     * that a call record told.
     */
    async settleCall(ref: CallRef): Promise<Ended> {
      const known = await read(ref);
      const { call, events, folded, deepest } = known;
      if (call.settlement === 'settled' && isBilled(call)) return told(ref, events, deepest);
      const seen = await look(ref);
      const word = lateEnd(known, seen);
      const isBridgedAfterAll = word?.recorded === true && call.recording === 'none';
      const isNews = word?.confirmed === true && (word.cost !== null || call.confirmed !== true);
      if (word && (isBridgedAfterAll || isNews)) await writeEnd(known, word);
      else if (seen.cost !== null) await store.settleCall(ref, seen.cost, nowMs());
      if (seen.cost !== null) return told(ref, events, deepest);
      const waitedMs = nowMs() - (call.endedAtMs ?? 0);
      if (isBillOverdue({ looks: seen.polls, waitedMs, nowMs: nowMs() }, timing)) {
        await store.giveUpSettling(ref, nowMs());
        const { settlement } = await store.call(ref);
        return { ...(await told(ref, events, deepest)), settlement };
      }
      const pauseMs = pauseBeforeCostMs({ waitedMs, billed: folded.finalized }, timing);
      throw lookAgain(seen, pauseBeforeLookMs(seen, pauseMs, nowMs()), 'no cost yet: ');
    },
  };
}
