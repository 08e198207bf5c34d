/** Budgets: what was spent and reserved when a call was decided, and what calls that were live then must have reserved. */
import { add, compare, parseDecimal, show, ZERO, type Decimal } from '../../limits/decimal.ts';
import type { Sums } from '../decision-lines.ts';
import { millis, type Graces, type Judged, type Rule } from '../rule.ts';

interface Reserve {
  fromMs: number;
  toMs: number;
  amount: Decimal;
}

const TAKEN = ['intent', 'accepted', 'unknown'];

export class Budgets implements Rule {
  readonly id = 'BUDGET';
  readonly rule = 'what is spent and reserved, with the call’s reserve, stays within the budget';
  readonly #reserves = new Map<string, Reserve[]>();
  readonly #graceMs: number;

  constructor({ graceMs }: Graces) {
    this.#graceMs = graceMs;
  }

  judge(judged: Judged): string[] | undefined {
    const { line, record, policy, decidedMs, intentMs } = judged;
    const { budget } = policy;
    const live = (this.#reserves.get(line.campaign) ?? []).filter(
      ({ toMs }) => toMs > decidedMs - 60_000,
    );
    this.#reserves.set(line.campaign, live);
    if (budget === null)
      return record.budget === null ? undefined : ['it has a budget, and the policy has none'];
    if (record.budget === null) return ['it was decided without the budget of the policy'];
    const { reserve, total, day } = record.budget;
    const faults = [
      ...differs('reserve', reserve, budget.reserve_per_call),
      ...differs('total budget', total.cap, budget.total),
      ...differs('budget of a day', day.cap, budget.per_day),
      ...exceeds('total budget', total, reserve),
      ...exceeds(`budget of ${day.date}`, day, reserve),
    ];
    const held = live
      .filter(
        ({ fromMs, toMs }) =>
          fromMs < decidedMs - this.#graceMs && toMs > decidedMs + this.#graceMs,
      )
      .reduce((sum, { amount }) => add(sum, amount), ZERO);
    if (compare(held, decimal(total.reserved)) > 0)
      faults.push(
        `${total.reserved} is said to be reserved, and the calls that were live then reserve ${show(held)}`,
      );
    const { state, at } = line.outcome;
    const end = TAKEN.includes(state) ? line.call.ended_at : at;
    const toMs = end === null ? Infinity : millis(end);
    live.push({ fromMs: intentMs, toMs, amount: decimal(reserve) });
    return faults;
  }
}

function decimal(text: string): Decimal {
  const found = parseDecimal(text);
  if (!found) throw new RangeError(`${text} is no amount`);
  return found;
}

const differs = (what: string, said: string | null, policy: string | null): string[] =>
  said === policy
    ? []
    : [`its ${what} is ${said ?? 'none'}, and the policy’s is ${policy ?? 'none'}`];

function exceeds(what: string, { cap, spent, reserved }: Sums, reserve: string): string[] {
  if (cap === null) return [];
  const sum = add(add(decimal(spent), decimal(reserved)), decimal(reserve));
  if (compare(sum, decimal(cap)) <= 0) return [];
  return [
    `${spent} spent, ${reserved} reserved and ${reserve} for this call are ${show(sum)}, and the ${what} is ${cap}`,
  ];
}
