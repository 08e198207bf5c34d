import { createHash } from 'node:crypto';
import { placementId, type PlacementKey } from '../../domain/ids.ts';

/** A call has 7 documented events; what goes far beyond that is a flood and not a story. */
export const EVENTS_PER_CALL = 64;
/** Names that the document does not show say nothing, so a few of them are kept for people. */
export const UNKNOWN_EVENTS_PER_CALL = 16;
/** One URL speaks of one call; whoever invents others must not use up what that one needs. */
const CALLS_PER_PLACEMENT = 4;
const PLACEMENTS_REMEMBERED = 20_000;

export type QuotaVerdict =
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
/** By a digest of what the event is. */
type Story = Map<string, Standing>;

/** What one callback URL may write. Whoever has seen the URL can call it as often as they like. */
export class EventQuota {
  /** By call named, within placements in order of last use, so that the oldest is forgotten first. */
  readonly #placements = new Map<string, Map<string, Story>>();
  readonly #eventsPerCall: number;

  constructor(eventsPerCall: number) {
    this.#eventsPerCall = eventsPerCall;
  }

  reserve(key: PlacementKey, event: EventIdentity): QuotaVerdict {
    const story = this.#story(key, event);
    if (story === undefined) return 'spent';
    const id = digestOf(event);
    const known = story.get(id);
    if (known === 'kept') return 'kept';
    if (known === undefined && story.size >= this.#eventsPerCall) return 'spent';
    story.set(id, 'reserved');
    return 'fits';
  }

  keep(key: PlacementKey, event: EventIdentity): void {
    this.#story(key, event)?.set(digestOf(event), 'kept');
  }

  /** Nothing was written after all. */
  release(key: PlacementKey, event: EventIdentity): void {
    const story = this.#story(key, event);
    const id = digestOf(event);
    if (story?.get(id) === 'reserved') story.delete(id);
  }

  /** Undefined where the placement has heard of too many calls already. */
  #story(key: PlacementKey, { carrierCallId }: EventIdentity): Story | undefined {
    const stories = this.#stories(key);
    const call = digestOf({ carrierCallId });
    const known = stories.get(call);
    if (known || stories.size >= CALLS_PER_PLACEMENT) return known;
    const story: Story = new Map();
    stories.set(call, story);
    return story;
  }

  #stories(key: PlacementKey): Map<string, Story> {
    const id = placementId(key);
    const stories = this.#placements.get(id) ?? new Map<string, Story>();
    this.#placements.delete(id);
    this.#placements.set(id, stories);
    if (this.#placements.size > PLACEMENTS_REMEMBERED) {
      this.#placements.delete(this.#placements.keys().next().value!);
    }
    return stories;
  }
}

// Names and ids come from outside and may be long; a forged event must not pass for one that is known.
function digestOf({ seq, name, carrierCallId }: Partial<EventIdentity>): string {
  const text = JSON.stringify([seq, name, carrierCallId]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
