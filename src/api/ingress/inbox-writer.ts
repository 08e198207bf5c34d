import type { AppendOutcome, InboxEvent, InboxStore } from '../../store/calls/inbox-store.ts';

/** More waiting than this means the store does not keep up: the carrier is asked to come again later. */
const MOST_WAITING = 2_000;
const MOST_PER_COMMIT = 256;

export class InboxOverloaded extends Error {
  override readonly name = 'InboxOverloaded';
}

interface Waiting {
  event: InboxEvent;
  kept: (outcome: AppendOutcome) => void;
  failed: (error: unknown) => void;
}

/** Makes events durable. Those that arrive in the same turn share one commit, and so one fsync. */
export class InboxWriter {
  readonly #store: Pick<InboxStore, 'appendEvents'>;
  #waiting: Waiting[] = [];
  #writing = false;

  constructor(store: Pick<InboxStore, 'appendEvents'>) {
    this.#store = store;
  }

  /** @throws InboxOverloaded, or what the store threw; in both cases nothing was kept. */
  append(event: InboxEvent): Promise<AppendOutcome> {
    if (this.#waiting.length >= MOST_WAITING) return Promise.reject(new InboxOverloaded());
    const { promise, resolve, reject } = Promise.withResolvers<AppendOutcome>();
    this.#waiting.push({ event, kept: resolve, failed: reject });
    if (!this.#writing) {
      this.#writing = true;
      setImmediate(() => void this.#writeAll());
    }
    return promise;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#write(this.#waiting.splice(0, MOST_PER_COMMIT));
    }
    this.#writing = false;
  }

  async #write(batch: Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#store.appendEvents(batch.map(({ event }) => event));
      batch.forEach(({ kept }, index) => kept(outcomes[index]!));
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }
}
