/** Ends the waits of dispatchers in the same process when an agent is freed. */
export class Notifier {
  readonly #waiting = new Set<() => void>();

  notify(): void {
    for (const wake of this.#waiting) wake();
  }

  /**
   * Waits for the next `notify`, but at most `atMostMs`. Earlier notifications do not count.
   * @throws the signal's reason if it aborts
   */
  async wait(atMostMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
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
