/** Events that come when nobody waits for them any more. */
import {
  carrierStateOf,
  deeper,
  FINALIZED_EVENT,
  isTerminalState,
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
