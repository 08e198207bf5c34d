/**
 * What a record says of its policy, against the line of that policy. Records are sealed and lines of policies are not, so a
 * line that was changed shows here. Lists, limits of live calls, pace and budget are compared by their own rules.
 */
import { durationMs } from '../../limits/limits.ts';
import type { PolicyLine, Record } from '../decision-lines.ts';
import type { Rule } from '../rule.ts';
import { windowFaults } from './stated-window.ts';

export const statedTerms: Rule = {
  id: 'TERMS',
  rule: 'the window and the caps of the record are those of its policy',
  judge: (judged) => [
    ...windowFaults(judged),
    ...capFaults(judged.record.caps, judged.policy.caps),
  ],
};

function capFaults(stated: Record['caps'], caps: PolicyLine['caps']): string[] {
  const rolling = (of: readonly { days: number; most: number }[]) =>
    of.map(({ days, most }) => `${most} in ${days} days`).join(', ') || null;
  const gapMs = durationMs(caps.least_gap);
  return [
    ...differs('cap a day', stated.per_day?.most ?? null, caps.per_day),
    ...differs('rolling caps', rolling(stated.rolling), rolling(caps.rolling)),
    ...differs(
      'least gap in seconds',
      stated.least_gap?.seconds ?? null,
      gapMs === 0 ? null : gapMs / 1_000,
    ),
  ];
}

const differs = (what: string, stated: string | number | null, policy: string | number | null) =>
  stated === policy
    ? []
    : [`its ${what} is ${stated ?? 'none'}, and the policy’s is ${policy ?? 'none'}`];
