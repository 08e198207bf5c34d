import type { AlertKind, EventFilter, EventType } from '../../domain/events/event.ts';
import type { Timing } from '../../domain/timing.ts';
import type { Page, PageRequest } from '../requests.ts';

/** One row of the outbox. It was written in the transaction of what it reports. */
export interface OutboxEvent {
  /** Given in the order of writing. */
  serial: number;
  atMs: number;
  type: EventType;
  /** Path of the resource under /v1, such as `calls/c1.5.1`. */
  subject: string;
  campaignId: string | null;
  /** Facts and references, without names and numbers of people. Instants are RFC 3339, money is a decimal string. */
  data: Record<string, unknown>;
}

/** The first and the last event that is kept. */
export interface OutboxSpan {
  /** Every later event is kept, unless it does not exist yet. */
  prunedTo: number;
  /** No event up to here is missing from what a reader gets. */
  last: number;
}

/** An alert that was raised and is not cleared. */
export interface Alert {
  kind: AlertKind;
  subject: string;
  campaignId: string | null;
  /** For people. */
  text: string;
  raisedAtMs: number;
}

export interface EventStore {
  /**
   * @param order `asc`: the oldest first. A reader that goes on behind the last event of a page misses none
   * @param after only events after this serial
   */
  outbox(
    input: EventFilter & { order: 'asc' | 'desc'; after?: number | undefined },
    page: PageRequest,
  ): Promise<Page<OutboxEvent>>;
  outboxSpan(): Promise<OutboxSpan>;
  /**
   * Deletes the oldest events, up to a batch. It keeps what an endpoint that is not disabled has not been sent yet.
   * @returns how many were deleted
   */
  pruneOutbox(input: { olderThanMs: number }): Promise<number>;
  /** Alerts that stand, the oldest first. */
  alerts(): Promise<Alert[]>;
  /** Raises and clears alerts by what holds now. Any number of processes may do so. */
  syncAlerts(input: {
    nowMs: number;
    timing: Pick<Timing, 'sweepMs' | 'noAgentsMs' | 'recordingLateMs'>;
  }): Promise<void>;
}
