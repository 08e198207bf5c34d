/** What a campaign may spend. Amounts are in the carrier's currency, in scaled units (`domain/money`). */
import { parseMoney } from '../money.ts';
import type { BudgetPolicy } from './policy.ts';

export interface Budget {
  total: bigint | null;
  /** For one day in the campaign's zone. */
  perDay: bigint | null;
  /** Reserved for each call from its POST until its cost is known. */
  reservePerCall: bigint;
  /** Share of a cap at which an alert is raised, from 0 to 1. */
  alertAt: number;
}

export interface Spending {
  /** The sum of known costs. */
  spent: bigint;
  /** Reserved for calls whose cost is not known yet. */
  reserved: bigint;
}

export type BudgetVerdict =
  | { kind: 'open'; alert: boolean }
  /** One more call might exceed the cap. */
  | { kind: 'closed'; cap: BudgetCap };

export type BudgetCap = 'total' | 'per-day';

/** The campaign's budget in units. An unreadable amount counts as 0. */
export function budgetOf(budget: BudgetPolicy): Budget {
  const units = (text: string | null) => (text === null ? null : (parseMoney(text) ?? 0n));
  return {
    total: units(budget.total),
    perDay: units(budget.perDay),
    reservePerCall: units(budget.reservePerCall) ?? 0n,
    alertAt: budget.alertAt,
  };
}

/** Whether one more call fits. Final costs may exceed the cap only by what the live calls cost above their reserve. */
export function askBudget(budget: Budget, ever: Spending, today: Spending): BudgetVerdict {
  if (!fits(budget.total, ever, budget.reservePerCall)) return { kind: 'closed', cap: 'total' };
  if (!fits(budget.perDay, today, budget.reservePerCall)) return { kind: 'closed', cap: 'per-day' };
  return { kind: 'open', alert: capsNeared(budget, ever, today).length > 0 };
}

/** The caps whose alert is due, by what is spent and reserved. */
export function capsNeared(budget: Budget, ever: Spending, today: Spending): BudgetCap[] {
  const caps: BudgetCap[] = [];
  if (nears(budget.total, ever, budget)) caps.push('total');
  if (nears(budget.perDay, today, budget)) caps.push('per-day');
  return caps;
}

/**
 * The part of a cost that counts against a budget. A negative cost, a refund or a fault of the carrier's, counts as 0,
 * so that it does not allow calls that the budget does not cover.
 */
export const countedCost = (cost: bigint): bigint => (cost < 0n ? 0n : cost);

const held = ({ spent, reserved }: Spending): bigint => spent + reserved;

function fits(cap: bigint | null, spending: Spending, more: bigint): boolean {
  return cap === null || held(spending) + more <= cap;
}

/** The larger share of its caps that is spent or reserved: 1 where a cap is reached. A cap of 0 counts as reached. */
export function budgetUsed({ total, perDay }: Budget, ever: Spending, today: Spending): number {
  const share = (cap: bigint | null, spending: Spending) => {
    if (cap === null) return 0;
    return cap === 0n ? 1 : Number((held(spending) * 10_000n) / cap) / 10_000;
  };
  return Math.max(share(total, ever), share(perDay, today));
}

/** Computed in thousandths, so that no amount is a float. */
function nears(cap: bigint | null, spending: Spending, { alertAt }: Budget): boolean {
  return cap !== null && held(spending) * 1_000n >= cap * BigInt(Math.round(alertAt * 1_000));
}
