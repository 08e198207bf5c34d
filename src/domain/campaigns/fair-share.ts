/**
 * Which campaign is next when several want the same agents (stride scheduling). The higher priority comes first. Among
 * equal priorities, each call adds 1/weight to the campaign's `pass`, and the lowest `pass` is next. So the calls of
 * any two campaigns that keep wanting agents are in proportion to their weights, within one call.
 */
export interface FairShare {
  /** Order of creation. It breaks ties. */
  serial: number;
  priority: number;
  /** Above 0. */
  weight: number;
  /** The sum of 1/weight over its calls, with the weight at the time of each call. */
  pass: number;
  /** The only pool that its agents come from; null: any. */
  pool: string | null;
}

const strideOf = ({ weight }: FairShare): number => 1 / weight;

/** Whether `one` comes before `other`. */
export function comesBefore(one: FairShare, other: FairShare): boolean {
  if (one.priority !== other.priority) return one.priority > other.priority;
  if (one.pass !== other.pass) return one.pass < other.pass;
  return one.serial < other.serial;
}

/** The campaign's share after one more call. */
export const afterCall = (share: FairShare): FairShare => ({
  ...share,
  pass: share.pass + strideOf(share),
});

const mayMeet = (one: FairShare, other: FairShare): boolean =>
  one.pool === null || other.pool === null || one.pool === other.pool;

/**
 * The share of a campaign that starts to want agents again. Its `pass` is moved to the level of those that wanted
 * agents meanwhile. So no burst follows a quiet time, and calls that it made alone put it at most one call behind.
 */
export function rejoining(share: FairShare, others: readonly FairShare[]): FairShare {
  const passes = others
    .filter((other) => other.priority === share.priority && mayMeet(share, other))
    .map(({ pass }) => pass);
  if (passes.length === 0) return share;
  const level = Math.min(...passes);
  const pass = Math.min(Math.max(share.pass, level), level + strideOf(share));
  return { ...share, pass };
}

/** The pools whose agents other campaigns may take first. `every`: one of those campaigns takes agents of any pool. */
export type LeftToOthers = 'every' | readonly string[];

export function leftToOthers(share: FairShare, others: readonly FairShare[]): LeftToOthers {
  const first = others.filter((other) => mayMeet(share, other) && comesBefore(other, share));
  const pools = first.map(({ pool }) => pool ?? share.pool);
  const named = pools.filter((pool) => pool !== null);
  return named.length < pools.length ? 'every' : [...new Set(named)];
}
