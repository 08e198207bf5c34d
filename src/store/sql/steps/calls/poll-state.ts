import { sqlList } from '../../engine/sql-list.ts';
import {
  deeper,
  isTerminalState,
  LIVE_STATES,
  type LiveState,
} from '../../../../domain/calls/call-state.ts';
import { withPoll } from '../../../../domain/calls/call-times.ts';
import { afterPoll, type PollState, type Seen } from '../../../../domain/calls/polling.ts';
import type { NotedPoll } from '../../../calls/call-store.ts';
import { advanced } from './call-moves.ts';
import { timesOf } from '../../rows/call-fact-rows.ts';
import {
  type CallChange,
  type CallRow,
  changeCall,
  pollStateOf,
  withFacts,
} from '../../rows/call-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { addToTimeline } from '../../rows/timeline.ts';

/** Stores the result of a GET. The timeline gets a line only if the text differs from that of the last poll. */
export async function notePoll(tx: Tx, call: CallRow, poll: NotedPoll): Promise<PollState> {
  const { seen, text, nowMs, askedAtMs = nowMs, random, timing } = poll;
  const before = pollStateOf(call);
  const live = liveStateOf(seen);
  const known = call.deepest ?? 'accepted';
  const moved = live !== undefined && deeper(known, live) !== known;
  const polls = afterPoll(before, { seen, text, moved, nowMs, askedAtMs, random }, timing);
  if (before?.text !== text)
    await addToTimeline(tx, call.ref, { kind: 'observation', text, nowMs });
  const change: CallChange = {
    ...(live !== undefined && advanced(call, live)),
    ...timesAfter(call, seen, nowMs),
    polls: JSON.stringify(polls),
    // A poll that did not show the call does not change the stored cost text.
    unreadableCost: seen.kind === 'shown' ? seen.unreadableCost : call.unreadableCost,
    pollDueAtMs: null,
    touchedAtMs: nowMs,
  };
  await changeCall(tx, call.ref, withFacts(call, change));
  return polls;
}

function timesAfter(call: CallRow, seen: Seen, nowMs: number): { times?: string } {
  if (seen.kind !== 'shown') return {};
  const known = timesOf(call);
  const times = withPoll(known, seen.state, nowMs);
  return times === known ? {} : { times: JSON.stringify(times) };
}

/**
 * The live state that a poll proves. A recording proves that an ended call was bridged. For a live call it proves
 * nothing, because the document does not say when GET starts to show it.
 */
function liveStateOf(seen: Seen): LiveState | undefined {
  if (seen.kind !== 'shown' || seen.state === undefined) return undefined;
  if (!isTerminalState(seen.state)) return seen.state;
  return seen.recorded ? 'bridged' : undefined;
}

/** The carrier's live states, as a list for SQL. */
export const LIVE = sqlList(LIVE_STATES);

/** Makes all live calls poll, because webhooks about them may have been lost. */
export async function pollLiveCalls(tx: Tx, nowMs: number): Promise<void> {
  tx.send(
    `UPDATE calls SET poll_due_at_ms = :nowMs WHERE ${tx.sql.live()} AND state IN (${LIVE})`,
    {
      nowMs,
    },
  );
}
