/** The rules of holds: how many probes, and how far apart (docs/campaign-life.md). */
import { durationMs } from '../../limits/duration.ts';
import type { AccountHoldRule, AccountLine, ProbeRecord } from '../decision-lines.ts';

export interface ProbeRule {
  /** Null: any number. */
  mostProbes: number | null;
  /** From the opening of the hold; Infinity: no limit. */
  longestTimeMs: number;
  /** Before a probe after so many refused ones. */
  waitMs(refused: number): number;
}

/** Undefined: the rule allows no probe. */
export function ruleOf({ rule }: ProbeRecord): ProbeRule | undefined {
  if (rule.action !== 'probe') return undefined;
  const { first_wait_seconds: first, growth, longest_wait_seconds: longest } = rule;
  if (first === undefined || growth === undefined || longest === undefined)
    throw new RangeError('the rule of the hold has no waits');
  return {
    mostProbes: rule.most_probes ?? null,
    longestTimeMs: (rule.longest_time_seconds ?? Infinity) * 1_000,
    waitMs: (refused) => Math.min(Math.round(first * 1_000 * growth ** refused), longest * 1_000),
  };
}

/** What is wrong with the rule of a probe, by the account's rules. The usual waits are a setting, and not in the file. */
export function expectedRule(
  { rule, status, code }: ProbeRecord,
  hold: NonNullable<AccountLine['hold']>,
  rules: readonly AccountHoldRule[],
): string[] {
  const faults: string[] = [];
  if (status !== hold.status || code !== hold.code)
    faults.push(`its hold is said to be for ${status} ${code ?? ''}, and was for ${hold.reason}`);
  const ofStatus = rules.filter((each) => each.status === hold.status);
  const named =
    ofStatus.find((each) => each.code !== null && each.code === hold.code) ??
    ofStatus.find((each) => each.code === null);
  const expected = named ? fieldsOf(named) : usualOf(hold.status);
  for (const [field, value] of Object.entries(expected)) {
    const said = (rule as Record<string, string | number | null>)[field] ?? null;
    if (said !== value)
      faults.push(
        `the ${field} of its hold is said to be ${said ?? 'none'}, and was ${value ?? 'none'}`,
      );
  }
  return faults;
}

const seconds = (text: string | null | undefined): number | null =>
  text == null ? null : durationMs(text) / 1_000;

const fieldsOf = (rule: AccountHoldRule) => ({
  action: rule.action,
  first_wait_seconds: seconds(rule.first_wait),
  growth: rule.growth ?? null,
  longest_wait_seconds: seconds(rule.longest_wait),
  most_probes: rule.most_probes ?? null,
  longest_time_seconds: seconds(rule.longest_time),
});

const usualOf = (status: number) => ({
  action: status === 403 ? 'by-person' : 'probe',
  most_probes: null,
  longest_time_seconds: null,
});
