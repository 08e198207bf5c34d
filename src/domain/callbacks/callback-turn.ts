/** The state of a callback. Each of its turns becomes a contact, and the state of the contact decides. */
import { agentMissed, isNotPlaced } from '../calls/disposition.ts';
import { meaningOf, type Disposition } from '../dispositions/dispositions.ts';
import { unreachable } from '../unreachable.ts';

/** Why a turn never became a contact. */
export const SKIPPED = {
  overlap: 'the one before was still open',
  outage: 'its time had passed before it was first checked',
  paused: 'it was paused until its time had passed',
} as const;
export type Skipped = keyof typeof SKIPPED;

/** Why a contact was withdrawn before it was dialled. */
export const WITHDRAWN = {
  paused: 'the callback was paused',
  edited: 'the callback was edited',
  cancelled: 'the callback was cancelled',
} as const;
export type Withdrawn = keyof typeof WITHDRAWN;

/** Why a turn that is due waits for the agent who is asked first. */
export const AGENT_WAITS = {
  'agent-paused': 'its agent is paused',
  'agent-on-call': 'its agent is on a call',
  'agent-wrap-up': 'its agent is at work after a call',
} as const;
export type AgentWait = keyof typeof AGENT_WAITS;

export interface TurnContact {
  state: 'due' | 'claimed' | 'final' | 'locked';
  dueAtMs: number;
  /** Why it is not due before, or will not be dialled any more. */
  reason: string | null;
  /** About the only agent who may take it now; null: that agent is free, or any agent may take it. */
  waitsFor: AgentWait | null;
  /** Of the last of its calls that was placed or refused. */
  disposition: Disposition | null;
}

export interface TurnFacts {
  notAfterMs: number;
  skipped: Skipped | null;
  withdrawn: Withdrawn | null;
  /** Null: the turn was skipped. */
  contact: TurnContact | null;
}

/**
 * `done`: the customer's phone rang, and the disposition says how the call ended. `missed`: it did not ring, and the
 * reason says why. `unknown`: it may have rung, and a person has to find out.
 */
export type TurnState =
  'scheduled' | 'due' | 'calling' | 'done' | 'missed' | 'unknown' | 'withdrawn';

export interface TurnStatus {
  state: TurnState;
  /** For `missed` and `withdrawn`; for `due` if a rule delays it or if it waits for its own agent. */
  reason: string | null;
}

export function turnStatus(turn: TurnFacts, nowMs: number): TurnStatus {
  const { contact, skipped, withdrawn, notAfterMs } = turn;
  if (withdrawn !== null) return { state: 'withdrawn', reason: withdrawn };
  if (contact === null) return { state: 'missed', reason: skipped };
  switch (contact.state) {
    case 'due':
      if (nowMs > notAfterMs) return ended(contact, 'too-late');
      // The reason for the delay no longer applies once the contact is due.
      if (contact.dueAtMs <= nowMs) return { state: 'due', reason: contact.waitsFor };
      return contact.disposition === null && isPlan(contact.reason)
        ? { state: 'scheduled', reason: null }
        : { state: 'due', reason: contact.reason };
    case 'claimed':
      return { state: 'calling', reason: null };
    case 'locked':
      return { state: 'unknown', reason: null };
    case 'final':
      return ended(contact, contact.reason ?? 'campaign-ended');
    default:
      return unreachable(contact.state);
  }
}

const isPlan = (reason: string | null): boolean => reason === null || reason === 'not-before';

/** `agent-unreached`: only the agent's phone rang. */
function ended({ disposition }: TurnContact, whyNotDialled: string): TurnStatus {
  if (disposition === null || disposition === 'not-dialled')
    return { state: 'missed', reason: whyNotDialled };
  if (isNotPlaced(disposition) || agentMissed(disposition))
    return { state: 'missed', reason: disposition };
  return { state: meaningOf(disposition).next === 'locked' ? 'unknown' : 'done', reason: null };
}

/** A call of it may still be made, is live, or waits for a person. Another turn would call the same person twice. */
export const isTurnOpen = ({ state }: TurnStatus): boolean =>
  state === 'scheduled' || state === 'due' || state === 'calling' || state === 'unknown';

export const CALLBACK_STATES = [
  'scheduled',
  'due',
  'calling',
  'done',
  'missed',
  'unknown',
  'paused',
  'cancelled',
] as const;
export type CallbackState = (typeof CALLBACK_STATES)[number];

export const CALLBACK_MOVES = ['pause', 'resume', 'cancel'] as const;
export type CallbackMove = (typeof CALLBACK_MOVES)[number];

export interface CallbackFacts {
  /** As set by people. */
  life: 'active' | 'paused' | 'cancelled';
  /** Of a recurring callback; null: no turn is left. */
  nextAtMs: number | null;
  /** The open turn, else the last one; null: there was none. */
  last: TurnStatus | null;
}

export function callbackState({ life, nextAtMs, last }: CallbackFacts): CallbackState {
  if (life !== 'active') return life;
  if (last && (last.state === 'due' || last.state === 'calling')) return last.state;
  if (nextAtMs !== null) return 'scheduled';
  return last === null || last.state === 'withdrawn' ? 'done' : last.state;
}

/** What is allowed now. `edit` does not change its `life`. */
export function allowedChanges(facts: CallbackFacts): (CallbackMove | 'edit')[] {
  if (facts.life === 'paused') return ['resume', 'cancel', 'edit'];
  const state = callbackState(facts);
  const comes = state === 'scheduled' || state === 'due' || facts.nextAtMs !== null;
  return facts.life === 'active' && comes ? ['pause', 'cancel', 'edit'] : [];
}
