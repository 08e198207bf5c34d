/** When a call is looked at by GET: after silence, and never more often than the answer can have changed. */
import type { CallEvent, LiveState } from './call-state.ts';
import type { Timing } from './timing.ts';
import { unreachable } from './unreachable.ts';

export interface Silence {
  deepest: LiveState;
  /** Since placement, the last event or the last look that showed something new. */
  sinceProgressMs: number;
  webhooks: boolean;
}

/** Milliseconds until a look is due; 0 or less: now. Without webhooks every look is due. */
export function lookDueInMs(
  { deepest, sinceProgressMs, webhooks }: Silence,
  timing: Timing,
): number {
  return webhooks ? longestInStateMs(deepest, timing) - sinceProgressMs : 0;
}

/** How long a call can stay in a state before silence means a lost webhook. */
function longestInStateMs(state: LiveState, timing: Timing): number {
  switch (state) {
    case 'accepted':
    case 'agent_ringing':
      return timing.agentRingMs;
    case 'agent_answered':
      return timing.pollAtMostMs;
    case 'customer_ringing':
      return timing.customerRingMs;
    case 'bridged':
      return timing.bridgedPollMs;
    default:
      return unreachable(state);
  }
}

/** The pause after a look that showed no end: grows from look to look up to a limit. */
export function pauseAfterLookMs(looks: number, timing: Timing): number {
  return Math.min(timing.pollMs * 1.5 ** Math.min(looks, 20), timing.pollAtMostMs);
}

/** The pause between two looks for the final cost; doubles. */
export function pauseBeforeCostMs(looks: number, timing: Timing): number {
  return Math.min(timing.settleMs * 2 ** Math.min(looks, 20), timing.settleAtMostMs / 4);
}

/**
 * Whether the events tell the whole story up to the end. The document only says that `event_seq`
 * increases, so anything but 1, 2, 3 … counts as a gap.
 */
export function isCompleteStory(events: readonly CallEvent[]): boolean {
  const seqs = [...new Set(events.map((event) => event.seq))].toSorted((a, b) => a - b);
  return seqs.length > 0 && seqs.every((seq, index) => seq === index + 1);
}
