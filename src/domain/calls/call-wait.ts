/** What a call waits for, and until when. The texts are written here once: the API shows them, and the workflow's details. */
import { unreachable } from '../unreachable.ts';
import type { LiveState } from './call-state.ts';
import type { Disposition } from './disposition.ts';
import type { PollState } from './polling.ts';
import type { Timing } from '../timing.ts';

export const CALL_WAITS = {
  workflow: 'its workflow does not work',
  temporal: 'Temporal cannot be used',
  turn: 'its contact waits for its turn',
  worker: 'it has an agent, and a worker will place it',
  placement: 'it will be placed later',
  request: 'the request to the carrier is under way',
  unknown: 'the carrier’s answer is not known: only a webhook can show whether the call was placed',
  webhook: 'the carrier reports its progress by webhook',
  poll: 'it is polled by GET',
  person: 'nobody knows how it ended: a person must resolve it',
  bill: 'the carrier has not shown its final cost',
  'recording-webhook': 'the carrier has not reported its recording',
  'recording-download': 'its recording is being fetched',
  'recording-desk': 'the recording desk will look its recording up',
} as const;
export type CallWaitReason = keyof typeof CALL_WAITS;

export interface CallWait {
  reason: CallWaitReason;
  /** For people. */
  text: string;
  /** When it ends at the latest, or when something is tried next; null: not known. */
  untilMs: number | null;
}

export interface CallWaitFacts {
  state: 'queued' | 'claimed' | 'waiting' | 'placing' | LiveState | 'unknown' | 'ended';
  disposition: Disposition | null;
  /** Of a call that will be placed again: why, and when. */
  waiting: { reason: string; untilMs: number } | null;
  polls: Pick<PollState, 'text' | 'notBeforeMs'> | null;
  placedAtMs: number | null;
  endedAtMs: number | null;
  settlement: 'none' | 'open' | 'settled' | 'unsettled';
  recording: 'none' | 'expected' | 'delivered' | 'wanted' | 'stored' | 'missing';
  recordingReason: string | null;
  recordingDueAtMs: number | null;
}

export interface CallWaitTiming extends Pick<Timing, 'horizonMs' | 'settleAtMostMs'> {
  /** False: there is no public URL, so no webhook can show anything. */
  webhooks: boolean;
}

/** What keeps all workflows, or the one of this call, from going on. */
export interface Blocked {
  reason: 'workflow' | 'temporal' | 'worker';
  text: string;
  untilMs: number | null;
}

/** A call that only a person can move on waits for that person whatever else stands still. */
export const blockedWait = (wait: CallWait | null, blocked: Blocked | null): CallWait | null =>
  wait === null || blocked === null || wait.reason === 'person' ? wait : blocked;

/** The first thing that the call waits for; null: for nothing. */
export function callWait(
  facts: CallWaitFacts,
  timing: CallWaitTiming,
  nowMs: number,
): CallWait | null {
  const { state, waiting, polls } = facts;
  switch (state) {
    case 'queued':
      return callWaitFor('turn');
    case 'claimed':
      return callWaitFor('worker');
    case 'waiting':
      return waiting === null
        ? callWaitFor('placement')
        : callWaitFor('placement', { more: waiting.reason, untilMs: waiting.untilMs });
    case 'placing':
      return callWaitFor('request');
    case 'unknown':
      return callWaitFor('unknown', { untilMs: horizonOf(facts, timing, nowMs) });
    case 'ended':
      return waitAfterEnd(facts, timing, nowMs);
    case 'accepted':
    case 'agent_ringing':
    case 'agent_answered':
    case 'customer_ringing':
    case 'bridged':
      if (polls === null) return callWaitFor(timing.webhooks ? 'webhook' : 'poll');
      return callWaitFor('poll', { more: polls.text, untilMs: ahead(polls.notBeforeMs, nowMs) });
    default:
      return unreachable(state);
  }
}

/** The cost and the recording are awaited at once. The recording has fields of its own in every answer. */
function waitAfterEnd(
  facts: CallWaitFacts,
  { settleAtMostMs }: CallWaitTiming,
  nowMs: number,
): CallWait | null {
  const { disposition, settlement, polls, endedAtMs } = facts;
  if (disposition === 'unknown') return callWaitFor('person');
  if (settlement !== 'open') return recordingWait(facts, nowMs);
  const untilMs = endedAtMs === null ? null : ahead(endedAtMs + settleAtMostMs, nowMs);
  return callWaitFor('bill', { more: polls?.text, untilMs });
}

/** What the recording of a call waits for; null: for nothing. */
export function recordingWait(
  {
    recording,
    recordingReason,
    recordingDueAtMs,
  }: Pick<CallWaitFacts, 'recording' | 'recordingReason' | 'recordingDueAtMs'>,
  nowMs: number,
): CallWait | null {
  switch (recording) {
    case 'none':
    case 'stored':
    case 'missing':
      return null;
    case 'expected':
      return callWaitFor('recording-webhook');
    case 'delivered':
      return callWaitFor('recording-download');
    case 'wanted':
      return callWaitFor('recording-desk', {
        more: recordingReason,
        untilMs: recordingDueAtMs === null ? null : ahead(recordingDueAtMs, nowMs),
      });
    default:
      return unreachable(recording);
  }
}

function horizonOf(
  { placedAtMs }: CallWaitFacts,
  { horizonMs, webhooks }: CallWaitTiming,
  nowMs: number,
): number | null {
  return placedAtMs === null || !webhooks ? null : ahead(placedAtMs + horizonMs, nowMs);
}

/** An instant that has passed says nothing about the end of the wait. */
const ahead = (atMs: number, nowMs: number): number | null => (atMs > nowMs ? atMs : null);

/** @param more what is known besides the reason, as text for people */
export function callWaitFor(
  reason: CallWaitReason,
  { more, untilMs = null }: { more?: string | null | undefined; untilMs?: number | null } = {},
): CallWait {
  const text = CALL_WAITS[reason];
  return { reason, text: more == null || more === '' ? text : `${text}: ${more}`, untilMs };
}
