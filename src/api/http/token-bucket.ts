/** Allows `burst` at once, and `perSecond` after that. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  #left: number;
  #atMs = 0;

  constructor({ burst, perSecond }: { burst: number; perSecond: number }) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#left = burst;
  }

  take(nowMs: number): boolean {
    // A clock that was set back gives nothing, and takes nothing away.
    const gained = (Math.max(0, nowMs - this.#atMs) * this.#perSecond) / 1_000;
    this.#left = Math.min(this.#burst, this.#left + gained);
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
