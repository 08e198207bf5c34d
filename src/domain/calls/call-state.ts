/**
 * The state of one click2call call, folded from all evidence: webhook events in any
 * order, with duplicates and gaps, and the carrier's own answers to GET (interface document 3, 6).
 */

/** The carrier's states in the order in which a call passes them (interface document 3). */
export const LIVE_STATES = [
  'accepted',
  'agent_ringing',
  'agent_answered',
  'customer_ringing',
  'bridged',
] as const;
export type LiveState = (typeof LIVE_STATES)[number];
/**
 * The states in which a call has ended. The event with the higher `event_seq` counts; of two with the same number, the
 * state that is later in this list.
 */
export const TERMINAL_STATES = ['failed', 'completed'] as const;
export type TerminalState = (typeof TERMINAL_STATES)[number];

export const CARRIER_STATES = [...LIVE_STATES, ...TERMINAL_STATES] as const;
export type CarrierState = (typeof CARRIER_STATES)[number];

/** A webhook event, without its body. `name` is the event's full name, known to us or not. */
export interface CallEvent {
  seq: number;
  name: string;
}

/** For what comes from outside. */
export function isCallEvent(value: unknown): value is CallEvent {
  const { seq, name } = (value ?? {}) as Partial<CallEvent>;
  return typeof seq === 'number' && typeof name === 'string';
}

export interface CallState {
  /** The deepest live state in evidence. `agent_ringing` may be missing: the carrier sends it as best effort. */
  deepest: LiveState;
  /** The terminal event with the highest `event_seq`, if one has arrived. */
  ended: TerminalState | undefined;
  /** `click2call.finalized` has arrived. It may arrive before the terminal event (6, rule 3). */
  finalized: boolean;
  /** The events in order, once each: the timeline. */
  seen: CallEvent[];
}

export const EVENT_PREFIX = 'click2call.';
/** The bill of a call is final. */
export const FINALIZED_EVENT = 'click2call.finalized';

/** Events on which a call acts: its end and its bill. The other events need no action of their own. */
export const MILESTONE_EVENTS = [
  ...TERMINAL_STATES.map((state) => `${EVENT_PREFIX}${state}` as const),
  FINALIZED_EVENT,
] as const;

const isOneOf = <Text extends string>(texts: readonly Text[], text: string): text is Text =>
  (texts as readonly string[]).includes(text);

export const isLiveState = (text: string): text is LiveState => isOneOf(LIVE_STATES, text);
export const isTerminalState = (text: string): text is TerminalState =>
  isOneOf(TERMINAL_STATES, text);
export const isCarrierState = (text: string): text is CarrierState => isOneOf(CARRIER_STATES, text);
export const isMilestone = (eventName: string): boolean => isOneOf(MILESTONE_EVENTS, eventName);

/** Whether the document names this event (6). Others may arrive at any time and have no effect (6, rule 4). */
export function isKnownEvent(name: string): boolean {
  return name === FINALIZED_EVENT || carrierStateOf(name) !== undefined;
}

/**
 * An event's name as histories and Temporal's Web UI may show it. Webhooks are not signed and a name is free
 * text, so only the carrier's own names pass; the store keeps what came.
 */
export function shownEventName(name: string): string {
  return isKnownEvent(name) ? name : `${EVENT_PREFIX}other`;
}

/**
 * Folds events into a state. The result is the same for every order and any duplicates. Unknown names only appear in
 * the timeline. A terminal event is only a claim until GET confirms it, so it proves no leg: the caller that confirms a
 * completed call adds that it was bridged.
 */
export function foldEvents(events: readonly CallEvent[]): CallState {
  const seen = orderedEvents(events);
  let deepest: LiveState = 'accepted';
  let ended: TerminalState | undefined;
  for (const event of seen) {
    const state = carrierStateOf(event.name);
    if (state === undefined) continue;
    if (isTerminalState(state)) ended = state;
    else deepest = deeper(deepest, state);
  }
  return { deepest, ended, finalized: seen.some((e) => e.name === FINALIZED_EVENT), seen };
}

/** The carrier's state named by an event; undefined for `finalized` and for unknown names. */
export function carrierStateOf(eventName: string): CarrierState | undefined {
  if (!eventName.startsWith(EVENT_PREFIX)) return undefined;
  const name = eventName.slice(EVENT_PREFIX.length);
  return isCarrierState(name) ? name : undefined;
}

/**
 * Whether all events up to the end are known: there is a terminal event, and none is missing before it. The
 * document only says that `event_seq` increases, so anything but 1, 2, 3 … counts as a gap.
 */
export function hasEveryEvent(events: readonly CallEvent[]): boolean {
  const ends = events.filter(({ name }) => isTerminalState(carrierStateOf(name) ?? ''));
  const endSeq = Math.max(...ends.map(({ seq }) => seq));
  return ends.length > 0 && !hasGap(events.filter(({ seq }) => seq <= endSeq));
}

/**
 * Whether the seqs show that an event is missing before the last one, or do not count from 1. An event with an unknown
 * name fills no gap, because the event of a leg may have the same seq.
 */
export function hasGap(events: readonly CallEvent[]): boolean {
  const known = events.filter(({ name }) => isKnownEvent(name));
  const seqs = [...new Set(known.map((event) => event.seq))].toSorted((a, b) => a - b);
  return seqs.some((seq, index) => seq !== index + 1);
}

export function deeper(a: LiveState, b: LiveState): LiveState {
  return LIVE_STATES.indexOf(a) >= LIVE_STATES.indexOf(b) ? a : b;
}

/** Names in order: a later one reports more progress of the call. */
const BY_DEPTH = [...CARRIER_STATES.map((state) => EVENT_PREFIX + state), FINALIZED_EVENT];

/**
 * The events in order, once each. Several names may have one seq, because of a new name of the carrier's or a fault.
 * All are kept. The one that reports the most progress comes last, so that the result depends neither on the order of
 * arrival nor on an unknown name.
 */
export function orderedEvents<Event extends CallEvent>(events: readonly Event[]): Event[] {
  const once = new Map(events.map((event) => [eventKey(event), event]));
  return [...once.values()].toSorted(bySeqAndDepth);
}

const bySeqAndDepth = (a: CallEvent, b: CallEvent): number =>
  a.seq - b.seq ||
  BY_DEPTH.indexOf(a.name) - BY_DEPTH.indexOf(b.name) ||
  (a.name < b.name ? -1 : 1);

/** Two deliveries of one call with the same key are the same event. */
export const eventKey = ({ seq, name }: CallEvent): string => `${seq} ${name}`;
