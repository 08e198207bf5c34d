/** Events that come after the end of their call was decided. */
import {
  carrierStateOf,
  deeper,
  FINALIZED_EVENT,
  hasEveryEvent,
  isTerminalState,
  type CallEvent,
  type LiveState,
} from './call-state.ts';
import type { Disposition } from './disposition.ts';

/** What is known of a call that is over. */
export interface KnownEnd {
  deepest: LiveState | null;
  /** The carrier itself confirmed the end. */
  confirmed: boolean;
  /** Whether the call was accepted at all; a placement of unknown outcome may still turn out to be. */
  placed: 'yes' | 'no' | 'unknown';
}

/** Whether an event can still change anything: an outcome, a deeper leg, a corrected bill. */
export function canStillChange(eventName: string, known: KnownEnd): boolean {
  if (known.placed !== 'yes') return known.placed === 'unknown';
  if (eventName === FINALIZED_EVENT) return true;
  const state = carrierStateOf(eventName);
  if (state === undefined) return false;
  if (isTerminalState(state)) return !known.confirmed;
  return known.deepest === null || deeper(known.deepest, state) !== known.deepest;
}

/** Whether the events of a failed call now show which leg it failed with, which was not known. */
export const completesEvents = (
  disposition: Disposition | null,
  events: readonly CallEvent[],
): boolean => disposition === 'leg-unknown' && hasEveryEvent(events);

/** The evidence on which an end was decided. Plain JSON. */
export interface Weighed {
  deepest: LiveState;
  /** The carrier itself confirmed the end, so no event can change it. */
  confirmed: boolean;
  /** The highest seqs of a terminal event and of `finalized`; -1 where none had come. */
  endSeq: number;
  billSeq: number;
  /** How many events were weighed of a call whose leg is not known, as more may close the gap; null: it is known. */
  gapAt: number | null;
}

export function weighedOf(
  events: readonly CallEvent[],
  {
    deepest,
    confirmed,
    legUnknown,
  }: Pick<Weighed, 'deepest' | 'confirmed'> & { legUnknown: boolean },
): Weighed {
  return {
    deepest,
    confirmed,
    gapAt: legUnknown ? countOf(events) : null,
    endSeq: lastSeq(events, (name) => isTerminalState(carrierStateOf(name) ?? '')),
    billSeq: lastSeq(events, (name) => name === FINALIZED_EVENT),
  };
}

/** Whether events hold anything that was not weighed: a deeper leg, another end, a later bill, or the missing events. */
export function hasNewEvidence(events: readonly CallEvent[], weighed: Weighed): boolean {
  const { deepest, confirmed, gapAt } = weighed;
  const { endSeq, billSeq } = weighedOf(events, { deepest, confirmed, legUnknown: false });
  if (gapAt !== null && countOf(events) > gapAt && hasEveryEvent(events)) return true;
  if (billSeq > weighed.billSeq) return true;
  if (!weighed.confirmed && endSeq > weighed.endSeq) return true;
  return events.some(({ name }) => isDeeperLeg(name, weighed.deepest));
}

const countOf = (events: readonly CallEvent[]): number =>
  new Set(events.map(({ seq }) => seq)).size;

function isDeeperLeg(eventName: string, known: LiveState): boolean {
  const state = carrierStateOf(eventName);
  return state !== undefined && !isTerminalState(state) && deeper(known, state) !== known;
}

function lastSeq(events: readonly CallEvent[], isMeant: (name: string) => boolean): number {
  return events.reduce((last, { seq, name }) => (isMeant(name) ? Math.max(last, seq) : last), -1);
}
