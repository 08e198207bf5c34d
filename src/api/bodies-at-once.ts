/**
 * How many bodies may be on their way at once under one token: whoever has seen a URL can hold so many, and no more.
 * Past it the oldest is given up, since a genuine body comes within milliseconds.
 */
export class BodiesAtOnce {
  readonly #most: number;
  readonly #underWay = new Map<string, Set<AbortController>>();

  constructor(most: number) {
    this.#most = most;
  }

  async during<Result>(
    token: string,
    read: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const alike = this.#underWay.get(token) ?? new Set();
    this.#underWay.set(token, alike);
    const own = new AbortController();
    alike.add(own);
    const [oldest] = alike;
    if (alike.size > this.#most) oldest?.abort();
    try {
      return await read(own.signal);
    } finally {
      alike.delete(own);
      if (alike.size === 0) this.#underWay.delete(token);
    }
  }
}
