import type { AppendOutcome } from '../../store/calls/inbox-store.ts';
import { EVENT_PREFIX } from '../../domain/calls/call-state.ts';

/** Events after which a call has something to do. */
const MILESTONES = ['completed', 'failed', 'finalized'].map((name) => EVENT_PREFIX + name);

/**
 * Whether an event is carried to its call at once, or waits in the inbox for the next one that is. With
 * few calls live every event is, and the Web UI follows; with many only those that matter.
 */
export function wakesCall(
  { name }: { name: string },
  { fresh, poke, call, liveCalls }: AppendOutcome,
  everyEventBelow: number,
): boolean {
  if (!fresh || !call) return false;
  if (liveCalls < everyEventBelow) return true;
  // Signs of a call whose POST has no readable answer, and what only a look can tell.
  if (call.unknown || poke) return true;
  return MILESTONES.includes(name);
}
