import type { InboxStore } from '../../store/calls/inbox-store.ts';

/** The number only decides whether all events are relayed at once, so it may be a little old. */
const COUNT_EVERY_MS = 1_000;

/** The live calls of the account, counted at most once a second, however many webhooks arrive. */
export class LiveCalls {
  readonly #store: Pick<InboxStore, 'liveCalls'>;
  readonly #nowMs: () => number;
  #last: { atMs: number; count: Promise<number> } | undefined;

  constructor(store: Pick<InboxStore, 'liveCalls'>, nowMs: () => number) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  /** Where the store cannot count, the last number counts. It never rejects, because the webhook is stored already. */
  count(): Promise<number> {
    const nowMs = this.#nowMs();
    const last = this.#last;
    if (last && Math.abs(nowMs - last.atMs) < COUNT_EVERY_MS) return last.count;
    const count = this.#store.liveCalls().catch(() => last?.count ?? 0);
    this.#last = { atMs: nowMs, count };
    return count;
  }
}
