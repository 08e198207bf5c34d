/** The events of the page. Who shows something reads it again when an event says that it changed. */
import { signal } from '@preact/signals';
import type { Schemas } from '../../client/client.ts';
import { api } from './api.ts';
import { fitsPattern, type EventPattern } from '../../domain/events/event.ts';
import type { StreamNews, StreamState } from './event-reader.ts';
import { linkStream, type StreamLink } from './stream-link.ts';

type Event = Schemas['Event'];

interface Listener {
  patterns: readonly EventPattern[];
  notify: (event: Event) => void;
}

export const streamState = signal<StreamState>('closed');
const listeners = new Set<Listener>();

/** Calls `notify` for events that fit a pattern. */
export function onEvents(
  patterns: readonly EventPattern[],
  notify: Listener['notify'],
): () => void {
  const listener = { patterns, notify };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Follows the stream while the page is seen. Browsers keep left pages for the way back, with what they have open.
 * @param session tabs with the same one share a stream
 * @returns what ends it
 */
export function followEvents(session: string): () => void {
  let link: StreamLink | undefined;
  const take = (news: StreamNews) => {
    if (news.is === 'state') streamState.value = news.state;
    else if (news.is === 'event') notifyAll(news.event);
    else noticeEndedSession();
  };
  const leave = () => {
    link?.close();
    link = undefined;
    streamState.value = 'closed';
  };
  const look = () => {
    if (document.hidden) leave();
    else link ??= linkStream(session, take);
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('pagehide', leave);
  addEventListener('pageshow', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', look);
    leave();
  };
}

/** If the session has ended, this request is refused with 401, and the page signs out. */
function noticeEndedSession(): void {
  void api.get('/v1/session').catch(() => undefined);
}

function notifyAll(event: Event): void {
  for (const { patterns, notify } of listeners) {
    if (patterns.some((pattern) => fitsPattern(event.type, pattern))) notify(event);
  }
}
