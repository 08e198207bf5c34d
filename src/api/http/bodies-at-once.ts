/**
 * How many bodies may be on their way at once under one token: whoever has seen a URL can hold so many, and no more.
 * Past it the oldest is given up once it has had its time: a genuine body comes within milliseconds.
 */
export class BodiesAtOnce {
  readonly #most: number;
  readonly #graceMs: number;
  /** By token; with when each began. */
  readonly #underWay = new Map<string, Map<AbortController, number>>();

  constructor(most: number, graceMs: number) {
    this.#most = most;
    this.#graceMs = graceMs;
  }

  async during<Result>(
    token: string,
    read: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const alike = this.#underWay.get(token) ?? new Map<AbortController, number>();
    this.#underWay.set(token, alike);
    const own = new AbortController();
    const nowMs = performance.now();
    alike.set(own, nowMs);
    if (alike.size > this.#most) {
      const [oldest] = alike;
      if (oldest && nowMs - oldest[1] >= this.#graceMs) oldest[0].abort();
    }
    try {
      return await read(own.signal);
    } finally {
      alike.delete(own);
      if (alike.size === 0) this.#underWay.delete(token);
    }
  }
}
