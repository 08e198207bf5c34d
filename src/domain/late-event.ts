/** Events that come when the end of their call has been decided already. */
import {
  carrierStateOf,
  deeper,
  FINALIZED_EVENT,
  isTerminalState,
  type CallEvent,
  type LiveState,
} from './call-state.ts';

/** What is known of a call that is over. */
export interface KnownEnd {
  deepest: LiveState | null;
  /** The carrier itself confirmed the end. */
  confirmed: boolean;
  /** Whether the call was accepted at all; a placement of unknown outcome may still turn out to be. */
  placed: 'yes' | 'no' | 'unknown';
}

/** Whether an event can still change anything: an outcome, a deeper leg, a corrected bill. */
export function tellsNews(eventName: string, known: KnownEnd): boolean {
  if (known.placed !== 'yes') return known.placed === 'unknown';
  if (eventName === FINALIZED_EVENT) return true;
  const state = carrierStateOf(eventName);
  if (state === undefined) return false;
  if (isTerminalState(state)) return !known.confirmed;
  return known.deepest === null || deeper(known.deepest, state) !== known.deepest;
}

/** The evidence on which an end was decided. Plain JSON. */
export interface Weighed {
  deepest: LiveState;
  /** The carrier itself confirmed the end: no event says more about it. */
  confirmed: boolean;
  /** The highest seqs of a terminal event and of `finalized`; -1 where none had come. */
  endSeq: number;
  billSeq: number;
}

export function weighedOf(
  events: readonly CallEvent[],
  { deepest, confirmed }: Pick<Weighed, 'deepest' | 'confirmed'>,
): Weighed {
  return {
    deepest,
    confirmed,
    endSeq: lastSeq(events, (name) => isTerminalState(carrierStateOf(name) ?? '')),
    billSeq: lastSeq(events, (name) => name === FINALIZED_EVENT),
  };
}

/** Whether events say anything that was not weighed: a deeper leg, another end, a later bill. */
export function sayMore(events: readonly CallEvent[], weighed: Weighed): boolean {
  const { endSeq, billSeq } = weighedOf(events, weighed);
  if (billSeq > weighed.billSeq) return true;
  if (!weighed.confirmed && endSeq > weighed.endSeq) return true;
  return events.some(({ name }) => isDeeperLeg(name, weighed.deepest));
}

function isDeeperLeg(eventName: string, known: LiveState): boolean {
  const state = carrierStateOf(eventName);
  return state !== undefined && !isTerminalState(state) && deeper(known, state) !== known;
}

function lastSeq(events: readonly CallEvent[], isMeant: (name: string) => boolean): number {
  return events.reduce((last, { seq, name }) => (isMeant(name) ? Math.max(last, seq) : last), -1);
}
