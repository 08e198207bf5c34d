/**
 * What a record says of its policy, against the line of that policy. Records are sealed and lines of policies are not, so a
 * line that was changed shows here. Lists, limits of live calls, pace and budget are compared by their own rules.
 */
import { statedCapFaults } from '../../limits/number-caps.ts';
import type { Rule } from '../rule.ts';
import { windowFaults } from './stated-window.ts';

export const statedTerms: Rule = {
  id: 'TERMS',
  rule: 'the window and the caps of the record are those of its policy',
  judge: (judged) => [
    ...windowFaults(judged),
    ...statedCapFaults(judged.record.caps, judged.policy.caps),
  ],
};
