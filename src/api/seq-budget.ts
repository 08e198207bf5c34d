import { createHash } from 'node:crypto';
import { placementId, type PlacementKey } from '../domain/ids.ts';

/** A call has 7 documented events; what goes far beyond that is a flood and not a story. */
const EVENTS_PER_PLACEMENT = 64;
const PLACEMENTS_REMEMBERED = 20_000;

export type SeqVerdict =
  /** Durable already: a repeat costs no write. */
  | 'kept'
  /** May be written. */
  | 'fits'
  /** The placement's budget is spent: it is worth a poke and no more. */
  | 'spent';

/** What makes two deliveries the same event. */
export interface EventIdentity {
  seq: number;
  name: string;
  carrierCallId: string | null;
}

type Standing = 'reserved' | 'kept';

/** What one callback URL may write. Whoever has seen the URL can call it as often as they like. */
export class SeqBudget {
  /** In order of last use, so that the oldest is forgotten first. */
  readonly #placements = new Map<string, Map<string, Standing>>();

  reserve(key: PlacementKey, event: EventIdentity): SeqVerdict {
    const events = this.#events(key);
    const id = digestOf(event);
    const known = events.get(id);
    if (known === 'kept') return 'kept';
    if (known === undefined && events.size >= EVENTS_PER_PLACEMENT) return 'spent';
    events.set(id, 'reserved');
    return 'fits';
  }

  keep(key: PlacementKey, event: EventIdentity): void {
    this.#events(key).set(digestOf(event), 'kept');
  }

  /** Nothing was written after all. */
  release(key: PlacementKey, event: EventIdentity): void {
    const events = this.#events(key);
    const id = digestOf(event);
    if (events.get(id) === 'reserved') events.delete(id);
  }

  #events(key: PlacementKey): Map<string, Standing> {
    const id = placementId(key);
    const events = this.#placements.get(id) ?? new Map<string, Standing>();
    this.#placements.delete(id);
    this.#placements.set(id, events);
    if (this.#placements.size > PLACEMENTS_REMEMBERED) {
      this.#placements.delete(this.#placements.keys().next().value!);
    }
    return events;
  }
}

// Names and ids come from outside and may be long; a forged event must not pass for one that is known.
function digestOf({ seq, name, carrierCallId }: EventIdentity): string {
  const text = JSON.stringify([seq, name, carrierCallId]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
