import { createHash } from 'node:crypto';
import { placementId, type PlacementKey } from '../../domain/ids.ts';

/** A call has 7 documented events; many more than that are a flood. */
export const EVENTS_PER_CALL = 64;
/** Unknown names mean nothing to a call; a few are stored for people to see. */
export const UNKNOWN_EVENTS_PER_CALL = 16;
/** One URL is for one call; invented calls must not use up its quota. */
const CALLS_PER_PLACEMENT = 4;
const PLACEMENTS_REMEMBERED = 20_000;

export type QuotaVerdict =
  /** Stored already: a repeat needs no write. */
  | 'kept'
  /** May be written. */
  | 'fits'
  /** The quota is used up: the event can cause a poke at most. */
  | 'spent';

/** What makes two deliveries the same event. */
export interface EventIdentity {
  seq: number;
  name: string;
  carrierCallId: string | null;
}

type Standing = 'reserved' | 'kept';
/** By digest of the event's identity. */
type CallEvents = Map<string, Standing>;

/** Limits what can be written through one callback URL: whoever has seen the URL can call it as often as they like. */
export class EventQuota {
  /** By named call, within placements in order of last use: the oldest placement is forgotten first. */
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

  /** Nothing was written after all. */
  release(key: PlacementKey, event: EventIdentity): void {
    const events = this.#eventsOf(key, event);
    const id = digestOf(event);
    if (events?.get(id) === 'reserved') events.delete(id);
  }

  /** Undefined if the placement has named too many calls already. */
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

// Names and ids come from outside and may be long; a forged event must not pass for one that is known.
function digestOf({ seq, name, carrierCallId }: Partial<EventIdentity>): string {
  const text = JSON.stringify([seq, name, carrierCallId]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
