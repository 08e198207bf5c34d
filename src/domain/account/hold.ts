/**
 * The account's hold is a circuit breaker. 402, 403 and 409 are about the account and not about a contact (interface
 * document 7.1), so one of them stops placing for every campaign. The rule in force says whether single calls (probes)
 * may try again, and until when (`hold-rules`). A person may lift the hold at any time.
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
  /** Of the last refusal. Status and code choose the rule. */
  status: number;
  /** Undefined where the refusal had none. */
  code?: string | undefined;
  rule: HoldRule;
  openedAtMs: number;
  /** When the hold last opened, was refused again or was lifted. Outcomes of older intents are ignored. */
  changedAtMs: number;
  /** Refused probes in a row. The rule computes the next wait from them. */
  refusedProbes: number;
  /** The wait for the next probe starts here: the last refusal, or the last probe without an answer. */
  waitFromMs: number;
  /** The one call that may try now. Its lease expires, so a worker that dies with it does not block the next probe. */
  probe?: { ref: string; leaseUntilMs: number } | undefined;
  /** Set when the rule's probes or time are used up. */
  ended?: HoldEnding | undefined;
}

export interface HoldEnding {
  atMs: number;
  by: 'most-probes' | 'longest-time';
  did: HoldEnd;
  /** For an alert: it has been logged. */
  logged?: boolean;
}

export type HoldVerdict =
  | { kind: 'pass' }
  | { kind: 'probe'; hold: Hold & { probe: NonNullable<Hold['probe']> } }
  /** No call may try before; null: a person decides. */
  | { kind: 'closed'; untilMs: number | null };

/** Whether `ref` may place now. If it does so as a probe, the returned hold contains its lease. */
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

/** When the next call may try while the hold is open; null: a person decides. */
export function mayProbeAtMs(hold: Hold): number | null {
  const nextAtMs = nextProbeAtMs(hold);
  if (nextAtMs === null) return null;
  const atMs = Math.max(nextAtMs, hold.probe?.leaseUntilMs ?? 0);
  return endingOf(hold, atMs) ? null : atMs;
}

/** When the wait for the next probe ends, without regard to the lease; null: the rule allows no more probes. */
function nextProbeAtMs(hold: Hold): number | null {
  const { rule, waitFromMs, refusedProbes } = hold;
  if (hold.ended || rule.action === 'by-person') return null;
  const atMs = waitFromMs + probeWaitMs(rule, refusedProbes);
  return endingOf(hold, atMs) ? null : atMs;
}

/** The ending, if the rule's probes or time are used up at `nowMs`; undefined: they are not. */
function endingOf({ rule, openedAtMs, ...hold }: Hold, nowMs: number): HoldEnding | undefined {
  if (rule.action === 'probe' && rule.mostProbes !== null) {
    if (hold.refusedProbes >= rule.mostProbes) {
      return { atMs: hold.changedAtMs, by: 'most-probes', did: rule.atEnd };
    }
  }
  const endsAtMs = rule.longestTimeMs === null ? Infinity : openedAtMs + rule.longestTimeMs;
  return nowMs < endsAtMs ? undefined : { atMs: endsAtMs, by: 'longest-time', did: rule.atEnd };
}

/** When the rule's time is used up; null: it has no limit of time. */
export const holdEndsAtMs = ({ openedAtMs, rule: { longestTimeMs } }: Hold): number | null =>
  longestTimeMs === null ? null : openedAtMs + longestTimeMs;

/**
 * The hold as of now, with `ended` set if its rule is used up. The ending stays until the hold is lifted or an edited
 * rule allows more probes or time. If the edited rule asks for another action at the end, the ending is a new one.
 */
export function holdAsOf(hold: Hold | undefined, nowMs: number): Hold | undefined {
  if (!hold?.open) return hold;
  const ending = endingOf(hold, nowMs);
  if (hold.ended?.did === ending?.did) return hold;
  return { ...hold, ended: ending };
}

/** The alert, if the rule has ended and asks for one. It stays while the hold is open. */
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

/** A probe without an answer (not sent or unknown) returns its lease. The next one waits the same time again. */
export function holdAfterSilentProbe(
  hold: Hold | undefined,
  ref: string,
  nowMs: number,
): Hold | undefined {
  if (!hold?.open || hold.probe?.ref !== ref) return hold;
  return { ...hold, probe: undefined, waitFromMs: nowMs };
}

/** The hold after its rules were edited: the next probe is due as if they had been in force since the last refusal. */
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

/** What a campaign does automatically after the hold has kept it from dialling for a time. */
export interface HoldTimeout {
  afterMs: number;
  action: 'pause' | 'cancel';
}

/**
 * When the timeout is due. It counts from the opening of the hold, or from the campaign's start or resumption if that
 * was later. Null: the account is not on hold, or the campaign waits without a limit.
 */
export function holdTimeoutAtMs(
  hold: Hold | undefined,
  timeout: HoldTimeout | null,
  dialsSinceMs: number,
): number | null {
  if (!hold?.open || timeout === null) return null;
  return Math.max(hold.openedAtMs, dialsSinceMs) + timeout.afterMs;
}
