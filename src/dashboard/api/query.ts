/** What a page shows: read at once, again when an event says that it changed, and every second or so in any case. */
import { signal } from '@preact/signals';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import type { AnswerOf, PathOf, RequestOf } from '../../client/requests.ts';
import { api } from './api.ts';
import { onEvents, streamState } from './event-feed.ts';
import type { EventPattern } from '../../domain/events/event.ts';
import { keepUnchanged } from './keep-unchanged.ts';
import { asProblem, type ApiProblem } from './problem.ts';

/**
 * Nothing on a page is older than two seconds without saying so. What is polled this often is younger, or the bar on top
 * says how old it is. What is read less often bears its time: `asOf`.
 */
const POLL_MS = 1_500;
/** Many events in a row cause few requests. The first causes one at once. */
const BETWEEN_EVENTS_MS = 250;
/** From the begin of a reading to the next one it is at least so many times as long as it took: a busy server gets time. */
const PAUSE_PER_READING = 2;
/** Of a tab that nobody looks at. */
const WHEN_HIDDEN_MS = 10_000;

export interface QueryOptions {
  /** Events after which the answer may be another one. */
  on?: readonly EventPattern[];
  /** Only events with this campaign, or with this subject. */
  about?: string;
  /** Null: never by itself. */
  pollMs?: number | null;
}

export interface Query<Answer> {
  /** Stays while it is read again, and while it cannot be read. */
  data: Answer | undefined;
  /** Why the last reading failed. */
  problem: ApiProblem | undefined;
  /** When it was read, if it is polled more seldom than everything else: it is shown beside the data. */
  asOf: string | undefined;
  reload: () => Promise<void>;
}

/** Queries that are shown and are read again by themselves, with the time of their last answer. */
const shown = new Map<object, number>();
/** When the oldest of what is shown was read. Undefined: nothing is. */
export const oldestReadAtMs = signal<number | undefined>(undefined);

function noteRead(query: object, atMs: number | undefined): void {
  if (atMs === undefined) shown.delete(query);
  else shown.set(query, atMs);
  oldestReadAtMs.value = shown.size === 0 ? undefined : Math.min(...shown.values());
}

class LiveQuery<Answer> {
  readonly data = signal<Answer | undefined>(undefined);
  readonly problem = signal<ApiProblem | undefined>(undefined);
  readonly asOf = signal<string | undefined>(undefined);
  readonly #read: (signal: AbortSignal) => Promise<Answer>;
  readonly #pollMs: number | null;
  #stopped = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: Promise<void> | undefined;
  #again = false;
  /** By an event since the last reading began. */
  #isChanged = false;
  #begunAtMs = -Infinity;
  #tookMs = 0;

  constructor(read: (signal: AbortSignal) => Promise<Answer>, pollMs: number | null) {
    this.#read = read;
    this.#pollMs = pollMs;
  }

  start(): void {
    this.#stopped = new AbortController();
    if (this.#isLive) noteRead(this, performance.now());
    void this.reload();
  }

  stop(): void {
    this.pause();
    noteRead(this, undefined);
  }

  /** The page is left. The browser may keep it for the way back; its requests would take connections of other pages. */
  pause(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
  }

  /** The page is shown again, as old as it says until it was read again. */
  resume(): void {
    this.#stopped = new AbortController();
    void this.reload();
  }

  /** Reads soon, at once if nothing was read just now. */
  changed(): void {
    this.#isChanged = true;
    if (!this.#reading) this.#scheduleSinceLast(BETWEEN_EVENTS_MS);
  }

  /** A call during a reading reads once more after it, because the first may have begun too early. */
  readonly reload = async (): Promise<void> => {
    if (this.#reading) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#readUntilSettled();
    await this.#reading;
  };

  async #readUntilSettled(): Promise<void> {
    do {
      this.#again = false;
      await this.#readOnce();
    } while (this.#again && !this.#stopped.signal.aborted);
    this.#reading = undefined;
    if (this.#isChanged) this.changed();
    else if (this.#pollMs !== null) this.#scheduleSinceLast(this.#pollMs);
  }

  async #readOnce(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isChanged = false;
    const { signal: stopped } = this.#stopped;
    const begunAtMs = performance.now();
    const asOf = new Date().toISOString();
    this.#begunAtMs = begunAtMs;
    try {
      const data = await this.#read(stopped);
      if (stopped.aborted) return;
      this.#tookMs = performance.now() - begunAtMs;
      this.data.value = keepUnchanged(this.data.peek(), data);
      this.problem.value = undefined;
      if (this.#isLive) noteRead(this, begunAtMs);
      else this.asOf.value = asOf;
    } catch (error) {
      if (stopped.aborted) return;
      const problem = asProblem(error);
      problem.repeatMs = this.#pollMs ?? undefined;
      this.problem.value = problem;
    }
  }

  get #isLive(): boolean {
    return this.#pollMs !== null && this.#pollMs <= POLL_MS;
  }

  /** After the last reading began, so that a slow server does not make the data older than it must be. */
  #scheduleSinceLast(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped.signal.aborted) return;
    const betweenMs = Math.max(afterMs, PAUSE_PER_READING * this.#tookMs);
    const waitMs = Math.max(0, this.#begunAtMs + betweenMs - performance.now());
    this.#timer = setTimeout(
      () => void this.reload(),
      document.hidden ? Math.max(waitMs, WHEN_HIDDEN_MS) : waitMs,
    );
  }
}

type Read = (path: string, request: object) => Promise<unknown>;
/** The types are checked by the hooks below. */
const read = api.get as unknown as Read;

/** Reads `path` for as long as the component is shown. Another request starts anew. */
export function useQuery<P extends PathOf<'get'>>(
  path: P,
  request: RequestOf<P, 'get'>,
  { on = [], about, pollMs = POLL_MS }: QueryOptions = {},
): Query<AnswerOf<P, 'get'>> {
  const key = JSON.stringify([path, request]);
  const query = useMemo(
    () =>
      new LiveQuery<AnswerOf<P, 'get'>>(
        async (signal) => (await read(path, { ...request, signal })) as AnswerOf<P, 'get'>,
        pollMs,
      ),
    [key, pollMs],
  );
  useEffect(() => {
    query.start();
    const seen = () => void (!document.hidden && query.changed());
    document.addEventListener('visibilitychange', seen);
    const left = () => query.pause();
    const back = (event: PageTransitionEvent) => void (event.persisted && query.resume());
    addEventListener('pagehide', left);
    addEventListener('pageshow', back);
    // Events of the time without a stream do not come again.
    const unsubscribe = streamState.subscribe(
      (state) => void (state === 'open' && query.changed()),
    );
    const off = onEvents(on, (event) => {
      if (about === undefined || event.campaign === about || event.subject === about)
        query.changed();
    });
    return () => {
      document.removeEventListener('visibilitychange', seen);
      removeEventListener('pagehide', left);
      removeEventListener('pageshow', back);
      unsubscribe();
      off();
      query.stop();
    };
  }, [query, about, on.join()]);
  return {
    data: query.data.value,
    problem: query.problem.value,
    asOf: query.asOf.value,
    reload: query.reload,
  };
}

interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
  looked_to?: number | null;
}
/** Paths that answer a page of a list. */
type ListPath = {
  [P in PathOf<'get'>]: AnswerOf<P, 'get'> extends Page<unknown> ? P : never;
}[PathOf<'get'>];
type ItemOf<P extends ListPath> = AnswerOf<P, 'get'> extends Page<infer Item> ? Item : never;

export interface List<Item> {
  /** The first page is read again by itself, until a second one was asked for: rows between the two would be lost. */
  items: readonly Item[];
  /** When the rows were read, if they are not read again by themselves. `reload` begins with the first page again. */
  readOnceAt: string | undefined;
  /** As of a query. */
  asOf: string | undefined;
  /** False until the first page is there. */
  loaded: boolean;
  /** The last row that a search has looked at, found or not. Undefined: the list does not say. */
  lookedTo: number | undefined;
  problem: ApiProblem | undefined;
  /** Reads the next page. Undefined: there is none, or it is being read. */
  more: (() => Promise<void>) | undefined;
  reload: () => Promise<void>;
}

/** A list that is read page by page. Another request starts anew. */
export function useList<P extends ListPath>(
  path: P,
  request: RequestOf<P, 'get'>,
  options: QueryOptions = {},
): List<ItemOf<P>> {
  const first = useQuery(path, request, options) as Query<Page<ItemOf<P>>>;
  const key = JSON.stringify([path, request]);
  const rest = useMemo(() => new LaterPages<ItemOf<P>>(), [key]);
  const pages = rest.pages.value ?? first.data;
  const cursor = pages?.next_cursor;
  const more = async () => {
    const { query = {} } = request as { query?: object };
    await rest.read(pages, () => read(path, { ...request, query: { ...query, cursor } }));
  };
  const reload = useCallback(async () => {
    rest.clear();
    await first.reload();
  }, [rest, first.reload]);
  return {
    items: pages?.data ?? [],
    readOnceAt: rest.readAt.value,
    asOf: first.asOf,
    loaded: pages !== undefined,
    lookedTo: pages?.looked_to ?? undefined,
    problem: first.problem ?? rest.problem.value,
    more: cursor && !rest.reading.value ? more : undefined,
    reload,
  };
}

class LaterPages<Item> {
  /** All pages as one, from the first on. Undefined: no second one was read. */
  readonly pages = signal<Page<Item> | undefined>(undefined);
  readonly readAt = signal<string | undefined>(undefined);
  readonly problem = signal<ApiProblem | undefined>(undefined);
  readonly reading = signal(false);

  async read(known: Page<Item> | undefined, next: () => Promise<unknown>): Promise<void> {
    this.reading.value = true;
    try {
      const { data, ...page } = (await next()) as Page<Item>;
      // Grows in place: copying all rows with each page would take longer with each page.
      const rows = this.pages.peek()?.data ?? [...(known?.data ?? [])];
      for (const row of data) rows.push(row);
      this.pages.value = { data: rows, ...page };
      this.readAt.value ??= new Date().toISOString();
      this.problem.value = undefined;
    } catch (error) {
      this.problem.value = asProblem(error);
    } finally {
      this.reading.value = false;
    }
  }

  clear(): void {
    this.pages.value = undefined;
    this.readAt.value = undefined;
  }
}
