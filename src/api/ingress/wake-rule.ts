import type { AppendOutcome } from '../../store/calls/inbox-store.ts';
import { isMilestone } from '../../domain/calls/call-state.ts';

/**
 * Whether an event is relayed to its call at once, or waits in the inbox for the next one that is. While few calls
 * are live, every event is relayed, so that the Web UI is up to date. With many live calls, only important events are.
 */
export function wakesCall(
  { name }: { name: string },
  { fresh, poke, call }: AppendOutcome,
  { liveCalls, everyEventBelow }: { liveCalls: number; everyEventBelow: number },
): boolean {
  if (!fresh || !call) return false;
  if (liveCalls < everyEventBelow) return true;
  // Events of a call whose POST had no readable answer, and pokes, which only a GET can explain.
  if (call.unknown || poke) return true;
  return isMilestone(name);
}
