/** What a campaign may cost, estimated before it starts. Scaled units throughout. */
import { budgetOf } from '../../campaigns/budget.ts';
import type { CampaignPlan } from '../planned-contact.ts';
import type { PreflightTally } from './preflight.ts';

/** What one call costs, and where the price comes from. */
export interface CallPrice {
  low: bigint;
  high: bigint;
  from: 'request' | 'settled-calls' | 'budget';
}

export interface CostRange {
  price: CallPrice;
  /** Every contact that will be dialled is called once, at the low price. */
  low: bigint;
  /** Every attempt that the rules allow is made, at the high price; no more than the budget leaves. */
  high: bigint;
  /** The budget ends the campaign before that. */
  budgetEndsIt: boolean;
}

/** The price to use: the one asked for, else what calls have cost, else what the budget sets aside; null: not known. */
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
