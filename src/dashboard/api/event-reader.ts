/** Reads the server's event stream, in the worker that all tabs share, or in the page where browsers have no such worker. */
import type { Schemas } from '../../client/client.ts';
import { EVENT_TYPES } from '../../domain/events/event.ts';

export type StreamState = 'closed' | 'connecting' | 'open';
export type StreamNews =
  | { is: 'state'; state: StreamState }
  | { is: 'event'; event: Schemas['Event'] }
  /** The server does not say why: the session may have ended. */
  | { is: 'refused' };

/** A refused stream is not tried again by the browser itself: there are as many as the server allows. */
const REOPEN_AFTER_MS = 5_000;
/** With each refusal in a row the pause doubles up to this. The poll shows everything meanwhile. */
const REOPEN_AFTER_AT_MOST_MS = 60_000;

export class EventReader {
  readonly #tell: (news: StreamNews) => void;
  #state: StreamState = 'closed';
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Since a stream was open. */
  #refusals = 0;
  /** Of the last event. The browser itself goes on behind it, except after a refusal. */
  #lastId = '';

  constructor(tell: (news: StreamNews) => void) {
    this.#tell = tell;
  }

  get state(): StreamState {
    return this.#state;
  }

  /** Goes on until `close`, over breaks and refusals. */
  open(): void {
    if (this.#state !== 'closed') return;
    this.#lastId = '';
    this.#connect();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#refusals = 0;
    this.#is('closed');
  }

  #connect(): void {
    this.#is('connecting');
    const after = this.#lastId && `?after=${encodeURIComponent(this.#lastId)}`;
    const source = new EventSource(`/v1/events${after}`);
    this.#source = source;
    source.addEventListener('open', () => {
      this.#refusals = 0;
      this.#is('open');
    });
    source.addEventListener('error', () => {
      this.#is('connecting');
      if (source.readyState !== EventSource.CLOSED) return;
      this.#tell({ is: 'refused' });
      this.#connectLater();
    });
    const take = ({ data, lastEventId }: MessageEvent<string>) => {
      this.#lastId = lastEventId;
      this.#tell({ is: 'event', event: JSON.parse(data) as Schemas['Event'] });
    };
    for (const type of EVENT_TYPES) source.addEventListener(type, take);
  }

  #connectLater(): void {
    const pauseMs = Math.min(REOPEN_AFTER_MS * 2 ** this.#refusals++, REOPEN_AFTER_AT_MOST_MS);
    this.#timer = setTimeout(() => this.#connect(), pauseMs);
  }

  #is(state: StreamState): void {
    this.#state = state;
    this.#tell({ is: 'state', state });
  }
}
