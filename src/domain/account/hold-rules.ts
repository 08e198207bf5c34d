/**
 * How an account's hold goes on, by the status of the refusal and, where a rule names one, its code: whether
 * single calls may try again, after which waits, for how long, and what happens when that is over.
 */
export const HOLD_ACTIONS = ['probe', 'by-person'] as const;

/** What happens at the end of a rule's probes or time; the hold stays open, and nobody probes any more. */
export const HOLD_ENDS = ['stay-on-hold', 'pause-every-campaign', 'alert'] as const;
export type HoldEnd = (typeof HOLD_ENDS)[number];

interface HoldLimits {
  /** From the opening of the hold to the end of the rule; null: no limit. */
  longestTimeMs: number | null;
  atEnd: HoldEnd;
}

/** From a refusal to the first probe, and from each refused probe to the next. */
export interface ProbeWaits {
  firstWaitMs: number;
  /** Each wait is so many times as long as the one before. At least 1. */
  growth: number;
  longestWaitMs: number;
}

export type HoldRule =
  | ({
      action: 'probe';
      /** Refused ones; null: no limit. */ mostProbes: number | null;
    } & ProbeWaits &
      HoldLimits)
  /** A person lifts the hold. */
  | ({ action: 'by-person' } & HoldLimits);

/** A rule of the account. `code` null: every code of the status that no other rule names. */
export interface HoldRuleFor {
  status: number;
  code: string | null;
  rule: HoldRule;
}

/** What a rule that names no end has. */
export const NO_LIMITS: HoldLimits = { longestTimeMs: null, atEnd: 'stay-on-hold' };
export const USUAL_GROWTH = 2;

/** The rule of a status for which the account has none. */
export function usualHoldRule(
  status: number,
  usual: { firstProbeAfterMs: number; longestProbeGapMs: number },
): HoldRule {
  if (status === 403) return { action: 'by-person', ...NO_LIMITS };
  return {
    action: 'probe',
    firstWaitMs: usual.firstProbeAfterMs,
    growth: USUAL_GROWTH,
    longestWaitMs: usual.longestProbeGapMs,
    mostProbes: null,
    ...NO_LIMITS,
  };
}

/** The most specific rule for a refusal: of status and code, of the status, the usual one. */
export function holdRuleFor(
  { status, code }: { status: number; code: string | undefined },
  rules: readonly HoldRuleFor[],
  usual: Parameters<typeof usualHoldRule>[1],
): HoldRule {
  const ofStatus = rules.filter((each) => each.status === status);
  const found =
    ofStatus.find((each) => each.code !== null && each.code === code) ??
    ofStatus.find((each) => each.code === null);
  return found?.rule ?? usualHoldRule(status, usual);
}

/** How long the next probe waits after so many refused ones. */
export const probeWaitMs = (
  { firstWaitMs, growth, longestWaitMs }: ProbeWaits,
  refusedProbes: number,
): number => Math.min(Math.round(firstWaitMs * growth ** refusedProbes), longestWaitMs);
