import { AGENT_ANSWERED, isIn, meaningOf, type Disposition } from '../dispositions/dispositions.ts';

interface WrapUpPolicy {
  wrapUpMs: number;
  /** Null: the outcome is not required. */
  outcomeWithinMs?: number | null;
}

/**
 * How long an agent's wrap-up lasts from the end of a call. An outcome ends it, also one that was set before the end. Where
 * the outcome is required, wrap-up lasts until it is set, or to its limit; calls in which nobody talked need none.
 */
export function wrapUpMsOf(
  { wrapUpMs, outcomeWithinMs = null }: WrapUpPolicy,
  { disposition, hasOutcome }: { disposition: Disposition; hasOutcome: boolean },
): number {
  if (hasOutcome || !isIn(AGENT_ANSWERED, disposition)) return 0;
  const required = meaningOf(disposition).proves === 'bridged' ? (outcomeWithinMs ?? 0) : 0;
  return Math.max(wrapUpMs, required);
}
