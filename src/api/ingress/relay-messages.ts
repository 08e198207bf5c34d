import { createHash } from 'node:crypto';
import { shownEventName, orderedEvents } from '../../domain/calls/call-state.ts';
import type { CallRef } from '../../domain/ids.ts';
import type { StoredEvent } from '../../store/calls/inbox-store.ts';
import { SIGNALS } from '../../contract/messages.ts';
import type { EventsMessage } from '../temporal/temporal-gateway.ts';

/** A message to a call, and the inbox rows that it relays. */
export interface RelayedMessage {
  message: EventsMessage;
  ids: number[];
}

type ReadEvent = StoredEvent & { seq: number };

/** No call has so many events. The limit keeps a flood from becoming one huge payload. */
const MOST_EVENTS = 200;

/** One message per placement with its events, and one poke for all bodies that could not be read. */
export function messagesFor(ref: CallRef, events: readonly StoredEvent[]): RelayedMessage[] {
  const readable = events.filter((event): event is ReadEvent => event.seq !== null);
  const pokes = events.filter((event) => event.seq === null);
  const byPlacement = Map.groupBy(readable.slice(0, MOST_EVENTS), (event) => event.placement);
  const messages = [...byPlacement].map(([placement, group]) =>
    eventsMessage(ref, placement, group),
  );
  const lastPoke = pokes.at(-1);
  return lastPoke ? [...messages, pokeMessage(ref, lastPoke.placement, pokes)] : messages;
}

function eventsMessage(ref: CallRef, placement: number, group: ReadEvent[]): RelayedMessage {
  // Only event names of the carrier are passed on, so that no event can have the name of one of our own signals.
  const events = orderedEvents(group.map(({ seq, name }) => ({ seq, name: shownEventName(name) })));
  const ids = group.map((event) => event.id);
  return {
    ids,
    message: {
      ref,
      signalName: events.at(-1)!.name,
      input: { placement, events },
      // The id contains the row ids, because a forged event and the real one may have the same seq and name.
      requestId: requestId(ref, `${placement}:${ids.join(',')}`),
    },
  };
}

function pokeMessage(ref: CallRef, placement: number, pokes: StoredEvent[]): RelayedMessage {
  const ids = pokes.map((poke) => poke.id);
  return {
    ids,
    message: {
      ref,
      signalName: SIGNALS.poke,
      input: { placement, events: [] },
      requestId: requestId(ref, `poke:${ids.join(',')}`),
    },
  };
}

const requestId = (ref: CallRef, rows: string) =>
  createHash('sha256').update(`${ref} ${rows}`).digest('hex').slice(0, 32);
