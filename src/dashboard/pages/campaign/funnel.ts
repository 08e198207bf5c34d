/** How far contacts and calls came. */
import type { Schemas } from '../../../client/client.ts';
import { AGENT_ANSWERED, NOT_PLACED, REACHED } from '../../../domain/dispositions/dispositions.ts';

export interface FunnelStep {
  name: string;
  value: number;
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
    { name: 'Customer rang', value: sum(counts, AGENT_ANSWERED) },
    { name: 'Talked', value: sum(counts, REACHED) },
  ];
}

export function callFunnel({
  placed,
  answered,
  customer_rang: rang,
  bridged,
}: Pick<Schemas['CallCounts'], 'placed' | 'answered' | 'customer_rang' | 'bridged'>): FunnelStep[] {
  return [
    { name: 'Calls placed', value: placed },
    { name: 'Agent answered', value: answered },
    { name: 'Customer rang', value: rang },
    { name: 'Talked', value: bridged },
  ];
}

const sum = (counts: Counts, names: readonly string[]) =>
  names.reduce((all, name) => all + (counts[name] ?? 0), 0);
