/** Events that arrive after the end of their call was decided. */
import {
  carrierStateOf,
  deeper,
  FINALIZED_EVENT,
  hasEveryEvent,
  isTerminalState,
  shownEventName,
  type CallEvent,
  type LiveState,
} from './call-state.ts';
import type { Disposition } from './disposition.ts';

/** What is known about a call that has ended. */
export interface KnownEnd {
  deepest: LiveState | null;
  /** The carrier itself confirmed the end. */
  confirmed: boolean;
  /** Whether the carrier accepted the call; `unknown`: an event may still prove it. */
  placed: 'yes' | 'no' | 'unknown';
}

/** Whether an event can still change the outcome, the deepest leg or the bill. */
export function canStillChange(eventName: string, known: KnownEnd): boolean {
  if (known.placed !== 'yes') return known.placed === 'unknown';
  if (eventName === FINALIZED_EVENT) return true;
  const state = carrierStateOf(eventName);
  if (state === undefined) return false;
  if (isTerminalState(state)) return !known.confirmed;
  return known.deepest === null || deeper(known.deepest, state) !== known.deepest;
}

/** Whether the failed leg of a `leg-unknown` call can now be decided, because no event is missing any more. */
export const completesEvents = (
  disposition: Disposition | null,
  events: readonly CallEvent[],
): boolean => disposition === 'leg-unknown' && hasEveryEvent(events);

/** The readable events, with the names that histories may show. */
export const callEventsOf = <Stored extends { seq: number | null; name: string }>(
  stored: readonly Stored[],
): (Stored & CallEvent)[] =>
  stored.flatMap((event) =>
    event.seq === null ? [] : [{ ...event, seq: event.seq, name: shownEventName(event.name) }],
  );

interface LateEvidence {
  call: {
    disposition: Disposition | null;
    deepest: LiveState | null;
    confirmed: boolean | null;
    carrierCallId: string | null;
  };
  placements: readonly { state: string }[];
  /** All readable events of the call, and which of them were relayed. */
  events: readonly (CallEvent & { relayed: boolean })[];
}

/**
 * What the events that were not relayed yet mean for a call that has ended: nothing (`none`), or something to weigh.
 * `open`: it is unknown whether the carrier accepted the call, so it may still be live.
 */
export function lateNews({ call, placements, events }: LateEvidence): 'over' | 'open' | 'none' {
  const { deepest, confirmed, carrierCallId } = call;
  // A POST without an answer may have been accepted, even if a person has closed the call since.
  const isOpen = placements.some(({ state }) => state === 'unknown');
  const placed = carrierCallId !== null ? 'yes' : isOpen ? 'unknown' : 'no';
  const known = { deepest, confirmed: confirmed === true, placed } as const;
  const late = events.filter(({ relayed }) => !relayed);
  const isNews =
    late.length > 0 &&
    (completesEvents(call.disposition, events) ||
      late.some(({ name }) => canStillChange(name, known)));
  if (!isNews) return 'none';
  return placed === 'yes' ? 'over' : 'open';
}

/** The evidence that an end was decided with. Plain JSON. */
export interface Weighed {
  deepest: LiveState;
  /** The carrier itself confirmed the end, so no event can change it. */
  confirmed: boolean;
  /** The highest seqs of a terminal event and of `finalized`; -1: none had arrived. */
  endSeq: number;
  billSeq: number;
  /**
   * For a call whose failed leg is not known: the number of events at that time, because later ones may close the gap.
   * Null: the leg is known.
   */
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

/**
 * Whether the events contain evidence that the decision did not have: a deeper leg, another end, a later bill, or the
 * missing events.
 */
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
