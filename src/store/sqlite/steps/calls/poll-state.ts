import {
  deeper,
  isTerminalState,
  LIVE_STATES,
  type LiveState,
} from '../../../../domain/calls/call-state.ts';
import { afterPoll, type PollState, type Seen } from '../../../../domain/calls/polling.ts';
import type { NotedPoll } from '../../../calls/call-store.ts';
import { advance } from './call-moves.ts';
import { pollStateOf, type CallRow } from '../../rows/call-rows.ts';
import type { Connection } from '../../engine/connection.ts';
import { writeTimeline } from '../../rows/timeline.ts';

/** What a GET told. The story gets a line only where it is not what the look before told. */
export function notePoll(db: Connection, call: CallRow, poll: NotedPoll): PollState {
  const { seen, text, nowMs, askedAtMs = nowMs, random, timing } = poll;
  const before = pollStateOf(call);
  const live = liveStateOf(seen);
  const known = call.deepest ?? 'accepted';
  const moved = live !== undefined && deeper(known, live) !== known;
  const polls = afterPoll(before, { seen, text, moved, nowMs, askedAtMs, random }, timing);
  if (before?.text !== text) writeTimeline(db, call.ref, { kind: 'observation', text, nowMs });
  if (live !== undefined) advance(db, call, live, nowMs);
  // A look that did not show the call says nothing of its cost.
  const unreadableCost = seen.kind === 'shown' ? poll.unreadableCost : call.unreadable_cost;
  db.run(
    `UPDATE calls SET polls = :polls, unreadable_cost = :unreadableCost,
       poll_due_at_ms = NULL, touched_at_ms = :nowMs
     WHERE ref = :ref`,
    { ref: call.ref, polls: JSON.stringify(polls), unreadableCost, nowMs },
  );
  return polls;
}

/**
 * The live state that a look proves. Of a call that is over a recording proves that it was bridged; of a live one it
 * proves nothing, as the document does not say from when it is shown.
 */
function liveStateOf(seen: Seen): LiveState | undefined {
  if (seen.kind !== 'shown' || seen.state === undefined) return undefined;
  if (!isTerminalState(seen.state)) return seen.state;
  return seen.recorded ? 'bridged' : undefined;
}

/** The states of a call that the carrier has and that is not over, for SQL. */
export const LIVE = LIVE_STATES.map((state) => `'${state}'`).join(', ');

/** What happened to live calls up to now may never be told by a webhook. */
export function pollLiveCalls(db: Connection, nowMs: number): void {
  db.run(`UPDATE calls SET poll_due_at_ms = :nowMs WHERE state <> 'ended' AND state IN (${LIVE})`, {
    nowMs,
  });
}
