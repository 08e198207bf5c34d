/** An estimate of what a campaign may cost, made before it starts. All amounts are in scaled units. */
import { budgetOf } from '../../campaigns/budget.ts';
import type { CampaignPlan } from '../planned-contact.ts';
import type { PreflightTally } from './preflight.ts';

/** The price of one call, and its source. */
export interface CallPrice {
  low: bigint;
  high: bigint;
  from: 'request' | 'settled-calls' | 'budget';
}

export interface CostRange {
  price: CallPrice;
  /** If every contact that will be dialled is called once, at the low price. */
  low: bigint;
  /** If every attempt that the rules allow is made, at the high price. At most what is left of the budget. */
  high: bigint;
  /** `high` is limited by the budget. */
  budgetEndsIt: boolean;
}

/** The price to use: the requested one, else what calls have cost, else the budget's reserve; null: not known. */
export function priceOf(
  { policy }: Pick<CampaignPlan, 'policy'>,
  asked: { low: bigint; high: bigint } | null,
  costs: { low: bigint; high: bigint } | null,
): CallPrice | null {
  if (asked) return { ...asked, from: 'request' };
  if (costs) return { low: costs.low, high: costs.high, from: 'settled-calls' };
  if (policy.budget === null) return null;
  return { low: 0n, high: budgetOf(policy.budget).reservePerCall, from: 'budget' };
}

export function costRange(
  { policy, spending }: CampaignPlan,
  tally: PreflightTally,
  price: CallPrice,
): CostRange {
  const low = BigInt(dialled(tally)) * price.low;
  const high = BigInt(tally.attempts) * price.high;
  const total = policy.budget === null ? null : budgetOf(policy.budget).total;
  if (total === null) return { price, low, high, budgetEndsIt: false };
  const left = total - spending.spent - spending.reserved;
  const most = left < 0n ? 0n : left;
  const within = (units: bigint) => (units < most ? units : most);
  return { price, low: within(low), high: within(high), budgetEndsIt: high > most };
}

/** Contacts that will be dialled, now or later. */
export const dialled = ({ now, later }: PreflightTally): number =>
  now + Object.values(later).reduce((sum, count) => sum + count, 0);
