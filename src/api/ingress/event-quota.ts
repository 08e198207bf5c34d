import { createHash } from 'node:crypto';
import { placementId, type PlacementKey } from '../../domain/ids.ts';

/** A call has 7 documented events. Many more are a flood. */
export const EVENTS_PER_CALL = 64;
/** Events with unknown names have no effect on a call. A few are stored so that people can see them. */
export const UNKNOWN_EVENTS_PER_CALL = 16;
/** A URL belongs to one call. Invented call ids must not use up its quota. */
const CALLS_PER_PLACEMENT = 4;
const PLACEMENTS_REMEMBERED = 20_000;

export type QuotaVerdict =
  /** The event is stored already, so a repeat needs no write. */
  | 'kept'
  /** The event may be written. */
  | 'fits'
  /** The quota is used up. The event can only cause a poke. */
  | 'spent';

/** Two deliveries with the same identity are the same event. */
export interface EventIdentity {
  seq: number;
  name: string;
  carrierCallId: string | null;
}

type Share = 'reserved' | 'kept';
/** Keyed by the digest of the event's identity. */
type CallEvents = Map<string, Share>;

/** Limits what is written through one callback URL, because anybody who has seen the URL can send to it. */
export class EventQuota {
  /** By placement, in order of last use, then by the call id that the events name. The oldest placement is dropped first. */
  readonly #placements = new Map<string, Map<string, CallEvents>>();
  readonly #eventsPerCall: number;

  constructor(eventsPerCall: number) {
    this.#eventsPerCall = eventsPerCall;
  }

  reserve(key: PlacementKey, event: EventIdentity): QuotaVerdict {
    const events = this.#eventsOf(key, event);
    if (events === undefined) return 'spent';
    const id = digestOf(event);
    const known = events.get(id);
    if (known === 'kept') return 'kept';
    if (known === undefined && events.size >= this.#eventsPerCall) return 'spent';
    events.set(id, 'reserved');
    return 'fits';
  }

  keep(key: PlacementKey, event: EventIdentity): void {
    this.#eventsOf(key, event)?.set(digestOf(event), 'kept');
  }

  /** Takes back an event that was not written in the end. */
  release(key: PlacementKey, event: EventIdentity): void {
    const events = this.#eventsOf(key, event);
    const id = digestOf(event);
    if (events?.get(id) === 'reserved') events.delete(id);
  }

  /** Undefined: events of this placement have named too many call ids. */
  #eventsOf(key: PlacementKey, { carrierCallId }: EventIdentity): CallEvents | undefined {
    const calls = this.#callsOf(key);
    const call = digestOf({ carrierCallId });
    const known = calls.get(call);
    if (known || calls.size >= CALLS_PER_PLACEMENT) return known;
    const events: CallEvents = new Map();
    calls.set(call, events);
    return events;
  }

  #callsOf(key: PlacementKey): Map<string, CallEvents> {
    const id = placementId(key);
    const calls = this.#placements.get(id) ?? new Map<string, CallEvents>();
    this.#placements.delete(id);
    this.#placements.set(id, calls);
    if (this.#placements.size > PLACEMENTS_REMEMBERED) {
      this.#placements.delete(this.#placements.keys().next().value!);
    }
    return calls;
  }
}

// A digest, because names and ids may be long. It is cryptographic, so that a forged event cannot match a known one.
function digestOf({ seq, name, carrierCallId }: Partial<EventIdentity>): string {
  const text = JSON.stringify([seq, name, carrierCallId]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
