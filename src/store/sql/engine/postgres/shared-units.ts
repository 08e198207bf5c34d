import { isLocked, StoreUnavailable } from '../../../faults.ts';
import type { Tx } from '../tx.ts';

type Work<Result = unknown> = (tx: Tx) => Promise<Result>;

export interface SharedUnitsOptions {
  /** Transactions of several units that are under way at once. */
  groups: number;
  /** How long a unit may wait for its group. */
  waitMs: number;
  /** Runs a group in one transaction, which does not wait for long for a row that somebody else has locked. */
  together: (work: Work<unknown[]>) => Promise<unknown[]>;
  /** Runs a unit that has failed so, in a transaction of its own that waits for as long as it must. */
  apart: (work: Work, error: unknown) => Promise<unknown>;
}

interface Unit {
  ref: string;
  work: Work;
  untilMs: number;
  settle: (outcome: unknown) => void;
}

/** One commit must not keep others waiting for long. */
const MOST_PER_COMMIT = 64;

/**
 * Units that each change one call. Those that are asked for while others are under way share a transaction: one BEGIN, one
 * COMMIT and one flush, and their statements leave together. Where a group fails, each of its units runs by itself.
 */
export class SharedUnits {
  readonly #options: SharedUnitsOptions;
  #waiting: Unit[] = [];
  /** Calls whose unit is under way. The next one of such a call waits, and so sees what that one has changed. */
  readonly #refs = new Set<string>();
  #groups = 0;

  constructor(options: SharedUnitsOptions) {
    this.#options = options;
  }

  write<Result>(ref: string, work: Work<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<Result>();
    const untilMs = performance.now() + this.#options.waitMs;
    this.#waiting.push({ ref, work, untilMs, settle: resolve as Unit['settle'] });
    this.#start();
    return promise;
  }

  #start(): void {
    while (this.#groups < this.#options.groups) {
      const units = this.#taken();
      if (units.length === 0) return;
      this.#groups += 1;
      void this.#run(units).finally(() => {
        this.#groups -= 1;
        this.#start();
      });
    }
  }

  /** The oldest ones of different calls, in the order in which they lock them. What has waited for too long fails. */
  #taken(): Unit[] {
    const taken: Unit[] = [];
    const left: Unit[] = [];
    const nowMs = performance.now();
    for (const unit of this.#waiting) {
      if (nowMs > unit.untilMs) {
        unit.settle(Promise.reject(new StoreUnavailable('timeout')));
        continue;
      }
      const fits = taken.length < MOST_PER_COMMIT && !this.#refs.has(unit.ref);
      (fits ? taken : left).push(unit);
      if (fits) this.#refs.add(unit.ref);
    }
    this.#waiting = left;
    return taken.toSorted((one, other) => (one.ref < other.ref ? -1 : 1));
  }

  /** Where several fail, each is tried by itself, so that only what is to blame waits, or fails. */
  async #run(units: readonly Unit[]): Promise<void> {
    const { together, apart } = this.#options;
    try {
      const results = await together((tx) => Promise.all(units.map(({ work }) => work(tx))));
      for (const [index, unit] of units.entries()) this.#end(unit, results[index]);
    } catch (error) {
      const isAway = error instanceof StoreUnavailable && !isLocked(error);
      if (isAway) for (const unit of units) this.#end(unit, Promise.reject(error));
      else if (units.length > 1) await Promise.all(units.map((unit) => this.#run([unit])));
      else void this.#endAfter(units[0]!, apart(units[0]!.work, error));
    }
  }

  async #endAfter(unit: Unit, outcome: Promise<unknown>): Promise<void> {
    await outcome.catch(() => undefined);
    this.#end(unit, outcome);
    this.#start();
  }

  #end({ ref, settle }: Unit, outcome: unknown): void {
    this.#refs.delete(ref);
    settle(outcome);
  }
}
