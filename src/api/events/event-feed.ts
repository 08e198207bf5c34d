/** Reads new events from the store, once for all streams of this process. Other processes write events too, so it polls. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { EventStore, OutboxEvent } from '../../store/events/event-store.ts';

/** So that an agent’s page shows a call within half a second of its event. */
const POLL_EVERY_MS = 200;
const PER_PAGE = 200;

export type Follower = (events: readonly OutboxEvent[]) => void;

interface Deps {
  store: Pick<EventStore, 'outbox' | 'outboxSpan'>;
  log: FastifyBaseLogger;
}

export class EventFeed {
  readonly #deps: Deps;
  readonly #followers = new Set<Follower>();
  readonly #stopping = new AbortController();
  /** Streams that are open or being opened. Without any, nothing is read. */
  #users = 0;
  #polling: Promise<void> | undefined;
  #opening: Promise<void> | undefined;
  #head = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The last event that followers were given. All up to here are committed. */
  get head(): number {
    return this.#head;
  }

  /** Starts reading where nobody reads yet. Call the returned function at the end. */
  async use(): Promise<() => void> {
    this.#users += 1;
    try {
      this.#opening ??= this.#open();
      await this.#opening;
    } catch (error) {
      this.#users -= 1;
      this.#opening = undefined;
      throw error;
    }
    let isOpen = true;
    return () => {
      if (isOpen) this.#users -= 1;
      isOpen = false;
    };
  }

  /** Call only while in use. Every event behind `head` is given to the follower. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#polling;
  }

  async #open(): Promise<void> {
    this.#head = (await this.#deps.store.outboxSpan()).last;
    this.#polling = this.#poll();
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping;
    while (this.#users > 0 && !signal.aborted) {
      await this.#readNew().catch((error: unknown) =>
        this.#deps.log.warn(
          { err: error },
          'new events could not be read; they will be read again',
        ),
      );
      await sleep(POLL_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    // In the same turn as the comparison above: who comes later opens the feed again.
    this.#opening = undefined;
  }

  async #readNew(): Promise<void> {
    const { store } = this.#deps;
    for (;;) {
      const input = { order: 'asc', after: this.#head } as const;
      const { items, next } = await store.outbox(input, { limit: PER_PAGE });
      const last = items.at(-1);
      if (!last) return;
      this.#head = last.serial;
      for (const follower of this.#followers) follower(items);
      if (next === undefined) return;
    }
  }
}
