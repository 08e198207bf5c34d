import type { AppendOutcome, InboxEvent, InboxStore } from '../../store/calls/inbox-store.ts';

/** If more events wait, the store is too slow, and the carrier has to send further events again later. */
const MOST_WAITING = 2_000;

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

/** Appends events to the inbox, with a bound on those that wait for their commit. The store shares commits. */
export class InboxWriter {
  readonly #store: Pick<InboxStore, 'appendEvent'>;
  readonly #bound = new WriteBound(MOST_WAITING);

  constructor(store: Pick<InboxStore, 'appendEvent'>) {
    this.#store = store;
  }

  /** @throws InboxOverloaded, or the store's error; in both cases nothing was stored. */
  append(event: InboxEvent): Promise<AppendOutcome> {
    return this.#bound.run(() => this.#store.appendEvent(event));
  }
}
