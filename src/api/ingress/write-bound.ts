/** Too many writes wait: the store is too slow, and the carrier has to send further webhooks again later. */
export class InboxOverloaded extends Error {
  override readonly name = 'InboxOverloaded';
}

/** Bounds the writes that wait for their commit, because what waits is memory. */
export class WriteBound {
  readonly #most: number;
  #waiting = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws InboxOverloaded, or the write's own error; in both cases nothing was stored. */
  async run<Result>(write: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= this.#most) throw new InboxOverloaded();
    this.#waiting += 1;
    try {
      return await write();
    } finally {
      this.#waiting -= 1;
    }
  }
}
