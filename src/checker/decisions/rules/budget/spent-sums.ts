/** What a campaign had spent at an instant, by the costs in the file. */
import { add, compare, parseDecimal, ZERO, type Decimal } from '../../../limits/decimal.ts';

interface Cost {
  atMs: number;
  cost: Decimal;
}

interface Known {
  /** On which the call's money counts. */
  day: string;
  costs: Cost[];
}

/** Costs that were written shortly before or after an instant may have counted then or not. */
export interface Bounds {
  least: Decimal;
  most: Decimal;
}

/** Decisions of a file are not quite in the order of time. */
const OUT_OF_ORDER_MS = 60_000;

export class SpentSums {
  /** Costs that do not change any more, by day. */
  readonly #days = new Map<string, Decimal>();
  #ever = ZERO;
  readonly #pending = new Map<string, Known>();

  /** The last placement of a call decides on its day. */
  note(ref: string, known: Known): void {
    if (known.costs.length > 0) this.#pending.set(ref, known);
  }

  /** @param day null: on all days */
  at(day: string | null, atMs: number, waitMs: number): Bounds {
    this.#settle(atMs - OUT_OF_ORDER_MS);
    const settled = day === null ? this.#ever : (this.#days.get(day) ?? ZERO);
    let [least, most] = [settled, settled];
    for (const known of this.#pending.values()) {
      if (day !== null && known.day !== day) continue;
      const values = valuesOf(known.costs, atMs - waitMs, atMs + waitMs);
      least = add(least, values[0]!);
      most = add(most, values.at(-1)!);
    }
    return { least, most };
  }

  #settle(beforeMs: number): void {
    for (const [ref, { day, costs }] of this.#pending) {
      const last = costs.at(-1)!;
      if (last.atMs >= beforeMs) continue;
      this.#ever = add(this.#ever, last.cost);
      this.#days.set(day, add(this.#days.get(day) ?? ZERO, last.cost));
      this.#pending.delete(ref);
    }
  }
}

/** What the call may have cost in that time, the least first. */
function valuesOf(costs: readonly Cost[], fromMs: number, toMs: number): Decimal[] {
  const before = costs.findLast(({ atMs }) => atMs <= fromMs)?.cost ?? ZERO;
  const within = costs.filter(({ atMs }) => atMs > fromMs && atMs <= toMs);
  return [before, ...within.map(({ cost }) => cost)].toSorted(compare);
}

/** Budgets count a cost below 0 as 0. */
export function countedCost(text: string): Decimal {
  const cost = parseDecimal(text);
  if (!cost) throw new RangeError(`${text} is no amount`);
  return cost.units < 0n ? ZERO : cost;
}
