/** Budgets: what was spent and reserved when a call was decided, and what calls that were live then must have reserved. */
import { add, compare, parseDecimal, show, ZERO, type Decimal } from '../../../limits/decimal.ts';
import { localTime } from '../../../limits/local-time.ts';
import type { DecisionLine, FileLine, Sums } from '../../decision-lines.ts';
import { countedCost, SpentSums, type Bounds } from './spent-sums.ts';
import { millis, millisOr, type Graces, type Judged, type Rule } from '../../rule.ts';

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
  readonly #spent = new Map<string, SpentSums>();
  /** Else costs of calls before its time are not in the file. */
  #beginsAtFirst = false;
  readonly #graceMs: number;
  /** A unit may wait for the database so long after the instant of its decision or cost. */
  readonly #waitMs: number;

  constructor({ graceMs, claimGraceMs }: Graces) {
    this.#graceMs = graceMs;
    this.#waitMs = claimGraceMs;
  }

  take(line: FileLine): void {
    if (line.type === 'decisions') this.#beginsAtFirst = line.from === null;
  }

  judge(judged: Judged): string[] | undefined {
    const { line, policy, intentMs, ref } = judged;
    const spent = this.#spent.get(line.campaign) ?? new SpentSums();
    this.#spent.set(line.campaign, spent);
    const faults = this.#faults(judged, spent);
    const { date: day } = localTime(policy.zone, intentMs);
    const costs = line.call.costs.map(({ at, cost }) => ({
      atMs: millis(at),
      cost: countedCost(cost),
    }));
    spent.note(ref, { day, costs });
    return faults;
  }

  #faults(judged: Judged, spent: SpentSums): string[] | undefined {
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
      ...(this.#beginsAtFirst
        ? [
            ...unexplained(total.spent, spent.at(null, decidedMs, this.#waitMs), ''),
            ...unexplained(
              day.spent,
              spent.at(day.date, decidedMs, this.#waitMs),
              ` on ${day.date}`,
            ),
          ]
        : []),
    ];
    const { date } = localTime(policy.zone, decidedMs);
    if (date !== day.date)
      faults.push(`its budget is that of ${day.date}, and it was decided on ${date}`);
    const held = live
      .filter(
        ({ fromMs, toMs }) => fromMs < decidedMs - this.#graceMs && toMs > decidedMs + this.#waitMs,
      )
      .reduce((sum, { amount }) => add(sum, amount), ZERO);
    if (compare(held, decimal(total.reserved)) > 0)
      faults.push(
        `${total.reserved} is said to be reserved, and the calls that were live then reserve ${show(held)}`,
      );
    live.push({ fromMs: intentMs, toMs: heldUntil(line), amount: decimal(reserve) });
    return faults;
  }
}

const NOT_PLACED = ['refused', 'not-dialled'];

/** The reserve is surely held until then: until the cost is known, and of a call without a cost at least to its end. */
function heldUntil({ outcome, call }: DecisionLine): number {
  const { state, at } = outcome;
  if (!TAKEN.includes(state)) return millisOr(at, Infinity);
  const [first] = call.costs;
  if (first) return millis(first.at);
  const isExpected = call.settlement === 'open' && !NOT_PLACED.includes(call.disposition ?? '');
  return isExpected ? Infinity : millisOr(call.ended_at, Infinity);
}

function unexplained(said: string, { least, most }: Bounds, when: string): string[] {
  const sum = decimal(said);
  if (compare(sum, least) >= 0 && compare(sum, most) <= 0) return [];
  const costs = compare(least, most) === 0 ? show(least) : `${show(least)} to ${show(most)}`;
  return [
    `${said} is said to be spent${when}, and the costs in the file that were known then are ${costs}`,
  ];
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
