/** The account's hold in a decision record: there was none, or the call was its probe. */
import type { Hold, HoldVerdict } from '../account/hold.ts';
import type { HoldRule } from '../account/hold-rules.ts';
import { unreachable } from '../unreachable.ts';
import { iso, isoOrNull } from './instants.ts';

export type DecidedHold =
  { state: 'none'; changed_at: string | null } | ({ state: 'probe' } & DecidedProbe);

interface DecidedProbe {
  reason: string;
  status: number;
  code: string | null;
  opened_at: string;
  changed_at: string;
  rule: DecidedHoldRule;
  /** Refused probes of this hold before this one. */
  refused_probes: number;
  /** The wait for this probe started here. */
  wait_from: string;
  /** Until then no other call may try, unless this one is answered before. */
  lease_until: string;
}

type DecidedHoldRule =
  | {
      action: 'probe';
      first_wait_seconds: number;
      growth: number;
      longest_wait_seconds: number;
      most_probes: number | null;
      longest_time_seconds: number | null;
    }
  | { action: 'by-person'; longest_time_seconds: number | null };

export function decidedHold({
  hold,
  verdict,
}: {
  hold: Hold | undefined;
  verdict: HoldVerdict;
}): DecidedHold {
  if (verdict.kind !== 'probe')
    return { state: 'none', changed_at: isoOrNull(hold?.changedAtMs ?? null) };
  const { hold: held } = verdict;
  return {
    state: 'probe',
    reason: held.reason,
    status: held.status,
    code: held.code ?? null,
    opened_at: iso(held.openedAtMs),
    changed_at: iso(held.changedAtMs),
    rule: decidedRule(held.rule),
    refused_probes: held.refusedProbes,
    wait_from: iso(held.waitFromMs),
    lease_until: iso(held.probe.leaseUntilMs),
  };
}

function decidedRule(rule: HoldRule): DecidedHoldRule {
  const longest = rule.longestTimeMs === null ? null : rule.longestTimeMs / 1_000;
  switch (rule.action) {
    case 'by-person':
      return { action: 'by-person', longest_time_seconds: longest };
    case 'probe':
      return {
        action: 'probe',
        first_wait_seconds: rule.firstWaitMs / 1_000,
        growth: rule.growth,
        longest_wait_seconds: rule.longestWaitMs / 1_000,
        most_probes: rule.mostProbes,
        longest_time_seconds: longest,
      };
    default:
      return unreachable(rule);
  }
}
