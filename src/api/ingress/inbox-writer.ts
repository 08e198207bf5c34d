import type { AppendOutcome, InboxEvent, InboxStore } from '../../store/calls/inbox-store.ts';

/** More events waiting than this means that the store does not keep up: the carrier has to send them again later. */
const MOST_WAITING = 2_000;

export class InboxOverloaded extends Error {
  override readonly name = 'InboxOverloaded';
}

/** Appends events to the inbox, with a bound on those that wait for their commit. The store shares commits. */
export class InboxWriter {
  readonly #store: Pick<InboxStore, 'appendEvent'>;
  #waiting = 0;

  constructor(store: Pick<InboxStore, 'appendEvent'>) {
    this.#store = store;
  }

  /** @throws InboxOverloaded, or the store's error; in both cases nothing was stored. */
  async append(event: InboxEvent): Promise<AppendOutcome> {
    if (this.#waiting >= MOST_WAITING) throw new InboxOverloaded();
    this.#waiting += 1;
    try {
      return await this.#store.appendEvent(event);
    } finally {
      this.#waiting -= 1;
    }
  }
}
