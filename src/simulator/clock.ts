/** The time factor, and timers that can all be stopped at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class Clock {
  readonly timeFactor: number;
  readonly #timers = new Set<NodeJS.Timeout>();
  #stopped = false;

  constructor(timeFactor: number) {
    this.timeFactor = timeFactor;
  }

  /** Converts a duration of the carrier to real time. */
  realMs(carrierMs: number): number {
    return carrierMs / this.timeFactor;
  }

  /** Converts a real duration to the carrier's time. */
  carrierMs(realMs: number): number {
    return realMs * this.timeFactor;
  }

  at(dueAtMs: number, act: () => void): void {
    if (this.#stopped) return;
    const waitMs = Math.min(Math.max(0, dueAtMs - Date.now()), LONGEST_TIMER_MS);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (dueAtMs - Date.now() > LONGEST_TIMER_MS) this.at(dueAtMs, act);
      else act();
    }, waitMs);
    this.#timers.add(timer);
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
