/**
 * The account's hold, a circuit breaker. 402, 403 and 409 are about the account and not about a contact (interface
 * document 7.1), so one of them closes placing for every campaign. The rule in force says whether one call at a time
 * may try again, and until when (`hold-rules`); a person may lift the hold at any time.
 */
import {
  holdRuleFor,
  probeWaitMs,
  type HoldEnd,
  type HoldRule,
  type HoldRuleFor,
} from './hold-rules.ts';
import type { HoldTiming } from '../timing.ts';

export interface Hold {
  open: boolean;
  /** Status and code of the refusal, e.g. `402 insufficient_funds`. */
  reason: string;
  /** Of the last refusal: they choose the rule. */
  status: number;
  /** Left out where the refusal had none. */
  code?: string | undefined;
  rule: HoldRule;
  openedAtMs: number;
  /** When the hold last opened, was refused again or was lifted. Outcomes of older intents are ignored. */
  changedAtMs: number;
  /** Refused probes in a row; with the rule they set the wait. */
  refusedProbes: number;
  /** The wait for the next probe counts from here: a refusal, or a probe without an answer. */
  waitFromMs: number;
  /** The one call that may try now. The lease ends by itself, so a dead prober blocks nobody. */
  probe?: { ref: string; leaseUntilMs: number } | undefined;
  /** The rule's probes or time are over. */
  ended?: HoldEnding | undefined;
}

export interface HoldEnding {
  atMs: number;
  by: 'most-probes' | 'longest-time';
  did: HoldEnd;
  /** Of an alert: it has been logged. */
  logged?: boolean;
}

export type HoldVerdict =
  | { kind: 'pass' }
  | { kind: 'probe'; hold: Hold }
  /** Until then nobody may try; null: a person decides. */
  | { kind: 'closed'; untilMs: number | null };

/** Whether `ref` may place now; a probe takes the lease in the hold that is returned. */
export function askHold(
  hold: Hold | undefined,
  ref: string,
  nowMs: number,
  timing: Pick<HoldTiming, 'probeLeaseMs'>,
): HoldVerdict {
  if (!hold?.open) return { kind: 'pass' };
  const nextAtMs = nextProbeAtMs(hold);
  if (nextAtMs === null || endingOf(hold, nowMs)) return { kind: 'closed', untilMs: null };
  const leased = hold.probe && hold.probe.leaseUntilMs > nowMs && hold.probe.ref !== ref;
  if (leased) return { kind: 'closed', untilMs: hold.probe!.leaseUntilMs };
  if (nextAtMs > nowMs) return { kind: 'closed', untilMs: nextAtMs };
  return {
    kind: 'probe',
    hold: { ...hold, probe: { ref, leaseUntilMs: nowMs + timing.probeLeaseMs } },
  };
}

/** When the next call may try behind an open hold; null: a person decides. */
export function mayProbeAtMs(hold: Hold): number | null {
  const nextAtMs = nextProbeAtMs(hold);
  if (nextAtMs === null) return null;
  const atMs = Math.max(nextAtMs, hold.probe?.leaseUntilMs ?? 0);
  return endingOf(hold, atMs) ? null : atMs;
}

/** Of its wait alone, whoever holds the lease; null: the rule allows no more probes. */
function nextProbeAtMs(hold: Hold): number | null {
  const { rule, waitFromMs, refusedProbes } = hold;
  if (hold.ended || rule.action === 'by-person') return null;
  const atMs = waitFromMs + probeWaitMs(rule, refusedProbes);
  return endingOf(hold, atMs) ? null : atMs;
}

/** How the rule's probes or time are over at `nowMs`; undefined: they are not. */
function endingOf({ rule, openedAtMs, ...hold }: Hold, nowMs: number): HoldEnding | undefined {
  if (rule.action === 'probe' && rule.mostProbes !== null) {
    if (hold.refusedProbes >= rule.mostProbes) {
      return { atMs: hold.changedAtMs, by: 'most-probes', did: rule.atEnd };
    }
  }
  const endsAtMs = rule.longestTimeMs === null ? Infinity : openedAtMs + rule.longestTimeMs;
  return nowMs < endsAtMs ? undefined : { atMs: endsAtMs, by: 'longest-time', did: rule.atEnd };
}

/** When the rule ends by its time, if nothing comes before. */
export const holdEndsAtMs = ({ openedAtMs, rule: { longestTimeMs } }: Hold): number | null =>
  longestTimeMs === null ? null : openedAtMs + longestTimeMs;

/**
 * The hold as it stands now: ended where its rule is over. An ending stands until the hold is lifted or a
 * rule gives more probes or time, and is another one where the rule asks for another thing at its end.
 */
export function holdAsOf(hold: Hold | undefined, nowMs: number): Hold | undefined {
  if (!hold?.open) return hold;
  const ending = endingOf(hold, nowMs);
  if (hold.ended?.did === ending?.did) return hold;
  return { ...hold, ended: ending };
}

/** The alert at the end of a rule that asks for one, while the hold is open. */
export function holdAlert(hold: Hold | undefined): { text: string; sinceMs: number } | undefined {
  if (!hold?.open || hold.ended?.did !== 'alert') return undefined;
  const { atMs: sinceMs, by } = hold.ended;
  const over = by === 'most-probes' ? 'its probes are used up' : 'its longest time is over';
  const text = `the account is on hold (${hold.reason}) and ${over}: nobody is dialled until a person lifts the hold`;
  return { text, sinceMs };
}

export interface AccountRefusal {
  reason: string;
  status: number;
  code: string | undefined;
  /** When the refused placement's intent was written. */
  intentAtMs: number;
}

/** The hold after the carrier refused the account. Outcomes of intents older than the last change are ignored. */
export function holdAfterRefusal(
  hold: Hold | undefined,
  { intentAtMs, ...refusal }: AccountRefusal,
  rule: HoldRule,
  nowMs: number,
): Hold | undefined {
  if (hold && intentAtMs < hold.changedAtMs) return hold;
  const known = hold?.open ? hold : undefined;
  const changed = {
    ...refusal,
    rule,
    open: true,
    openedAtMs: known?.openedAtMs ?? nowMs,
    changedAtMs: nowMs,
    refusedProbes: known ? known.refusedProbes + 1 : 0,
    waitFromMs: nowMs,
    ended: known?.ended,
  };
  return holdAsOf(changed, nowMs);
}

/** The hold after the carrier accepted a call: lifted, if that call was sent after the last change. */
export function holdAfterAcceptance(
  hold: Hold | undefined,
  intentAtMs: number,
  nowMs: number,
): Hold | undefined {
  if (!hold?.open || intentAtMs < hold.changedAtMs) return hold;
  return liftHold(hold, nowMs);
}

/** Lifted by a person, or by an accepted probe. */
export function liftHold(hold: Hold, nowMs: number): Hold {
  return {
    ...hold,
    open: false,
    changedAtMs: nowMs,
    refusedProbes: 0,
    probe: undefined,
    ended: undefined,
  };
}

/** A probe without an answer (not sent, unknown outcome) gives its lease back; the next one waits as long again. */
export function holdAfterSilentProbe(
  hold: Hold | undefined,
  ref: string,
  nowMs: number,
): Hold | undefined {
  if (!hold?.open || hold.probe?.ref !== ref) return hold;
  return { ...hold, probe: undefined, waitFromMs: nowMs };
}

/** The hold under rules that changed: its next probe is due as if they had been in force since the last refusal. */
export function holdUnderRules(
  hold: Hold | undefined,
  rules: readonly HoldRuleFor[],
  usual: HoldTiming,
  nowMs: number,
): Hold | undefined {
  if (!hold?.open) return hold;
  return holdAsOf(
    { ...hold, rule: holdRuleFor({ status: hold.status, code: hold.code }, rules, usual) },
    nowMs,
  );
}

/** What a campaign does by itself once the hold has kept it from dialling for so long. */
export interface HoldTimeout {
  afterMs: number;
  action: 'pause' | 'cancel';
}

/**
 * When that is: it counts from the opening of the hold, or from the campaign's start or resumption behind it.
 * Null: the account is not on hold, or the campaign goes on waiting.
 */
export function holdTimeoutAtMs(
  hold: Hold | undefined,
  timeout: HoldTimeout | null,
  dialsSinceMs: number,
): number | null {
  if (!hold?.open || timeout === null) return null;
  return Math.max(hold.openedAtMs, dialsSinceMs) + timeout.afterMs;
}
