/**
 * Which campaign is next when several want the same agent. Agents in the same pools are one group, because the same
 * campaigns may use them. In each group the higher priority comes first. Among equal priorities the campaigns take turns
 * (stride scheduling): each call adds 1/weight to the campaign's `pass` in the group, and the lowest `pass` is next. So
 * the calls in a group, of any two campaigns that keep wanting agents, are in proportion to their weights, within one
 * call, whatever they get in other groups.
 */
import { isInPool } from '../agents/agent.ts';

export interface FairShare {
  /** Order of creation. It breaks ties. */
  serial: number;
  priority: number;
  /** Above 0. */
  weight: number;
  passes: Passes;
  /** The only pool that its agents come from; null: any. */
  pool: string | null;
}

/** By group: the sum of 1/weight over the calls there, with the weight at the time of each call. Newest group last. */
export type Passes = Readonly<Record<string, number>>;

/** A bound for what is stored with each campaign. A group that is left out is like a new one. */
const MOST_GROUPS = 64;

const groupOf = (pools: readonly string[]): string => JSON.stringify(pools.toSorted());
const poolsOfGroup = (group: string): string[] => JSON.parse(group) as string[];

const strideOf = ({ weight }: FairShare): number => 1 / weight;

/** The campaigns of the same priority that may use agents in these pools. */
const equalsOf = (share: FairShare, others: readonly FairShare[], pools: readonly string[]) =>
  others.filter(({ priority, pool }) => priority === share.priority && isInPool({ pools }, pool));

/** The lowest pass in the group; undefined: none of them had a call there. */
function levelOf(shares: readonly FairShare[], group: string): number | undefined {
  const passes = shares.map((share) => share.passes[group]).filter((pass) => pass !== undefined);
  return passes.length === 0 ? undefined : Math.min(...passes);
}

/** Where the turns in the group stand: the pass that the campaign of the newest call had before that call. */
function startOf(shares: readonly FairShare[], group: string): number {
  const before = shares.map((share) => (share.passes[group] ?? -Infinity) - strideOf(share));
  return Math.min(Math.max(0, ...before), levelOf(shares, group) ?? 0);
}

/**
 * Whether the next call of an agent in these pools is the campaign's, which may use it.
 * @param others the other campaigns that want agents now
 */
export function isNext(
  share: FairShare,
  others: readonly FairShare[],
  pools: readonly string[],
): boolean {
  if (others.length === 0) return true;
  const group = groupOf(pools);
  return others.every(
    (other) => !isInPool({ pools }, other.pool) || compareInGroup(share, other, group) < 0,
  );
}

/** Sorts campaigns in the order in which they get the calls of an agent in these pools. */
export const compareTurns = (one: FairShare, other: FairShare, pools: readonly string[]): number =>
  compareInGroup(one, other, groupOf(pools));

/** A campaign without a call in the group comes first, for that call. */
function compareInGroup(one: FairShare, other: FairShare, group: string): number {
  if (one.priority !== other.priority) return other.priority - one.priority;
  const [pass, otherPass] = [one.passes[group] ?? -1, other.passes[group] ?? -1];
  return pass === otherPass ? one.serial - other.serial : pass - otherPass;
}

/** The campaign's share after one more call, with an agent in these pools. */
export function afterCall(
  share: FairShare,
  others: readonly FairShare[],
  pools: readonly string[],
): FairShare {
  const group = groupOf(pools);
  const { [group]: known, ...rest } = share.passes;
  const pass = known ?? startOf(equalsOf(share, others, pools), group);
  const newest = Object.entries(rest).slice(-(MOST_GROUPS - 1));
  return { ...share, passes: { ...Object.fromEntries(newest), [group]: pass + strideOf(share) } };
}

/**
 * The share of a campaign that starts to want agents again. In each group its `pass` is moved to the level of those that
 * wanted agents meanwhile. So no burst follows a quiet time, and calls that it made alone put it at most one call behind.
 */
export function rejoining(share: FairShare, others: readonly FairShare[]): FairShare {
  const passes = Object.entries(share.passes).map(([group, pass]): [string, number] => {
    const level = levelOf(equalsOf(share, others, poolsOfGroup(group)), group);
    if (level === undefined) return [group, pass];
    return [group, Math.min(Math.max(pass, level), level + strideOf(share))];
  });
  return { ...share, passes: Object.fromEntries(passes) };
}
