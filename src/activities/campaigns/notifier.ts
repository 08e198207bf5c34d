/** Tells a pump that waits in the same process that it is worth looking now. */
export class Notifier {
  readonly #listening = new Set<() => void>();

  notify(): void {
    for (const hear of this.#listening) hear();
  }

  /**
   * Until it rings, at most so long. What was rung before is not heard.
   * @throws the signal's reason, when it aborts
   */
  async wait(atMostMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => reject(signal.reason as Error);
    const timer = setTimeout(resolve, atMostMs);
    signal.addEventListener('abort', leave);
    this.#listening.add(resolve);
    try {
      await promise;
    } finally {
      this.#listening.delete(resolve);
      signal.removeEventListener('abort', leave);
      clearTimeout(timer);
    }
  }
}
