import type { CallRef, PlacementKey } from '../../domain/ids.ts';
import type { Call } from './call-store.ts';

/** A webhook as the ingress keeps it. */
export interface InboxEvent extends PlacementKey {
  /** Null for a poke: a genuine webhook whose body could not be read. */
  seq: number | null;
  /** Event name; `poke` for a poke. */
  name: string;
  occurredAt: string | null;
  /** `data.id` of the body. Not proof of anything until GET confirms it. */
  carrierCallId: string | null;
  receivedAtMs: number;
  /** The body as it came, shortened to what the ingress accepts; null for a poke. */
  body: string | null;
  /** Of a poke whose body could not be read: kept for people. */
  unreadable?: UnreadableBody;
}

export interface UnreadableBody {
  /** Follows on "it", in our own words. */
  why: string;
  /** Its beginning. */
  body: string;
  /** Of the whole body; null: more than was read. */
  bytes: number | null;
}

export interface UnreadableWebhook extends UnreadableBody {
  placement: number;
  atMs: number;
}

/** The webhooks that are kept because they could not be read, of all calls. */
export interface UnreadableSummary {
  webhooks: number;
  /** So many calls they are of; webhooks on the URL of a call that is not known are of none. */
  calls: number;
  last: { ref: CallRef | null; atMs: number; why: string } | null;
}

export interface AppendOutcome {
  /** False for a duplicate (same ref, placement, seq, name and id), or when an unrelayed poke already waits. */
  fresh: boolean;
  /**
   * Kept as a poke, which says "look at the call" and nothing else: it was one, or it is no evidence of the
   * call (another placement's URL, another call's id).
   */
  poke: boolean;
  /** How the call stands after the event; undefined when the store does not know it. `unknown` also of one that ended so. */
  call: { state: string; unknown: boolean; ended: boolean } | undefined;
  /** Live calls in the account, for the choice between every event and milestones. */
  liveCalls: number;
}

export interface StoredEvent {
  placement: number;
  seq: number | null;
  name: string;
  occurredAt: string | null;
  receivedAtMs: number;
}

/** A call and all its events in order of arrival, as they stood at one instant. */
export interface StoredEvidence {
  call: Call;
  events: (StoredEvent & { id: number; relayed: boolean })[];
}

export interface InboxStore {
  /**
   * Makes an event durable. There is no foreign key, so an event of a call that the store does not know is kept
   * too. In the same transaction the call row's state moves forward to the folded state of its events (never
   * backwards, never out of `ended`). Events that are appended in the same turn share one commit.
   */
  appendEvent(event: InboxEvent): Promise<AppendOutcome>;

  /** All events of a call, in order of arrival. */
  events(ref: CallRef): Promise<StoredEvent[]>;

  /**
   * The call and its events, read in one transaction.
   * @throws StoreRefusal not-found
   */
  evidence(ref: CallRef): Promise<StoredEvidence>;

  /** Events that no signal has relayed yet, oldest first. */
  unrelayedEvents(ref: CallRef): Promise<(StoredEvent & { id: number })[]>;

  /** The newest of the call's webhooks that could not be read, oldest first. They are few: of a flood the rest is gone. */
  unreadableWebhooks(ref: CallRef): Promise<UnreadableWebhook[]>;

  /** Those of all calls that came since then, as far as they are kept. */
  unreadableSince(sinceMs: number): Promise<UnreadableSummary>;

  /** Events the workflow has been told of, or that came after its end and were dealt with. */
  markRelayed(ids: number[], how: 'signal' | 'late'): Promise<void>;

  /**
   * Notes that a listener listens now. `span`: what its last note gave back; undefined from one that has just
   * started. A note that comes later than `gapMs` after the last begins another span.
   */
  noteIngressHeartbeat(note: {
    span: number | undefined;
    nowMs: number;
    gapMs: number;
  }): Promise<number>;

  /** Milliseconds within the span in which no ingress is known to have listened; since the last note, up to its gap does not count. */
  ingressDownMs(fromMs: number, toMs: number): Promise<number>;
}
