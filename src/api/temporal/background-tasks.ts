import type { FastifyBaseLogger } from 'fastify';

/**
 * Runs tasks after the store's commit that signal changes to Temporal. They may fail, because the sweep does the same
 * from the store. No request waits for them, but a shutdown does.
 */
export class BackgroundTasks {
  readonly #log: FastifyBaseLogger;
  readonly #underWay = new Set<Promise<void>>();

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  run(what: string, task: () => Promise<unknown>): void {
    const running = this.#attempt(what, task).finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #attempt(what: string, task: () => Promise<unknown>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#log.warn({ err: error }, `${what} failed; the sweep makes up for it`);
    }
  }
}
