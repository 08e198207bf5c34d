/** The one event stream of the page. Who shows something reads it again when an event says that it changed. */
import { signal } from '@preact/signals';
import type { Schemas } from '../../client/client.ts';
import { api } from './api.ts';
import { EVENT_TYPES, fitsPattern, type EventPattern } from './event-types.ts';

type Event = Schemas['Event'];
export type StreamState = 'closed' | 'connecting' | 'open';

interface Listener {
  patterns: readonly EventPattern[];
  notify: (event: Event) => void;
}

/** A refused stream is not tried again by the browser itself: there are as many as the server allows. */
const REOPEN_AFTER_MS = 5_000;
/** With each refusal in a row the pause doubles up to this. The poll shows everything meanwhile. */
const REOPEN_AFTER_AT_MOST_MS = 60_000;
/** A page that nobody sees gives its stream back: a browser has six connections for one server. */
const CLOSE_WHEN_HIDDEN_MS = 30_000;

export const streamState = signal<StreamState>('closed');
const listeners = new Set<Listener>();
let source: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Since a stream was open. */
let refusals = 0;

/** Calls `notify` for events that fit a pattern. */
export function onEvents(
  patterns: readonly EventPattern[],
  notify: Listener['notify'],
): () => void {
  const listener = { patterns, notify };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Keeps the stream open while the page is seen. Returns what ends it. */
export function followEvents(): () => void {
  const seen = () => {
    clearTimeout(timer);
    if (!document.hidden) open();
    else timer = setTimeout(close, CLOSE_WHEN_HIDDEN_MS);
  };
  document.addEventListener('visibilitychange', seen);
  seen();
  return () => {
    document.removeEventListener('visibilitychange', seen);
    clearTimeout(timer);
    close();
  };
}

function open(): void {
  if (source) return;
  streamState.value = 'connecting';
  const opened = new EventSource('/v1/events');
  source = opened;
  opened.addEventListener('open', () => {
    streamState.value = 'open';
    refusals = 0;
  });
  opened.addEventListener('error', () => {
    streamState.value = 'connecting';
    if (opened.readyState !== EventSource.CLOSED) return;
    close();
    noticeEndedSession();
    clearTimeout(timer);
    const pauseMs = Math.min(REOPEN_AFTER_MS * 2 ** refusals++, REOPEN_AFTER_AT_MOST_MS);
    timer = setTimeout(() => !document.hidden && open(), pauseMs);
  });
  const take = ({ data }: MessageEvent<string>) => notifyAll(JSON.parse(data) as Event);
  for (const type of EVENT_TYPES) opened.addEventListener(type, take);
}

/** A refused stream does not say why. If the session has ended, this request is refused with 401, and the page signs out. */
function noticeEndedSession(): void {
  void api.get('/v1/session').catch(() => undefined);
}

function close(): void {
  source?.close();
  source = undefined;
  streamState.value = 'closed';
}

function notifyAll(event: Event): void {
  for (const { patterns, notify } of listeners) {
    if (patterns.some((pattern) => fitsPattern(event.type, pattern))) notify(event);
  }
}
