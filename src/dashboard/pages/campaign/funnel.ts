/** How far contacts and calls came. */
import type { Schemas } from '../../../client/client.ts';
import { AGENT_ANSWERED, NOT_PLACED, REACHED } from '../../../domain/dispositions/dispositions.ts';
import { FIGURES, type FigureName } from '../../../domain/figures/figures.ts';

export interface FunnelStep {
  name: string;
  value: number;
  /** The step says what it counts. Steps of contacts are not figures of calls. */
  figure?: FigureName;
}

type Counts = Readonly<Record<string, number>>;

/** Contacts by how far their last call that has ended came. A live call does not count yet. */
export function contactFunnel({
  total,
  by_last_disposition: counts,
}: {
  total: number;
  by_last_disposition: Counts;
}): FunnelStep[] {
  const ended = sum(counts, Object.keys(counts));
  return [
    { name: 'Contacts', value: total },
    { name: 'Call placed', value: ended - sum(counts, NOT_PLACED) },
    { name: 'Agent answered', value: sum(counts, AGENT_ANSWERED) },
    { name: 'Talked', value: sum(counts, REACHED) },
  ];
}

const STEPS = ['placed', 'agent_rang', 'answered', 'customer_rang', 'bridged'] as const;

export const callFunnel = (
  counts: Pick<Schemas['CallCounts'], (typeof STEPS)[number]>,
): FunnelStep[] =>
  STEPS.map((figure) => ({ name: FIGURES[figure].title, figure, value: counts[figure] }));

const sum = (counts: Counts, names: readonly string[]) =>
  names.reduce((all, name) => all + (counts[name] ?? 0), 0);
