/**
 * One stream of server-sent events: first what the reader missed, read page by page as fast as it reads, then what the
 * feed brings. A reader that is too slow is cut off; it goes on with `Last-Event-ID`.
 */
import { Readable } from 'node:stream';
import { eventId, passesFilter, type EventFilter } from '../../domain/events/event.ts';
import type { EventStore, OutboxEvent } from '../../store/events/event-store.ts';
import type { EventFeed } from './event-feed.ts';
import { eventView } from './event-view.ts';

const PER_PAGE = 100;
/** What waits for a reader while new events arrive. */
const MOST_BUFFERED_BYTES = 1_000_000;
const HEARTBEAT_MS = 15_000;
/** Told to the reader: how long it waits before it connects again. */
const RECONNECT_MS = 2_000;

interface Deps {
  store: Pick<EventStore, 'outbox' | 'outboxSpan'>;
  feed: EventFeed;
  heartbeatMs?: number;
  mostBufferedBytes?: number;
}

export class EventStream extends Readable {
  readonly #deps: Deps;
  readonly #filter: EventFilter;
  readonly #heartbeat: NodeJS.Timeout;
  #unfollow: () => void = () => undefined;
  #wanted = Promise.withResolvers<void>();
  #wasRead = true;
  #sentTo = 0;

  constructor(deps: Deps, filter: EventFilter) {
    super();
    this.#deps = deps;
    this.#filter = filter;
    this.#heartbeat = setInterval(() => this.#beat(), deps.heartbeatMs ?? HEARTBEAT_MS);
    this.push(`retry: ${RECONNECT_MS}\n\n`);
  }

  /**
   * Finds where to begin. What happens after this settles will be sent.
   * @param after serial of the last event that the reader has; undefined: it wants new ones only
   */
  async open(after: number | undefined): Promise<void> {
    const release = await this.#deps.feed.use();
    this.once('close', release);
    this.#sentTo = await this.#start(after);
  }

  /** Sends what the reader missed, then what is new. Call it once, after `open`. */
  async run(): Promise<void> {
    const { feed } = this.#deps;
    try {
      for (let upTo = feed.head; this.#sentTo < upTo; upTo = feed.head) {
        await this.#sendMissed(this.#sentTo, upTo);
        this.#sentTo = upTo;
      }
      // In the same turn as the comparison above, so no event comes in between.
      if (!this.destroyed) this.#unfollow = feed.follow((events) => this.#sendNew(events));
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** The reader is told to connect again. */
  close(): void {
    if (!this.destroyed && !this.readableEnded) this.push(null);
  }

  override _read(): void {
    this.#wasRead = true;
    this.#wanted.resolve();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearInterval(this.#heartbeat);
    this.#unfollow();
    this.#wanted.resolve();
    callback(error);
  }

  /** Where to begin. A reader whose last event is unknown here is told that it may have missed some. */
  async #start(after: number | undefined): Promise<number> {
    const { head } = this.#deps.feed;
    if (after === undefined) return head;
    const { prunedTo } = await this.#deps.store.outboxSpan();
    if (after >= prunedTo && after <= head) return after;
    const from = after < prunedTo ? prunedTo : head;
    const data = JSON.stringify({
      type: 'events.lost',
      after: eventId(after),
      from: eventId(from),
    });
    this.push(`id: ${eventId(from)}\nevent: events.lost\ndata: ${data}\n\n`);
    return from;
  }

  async #sendMissed(after: number, upTo: number): Promise<void> {
    let from: number | undefined = after;
    while (from !== undefined && !this.destroyed) {
      const { agentId: _, ...filter } = this.#filter;
      const input = { ...filter, order: 'asc', after: from } as const;
      const { items, next } = await this.#deps.store.outbox(input, { limit: PER_PAGE });
      const old = items.filter(({ serial }) => serial <= upTo);
      const missed = old.filter((event) => passesFilter(this.#filter, event));
      from = next === undefined || old.length < items.length ? undefined : items.at(-1)!.serial;
      await this.#sendWhenRead(missed);
    }
  }

  async #sendWhenRead(events: readonly OutboxEvent[]): Promise<void> {
    if (events.length === 0 || this.destroyed) return;
    this.#wanted = Promise.withResolvers();
    if (!this.push(events.map(textOf).join(''))) await this.#wanted.promise;
  }

  #sendNew(events: readonly OutboxEvent[]): void {
    if (this.readableEnded || this.destroyed) return;
    const texts = events.filter((event) => passesFilter(this.#filter, event)).map(textOf);
    if (texts.length === 0) return;
    this.push(texts.join(''));
    if (this.readableLength > (this.#deps.mostBufferedBytes ?? MOST_BUFFERED_BYTES)) this.destroy();
  }

  /** A comment, so that proxies keep the connection. A reader that took nothing since the last one is cut off. */
  #beat(): void {
    if (!this.#wasRead && this.readableLength > 0) {
      this.destroy();
      return;
    }
    this.#wasRead = false;
    if (this.readableLength === 0) this.push(': heartbeat\n\n');
  }
}

function textOf(event: OutboxEvent): string {
  const view = eventView(event);
  return `id: ${view.id}\nevent: ${view.type}\ndata: ${JSON.stringify(view)}\n\n`;
}
