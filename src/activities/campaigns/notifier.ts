/** Ends the waits of dispatchers in the same process, because an agent was freed. */
export class Notifier {
  readonly #waiting = new Set<() => void>();

  notify(): void {
    for (const wake of this.#waiting) wake();
  }

  /**
   * Waits for the next `notify`, at most so long. An earlier one does not count.
   * @throws the signal's reason, when it aborts
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
