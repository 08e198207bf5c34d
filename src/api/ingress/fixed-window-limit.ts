const HOUR_MS = 3_600_000;

/** Limits a count for each hour of the clock. */
export class FixedWindowLimit {
  readonly #most: number;
  #hour = 0;
  #taken = 0;
  #refused = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Number of refusals in this hour. */
  get refused(): number {
    return this.#refused;
  }

  take(nowMs: number): boolean {
    const hour = Math.floor(nowMs / HOUR_MS);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#taken = 0;
      this.#refused = 0;
    }
    if (this.#taken >= this.#most) {
      this.#refused += 1;
      return false;
    }
    this.#taken += 1;
    return true;
  }
}
