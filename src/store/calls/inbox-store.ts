import type { CallRef, PlacementKey } from '../../domain/ids.ts';
import type { Call } from './call-store.ts';

/** A webhook as the ingress stores it. */
export interface InboxEvent extends PlacementKey {
  /** Null for a poke: a genuine webhook whose body could not be read. */
  seq: number | null;
  /** Event name; `poke` for a poke. */
  name: string;
  occurredAt: string | null;
  /** `data.id` of the body. Not proof of anything until GET confirms it. */
  carrierCallId: string | null;
  receivedAtMs: number;
  /** The unchanged body, shortened to what the ingress accepts; null for a poke. */
  body: string | null;
  /** For a poke with an unreadable body: the body, kept for people. */
  unreadable?: UnreadableBody;
}

export interface UnreadableBody {
  /** A clause in our own words that follows "it". */
  why: string;
  /** The start of the body. */
  body: string;
  /** Size of the whole body; null: larger than what was read. */
  bytes: number | null;
}

export interface UnreadableWebhook extends UnreadableBody {
  placement: number;
  atMs: number;
}

/** The unreadable webhooks that are kept, over all calls. */
export interface UnreadableSummary {
  webhooks: number;
  /** The number of known calls that they belong to. */
  calls: number;
  last: { ref: CallRef | null; atMs: number; why: string } | null;
}

export interface AppendOutcome {
  /** False for a duplicate (same ref, placement, seq, name and id), or if a poke already waits to be relayed. */
  fresh: boolean;
  /**
   * Stored as a poke, which only makes the call poll: it was one, or it is no evidence about the call (URL of another
   * placement, id of another call).
   */
  poke: boolean;
  /**
   * No POST of this placement is known, although its URL was given to the carrier: the database is older than the POST.
   */
  isForgotten: boolean;
  /** The call after the event; undefined: no such call. `unknown` is also true for a call that ended as unknown. */
  call: { state: string; unknown: boolean; ended: boolean } | undefined;
}

export interface StoredEvent {
  id: number;
  placement: number;
  seq: number | null;
  name: string;
  occurredAt: string | null;
  receivedAtMs: number;
}

/** A call and all its events in order of arrival, read at one instant. */
export interface StoredEvidence {
  call: Call;
  events: (StoredEvent & { relayed: boolean })[];
}

export interface IngressHeartbeat {
  /** The result of the last heartbeat of the process; undefined: it has just started. */
  span: number | undefined;
  /** Host name and port. A process that starts with the name of another one replaces it. */
  name: string;
  nowMs: number;
  gapMs: number;
  /** Webhooks that the process has received since its start, and the last one. */
  received: number;
  receivedAtMs: number | null;
}

export interface InboxStore {
  /** Live calls in the account. The ingress uses it to choose between all events and milestones only. */
  liveCalls(): Promise<number>;

  /**
   * Makes an event durable. There is no foreign key, so an event of an unknown call is stored too. In the same
   * transaction the call's state moves forward to the folded state of its events (never backwards, never out of
   * `ended`). Events that are appended in the same turn of the event loop share one commit.
   */
  appendEvent(event: InboxEvent): Promise<AppendOutcome>;

  /** All events of a call, in order of arrival. */
  events(ref: CallRef): Promise<StoredEvent[]>;

  /**
   * The call and its events, read in one transaction.
   * @throws StoreRefusal not-found
   */
  evidence(ref: CallRef): Promise<StoredEvidence>;

  /** Events that were not relayed by a signal yet, oldest first. */
  unrelayedEvents(ref: CallRef): Promise<StoredEvent[]>;

  /** The newest unreadable webhooks of the call, oldest first. Only a few are kept. */
  unreadableWebhooks(ref: CallRef): Promise<UnreadableWebhook[]>;

  /** The unreadable webhooks of all calls since then, as far as they are kept. */
  unreadableSince(sinceMs: number): Promise<UnreadableSummary>;

  /** Events of the call. `signal`: they were signalled to the workflow. `late`: they arrived after its end and were handled. */
  markRelayed(ref: CallRef, ids: number[], how: 'signal' | 'late'): Promise<void>;

  /**
   * Stores a heartbeat of an ingress process. A heartbeat more than `gapMs` after the last one starts a new span. All
   * live calls are made to poll when a process is found missing, and when it is back.
   */
  noteIngressHeartbeat(note: IngressHeartbeat): Promise<number>;

  /** The process of this span ends on purpose: it is not missing. */
  noteIngressStopped(span: number, nowMs: number): Promise<void>;

  /**
   * Milliseconds in the span in which webhooks may have been lost: no ingress was up, or a process was missing. The time
   * since its last heartbeat, up to its gap, does not count.
   */
  ingressDownMs(fromMs: number, toMs: number): Promise<number>;
}
