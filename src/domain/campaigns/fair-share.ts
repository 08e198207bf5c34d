/**
 * Whose turn it is when several campaigns want the same agents. The higher priority comes first; within one,
 * each call moves a campaign's `pass` on by 1/weight, and the one furthest behind is next (stride scheduling),
 * so that of any two that want on the calls stand as the weights, but for one call.
 */
export interface FairShare {
  /** Order of creation: breaks ties. */
  serial: number;
  priority: number;
  /** Above 0. */
  weight: number;
  /** Calls so far, divided by the weights they were made under. */
  pass: number;
  /** The one pool its agents come from; null: any. */
  pool: string | null;
}

const strideOf = ({ weight }: FairShare): number => 1 / weight;

/** Whether `one` comes before `other`. */
export function comesBefore(one: FairShare, other: FairShare): boolean {
  if (one.priority !== other.priority) return one.priority > other.priority;
  if (one.pass !== other.pass) return one.pass < other.pass;
  return one.serial < other.serial;
}

/** `sharer` after one more call. */
export const afterCall = (sharer: FairShare): FairShare => ({
  ...sharer,
  pass: sharer.pass + strideOf(sharer),
});

const mayMeet = (one: FairShare, other: FairShare): boolean =>
  one.pool === null || other.pool === null || one.pool === other.pool;

/**
 * `sharer` as it begins to want again: level with those who wanted meanwhile, so that a quiet time is followed
 * by no burst, and what it had alone costs it no more than one call.
 */
export function rejoining(sharer: FairShare, others: readonly FairShare[]): FairShare {
  const passes = others
    .filter((other) => other.priority === sharer.priority && mayMeet(sharer, other))
    .map(({ pass }) => pass);
  if (passes.length === 0) return sharer;
  const level = Math.min(...passes);
  const pass = Math.min(Math.max(sharer.pass, level), level + strideOf(sharer));
  return { ...sharer, pass };
}

/** The pools whose agents are for others first; `every` where one of those takes agents of any. */
export type LeftToOthers = 'every' | readonly string[];

export function leftToOthers(sharer: FairShare, others: readonly FairShare[]): LeftToOthers {
  const first = others.filter((other) => mayMeet(sharer, other) && comesBefore(other, sharer));
  const pools = first.map(({ pool }) => pool ?? sharer.pool);
  const named = pools.filter((pool) => pool !== null);
  return named.length < pools.length ? 'every' : [...new Set(named)];
}
