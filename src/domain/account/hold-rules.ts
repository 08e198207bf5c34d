/**
 * The rules of an account's hold, by the status of the refusal and, where a rule names one, its code. A rule says
 * whether single calls may try again, how long they wait, for how long, and what happens at the end.
 */
export const HOLD_ACTIONS = ['probe', 'by-person'] as const;

/** What happens when a rule's probes or time are used up. The hold stays open, and there are no more probes. */
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
  /** Each wait is the one before, multiplied by this. At least 1. */
  growth: number;
  longestWaitMs: number;
}

export type HoldRule =
  | ({
      action: 'probe';
      /** Most refused probes; null: no limit. */ mostProbes: number | null;
    } & ProbeWaits &
      HoldLimits)
  /** Only a person lifts the hold. */
  | ({ action: 'by-person' } & HoldLimits);

/** A rule of the account. `code` null: every code of the status that no other rule names. */
export interface HoldRuleFor {
  status: number;
  code: string | null;
  rule: HoldRule;
}

/** The defaults of a rule that names no end. */
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

/** The most specific rule for a refusal: by status and code, else by status, else the usual one. */
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

/** How long the next probe waits after this many refused probes. */
export const probeWaitMs = (
  { firstWaitMs, growth, longestWaitMs }: ProbeWaits,
  refusedProbes: number,
): number => Math.min(Math.round(firstWaitMs * growth ** refusedProbes), longestWaitMs);
