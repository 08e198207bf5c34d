import {
  askBudget,
  budgetOf,
  type Budget,
  type BudgetVerdict,
  type Spending,
} from '../../../campaigns/budget.ts';
import type { CampaignPlan } from '../../planned-contact.ts';
import { dateOf, localTimeAt } from '../../../zone.ts';

/** The reserve of one call, and the day on which it counts. */
export interface Reserved {
  day: number;
  units: bigint;
}

const NOTHING: Spending = { spent: 0n, reserved: 0n };

/** The campaign's spending in virtual time. */
export class VirtualMoney {
  readonly #budget: Budget | null;
  readonly #zone: string;
  readonly #today: CampaignPlan['today'];
  readonly #days = new Map<number, Spending>();
  #ever: Spending;

  constructor({ policy, spending, today }: CampaignPlan) {
    this.#budget = policy.budget === null ? null : budgetOf(policy.budget);
    this.#zone = policy.zone;
    this.#today = today;
    this.#ever = spending;
  }

  /** Spent and reserved so far. */
  get ever(): Spending {
    return this.#ever;
  }

  ask(nowMs: number): BudgetVerdict {
    if (this.#budget === null) return { kind: 'open', alert: false };
    return askBudget(this.#budget, this.#ever, this.#on(this.#dayAt(nowMs)));
  }

  reservePerCall(): bigint {
    return this.#budget?.reservePerCall ?? 0n;
  }

  reserve(nowMs: number): Reserved {
    const reserved = { day: this.#dayAt(nowMs), units: this.reservePerCall() };
    this.#move(reserved.day, { spent: 0n, reserved: reserved.units });
    return reserved;
  }

  /** Replaces the reserve by the bill. */
  settle({ day, units }: Reserved, cost: bigint): void {
    this.#move(day, { spent: cost, reserved: -units });
  }

  #dayAt(nowMs: number): number {
    return localTimeAt(this.#zone, nowMs).day;
  }

  #on(day: number): Spending {
    const known = this.#days.get(day);
    if (known) return known;
    return dateOf(day) === this.#today.day ? this.#today : NOTHING;
  }

  #move(day: number, by: Spending): void {
    this.#days.set(day, sum(this.#on(day), by));
    this.#ever = sum(this.#ever, by);
  }
}

const sum = (one: Spending, other: Spending): Spending => ({
  spent: one.spent + other.spent,
  reserved: one.reserved + other.reserved,
});
