/**
 * The account's hold. 402, 403 and 409 speak of the account and not of a contact (interface document
 * 7.1), so one of them closes placing for every campaign. With automatic probes one call at a time
 * may try again; without, a person lifts the hold.
 */
export interface Hold {
  open: boolean;
  /** Status and code of the refusal, e.g. `402 insufficient_funds`. */
  reason: string;
  probing: 'automatic' | 'by-person';
  openedAtMs: number;
  /** When the hold last opened, was refused again or was lifted. Older intents have no say. */
  changedAtMs: number;
  /** Refused probes in a row; sets the backoff. */
  refusedProbes: number;
  nextProbeAtMs: number;
  /** The one call that may try now. The lease ends by itself, so a dead prober blocks nobody. */
  probe: { ref: string; leaseUntilMs: number } | undefined;
}

export interface HoldTiming {
  firstProbeAfterMs: number;
  longestProbeGapMs: number;
  /** Longer than one placing takes. */
  probeLeaseMs: number;
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
  timing: HoldTiming,
): HoldVerdict {
  if (!hold?.open) return { kind: 'pass' };
  if (hold.probing === 'by-person') return { kind: 'closed', untilMs: null };
  const leased = hold.probe && hold.probe.leaseUntilMs > nowMs && hold.probe.ref !== ref;
  if (leased) return { kind: 'closed', untilMs: hold.probe!.leaseUntilMs };
  if (hold.nextProbeAtMs > nowMs) return { kind: 'closed', untilMs: hold.nextProbeAtMs };
  return {
    kind: 'probe',
    hold: { ...hold, probe: { ref, leaseUntilMs: nowMs + timing.probeLeaseMs } },
  };
}

/** When the next call may try behind an open hold; null: a person decides. */
export function mayProbeAtMs(hold: Hold): number | null {
  if (hold.probing === 'by-person') return null;
  return Math.max(hold.nextProbeAtMs, hold.probe?.leaseUntilMs ?? 0);
}

export interface AccountRefusal {
  reason: string;
  probing: Hold['probing'];
  /** When the refused placement's intent was written. */
  intentAtMs: number;
}

/** The hold after the carrier refused the account. Outcomes of intents older than the last change are ignored. */
export function holdAfterRefusal(
  hold: Hold | undefined,
  refusal: AccountRefusal,
  nowMs: number,
  timing: HoldTiming,
): Hold | undefined {
  if (hold && refusal.intentAtMs < hold.changedAtMs) return hold;
  const refusedProbes = hold?.open ? hold.refusedProbes + 1 : 0;
  const gapMs = Math.min(timing.firstProbeAfterMs * 2 ** refusedProbes, timing.longestProbeGapMs);
  return {
    open: true,
    reason: refusal.reason,
    probing: refusal.probing,
    openedAtMs: hold?.open ? hold.openedAtMs : nowMs,
    changedAtMs: nowMs,
    refusedProbes,
    nextProbeAtMs: nowMs + gapMs,
    probe: undefined,
  };
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
  return { ...hold, open: false, changedAtMs: nowMs, refusedProbes: 0, probe: undefined };
}

/** A probe that told nothing (not sent, unknown outcome) gives its lease back; the next one waits its turn. */
export function holdAfterSilentProbe(
  hold: Hold | undefined,
  ref: string,
  nowMs: number,
  timing: HoldTiming,
): Hold | undefined {
  if (!hold?.open || hold.probe?.ref !== ref) return hold;
  return { ...hold, probe: undefined, nextProbeAtMs: nowMs + timing.firstProbeAfterMs };
}
