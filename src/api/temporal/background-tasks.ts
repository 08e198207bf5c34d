import type { FastifyBaseLogger } from 'fastify';

/**
 * Runs tasks for which no request waits, but a shutdown does. Most signal changes to Temporal after the store's commit.
 * They may fail, because the sweep does the same from the store.
 */
export class BackgroundTasks {
  readonly #log: FastifyBaseLogger;
  readonly #underWay = new Set<Promise<void>>();

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  /** @param otherwise what follows if it fails */
  run(what: string, task: () => Promise<unknown>, otherwise = 'the sweep makes up for it'): void {
    const running = this.#attempt(what, task, otherwise).finally(() =>
      this.#underWay.delete(running),
    );
    this.#underWay.add(running);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #attempt(what: string, task: () => Promise<unknown>, otherwise: string): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#log.warn({ err: error }, `${what} failed; ${otherwise}`);
    }
  }
}
