/** What a campaign may spend. Amounts in units of the carrier's currency, scaled as `domain/money`. */
import { parseMoney } from '../money.ts';
import type { BudgetPolicy } from './policy.ts';

export interface Budget {
  total: bigint | null;
  /** On one day of the campaign's zone. */
  perDay: bigint | null;
  /** Kept aside for each call from its POST until its cost is known. */
  reservePerCall: bigint;
  /** Share of a cap at which an alert is raised, from 0 to 1. */
  alertAt: number;
}

export interface Spending {
  /** Costs that are known. */
  spent: bigint;
  /** Set aside for calls whose cost is not known yet. */
  reserved: bigint;
}

export type BudgetVerdict =
  | { kind: 'open'; alert: boolean }
  /** One more call might pass the cap. */
  | { kind: 'closed'; cap: BudgetCap };

export type BudgetCap = 'total' | 'per-day';

/** The campaign's budget in units; amounts that cannot be read count as nothing. */
export function budgetOf(budget: BudgetPolicy): Budget {
  const units = (text: string | null) => (text === null ? null : (parseMoney(text) ?? 0n));
  return {
    total: units(budget.total),
    perDay: units(budget.perDay),
    reservePerCall: units(budget.reservePerCall) ?? 0n,
    alertAt: budget.alertAt,
  };
}

/** Whether one more call fits. What its final cost overshoots is bounded by the calls in flight. */
export function askBudget(budget: Budget, ever: Spending, today: Spending): BudgetVerdict {
  if (!fits(budget.total, ever, budget.reservePerCall)) return { kind: 'closed', cap: 'total' };
  if (!fits(budget.perDay, today, budget.reservePerCall)) return { kind: 'closed', cap: 'per-day' };
  return { kind: 'open', alert: capsNeared(budget, ever, today).length > 0 };
}

/** The caps of which so much is spent or set aside that somebody wants to know. */
export function capsNeared(budget: Budget, ever: Spending, today: Spending): BudgetCap[] {
  const caps: BudgetCap[] = [];
  if (nears(budget.total, ever, budget)) caps.push('total');
  if (nears(budget.perDay, today, budget)) caps.push('per-day');
  return caps;
}

/**
 * What a cost counts against a budget. A negative one, a refund or a fault of the carrier's, counts as nothing:
 * it must not let calls go that the budget does not cover.
 */
export const countedCost = (cost: bigint): bigint => (cost < 0n ? 0n : cost);

const held = ({ spent, reserved }: Spending): bigint => spent + reserved;

function fits(cap: bigint | null, spending: Spending, more: bigint): boolean {
  return cap === null || held(spending) + more <= cap;
}

/** In thousandths, so that no amount is ever a float. */
function nears(cap: bigint | null, spending: Spending, { alertAt }: Budget): boolean {
  return cap !== null && held(spending) * 1_000n >= cap * BigInt(Math.round(alertAt * 1_000));
}
