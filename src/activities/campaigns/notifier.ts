/** Ends the waits of dispatchers in the same process when there may be something to dial. */
export class Notifier {
  readonly #waiting = new Set<() => void>();
  #count = 0;

  notify(): void {
    this.#count++;
    for (const wake of this.#waiting) wake();
  }

  /** Notifications so far, for `wait`. */
  get count(): number {
    return this.#count;
  }

  /**
   * Waits for the first notification after `since`, but at most `atMostMs`.
   * @throws the signal's reason if it aborts
   */
  async wait(since: number, atMostMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#count !== since) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => reject(signal.reason as Error);
    const timer = setTimeout(resolve, atMostMs);
    signal.addEventListener('abort', leave);
    this.#waiting.add(resolve);
    try {
      await promise;
    } finally {
      this.#waiting.delete(resolve);
      signal.removeEventListener('abort', leave);
      clearTimeout(timer);
    }
  }
}
