/**
 * Limits how many bodies arrive at once under one token, because anybody who has seen the URL can send slow ones.
 * Above the limit, the oldest body is given up after a grace time: a genuine body arrives within milliseconds.
 */
export class BodiesAtOnce {
  readonly #most: number;
  readonly #graceMs: number;
  /** By token, with the time at which each body began. */
  readonly #underWay = new Map<string, Map<AbortController, number>>();

  constructor(most: number, graceMs: number) {
    this.#most = most;
    this.#graceMs = graceMs;
  }

  async during<Result>(
    token: string,
    read: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const ofToken = this.#underWay.get(token) ?? new Map<AbortController, number>();
    this.#underWay.set(token, ofToken);
    const own = new AbortController();
    const nowMs = performance.now();
    ofToken.set(own, nowMs);
    if (ofToken.size > this.#most) {
      const [oldest] = ofToken;
      if (oldest && nowMs - oldest[1] >= this.#graceMs) oldest[0].abort();
    }
    try {
      return await read(own.signal);
    } finally {
      ofToken.delete(own);
      if (ofToken.size === 0) this.#underWay.delete(token);
    }
  }
}
