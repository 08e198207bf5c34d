import type { LastSaid } from '../../../../domain/contacts/number-caps.ts';
import {
  OUTCOME_GROUPS,
  type OutcomeCap,
  type OutcomeGroup,
} from '../../../../domain/outcomes/outcome-groups.ts';

/** @param said JSON array of `group ms` */
export function lastSaid(said: string): LastSaid {
  if (said === '[]') return NOTHING;
  const last: Partial<Record<OutcomeCap, number>> = {};
  for (const text of JSON.parse(said) as string[]) {
    const [group, atMs] = text.split(' ');
    const { cap } = OUTCOME_GROUPS[group as OutcomeGroup];
    if (cap !== null) last[cap] = Math.max(last[cap] ?? 0, Number(atMs));
  }
  return last;
}

const NOTHING: LastSaid = {};
