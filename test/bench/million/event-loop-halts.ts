/** How long an event loop was held, from ticks that a timer should make at even intervals. */
export interface Halts {
  /** The longest time for which the loop ran nothing else, without the timer's own interval. */
  longestMs: number;
  /** The most processor time that the loop's thread used between two ticks. A busy machine changes it less. */
  mostCpuMs: number;
  /** How many were longer than `GOAL_MS`. */
  overGoal: number;
}

export const GOAL_MS = 50;

export class EventLoopHalts {
  readonly #everyMs: number;
  #lastAtMs: number;
  #lastCpuMs: number;
  #seen = nothingSeen();

  constructor(everyMs: number, atMs: number, cpuMs: number) {
    this.#everyMs = everyMs;
    this.#lastAtMs = atMs;
    this.#lastCpuMs = cpuMs;
  }

  /** @param cpuMs of the loop's thread, since it began */
  tick(atMs: number, cpuMs: number): void {
    const heldMs = Math.max(0, atMs - this.#lastAtMs - this.#everyMs);
    const { longestMs, mostCpuMs, overGoal } = this.#seen;
    this.#seen = {
      longestMs: Math.max(longestMs, heldMs),
      mostCpuMs: Math.max(mostCpuMs, cpuMs - this.#lastCpuMs),
      overGoal: overGoal + (heldMs > GOAL_MS ? 1 : 0),
    };
    this.#lastAtMs = atMs;
    this.#lastCpuMs = cpuMs;
  }

  /** Since the last time that it was called. */
  take(): Halts {
    const seen = this.#seen;
    this.#seen = nothingSeen();
    return seen;
  }
}

const nothingSeen = (): Halts => ({ longestMs: 0, mostCpuMs: 0, overGoal: 0 });
