/**
 * The clock of a database server, which all processes follow: what is decided by time must be decided by one clock. Between
 * two measurements it goes on with the monotonic clock of this process, so a clock of this machine that is wrong, or is set,
 * changes nothing.
 */
export interface ClockReading {
  /** Instants of the monotonic clock: before the question was sent, and after the answer had come. */
  askedAtMs: number;
  answeredAtMs: number;
  /** What the server's clock showed in between, in epoch milliseconds. */
  serverMs: number;
}

export class ServerClock {
  readonly #monotonicMs: () => number;
  /** The server's clock minus the monotonic clock; undefined: not measured yet. */
  #aheadMs: number | undefined;

  constructor(monotonicMs = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
  }

  /**
   * The server's clock was read after the question was sent and before the answer came, which bounds the difference. It is
   * changed by no more than the bounds demand, so that slow answers do not make the clock jump.
   */
  note({ askedAtMs, answeredAtMs, serverMs }: ClockReading): void {
    const leastMs = serverMs - answeredAtMs;
    const mostMs = serverMs - askedAtMs;
    const knownMs = this.#aheadMs ?? (leastMs + mostMs) / 2;
    this.#aheadMs = Math.min(mostMs, Math.max(leastMs, knownMs));
  }

  /** Epoch milliseconds, without fractions; before the first measurement, those of this machine. */
  nowMs(): number {
    if (this.#aheadMs === undefined) return Date.now();
    return Math.floor(this.#monotonicMs() + this.#aheadMs);
  }
}
