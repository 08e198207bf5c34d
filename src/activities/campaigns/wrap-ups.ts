/** The wrap-ups that began in this process. What is to be done at their ends is lost with the process. */
export class WrapUps {
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #ending = new Set<Promise<void>>();

  start(ms: number, atEnd: () => Promise<void>): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        const ending = atEnd().finally(() => this.#ending.delete(ending));
        this.#ending.add(ending);
      },
      Math.max(0, ms),
    );
    this.#timers.add(timer);
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#ending);
  }
}
