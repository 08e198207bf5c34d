/**
 * Every signal that a call has received. Signal handlers only append here; the call's own steps fold and decide. All
 * waits of a call go through `wait` or `until`, so that a request to read the inbox interrupts each of them.
 */
import {
  CancellationScope,
  condition,
  setDefaultSignalHandler,
  setHandler,
} from '@temporalio/workflow';
import {
  eventKey,
  foldEvents,
  isCallEvent,
  type CallEvent,
  type CallState,
} from '../../domain/calls/call-state.ts';
import { hasNewEvidence, type Weighed } from '../../domain/calls/late-event.ts';
import type { CallRef } from '../../domain/ids.ts';
import { durable } from '../activity-options.ts';
import { asMarkdown } from '../markdown.ts';
import type { CallEventsSignal } from '../../contract/messages.ts';
import {
  hangupSignal,
  pokeSignal,
  readInboxSignal,
  recordingDeliveredSignal,
  recordingSettledSignal,
} from '../signals.ts';

export class CallInbox {
  readonly ref: CallRef;
  /** Counts everything received, including repeats and unreadable webhooks: each shows that the call is alive. */
  received = 0;
  hangupAsked = false;
  recordingDelivered = false;
  recordingSettled = false;
  private events: CallEvent[] = [];
  private readAsked = false;
  /** The time of the last poke. Only a GET can explain it, such as after a webhook that could not be read. */
  private pokedAtMs: number | null = null;
  private changed: () => void = () => undefined;

  constructor(ref: CallRef) {
    this.ref = ref;
    setHandler(hangupSignal, () => void (this.hangupAsked = true));
    setHandler(pokeSignal, () => this.poke());
    setHandler(readInboxSignal, () => void (this.readAsked = true));
    setHandler(recordingDeliveredSignal, () => void (this.recordingDelivered = true));
    setHandler(recordingSettledSignal, () => void (this.recordingSettled = true));
    // The ingress names the signal after the newest event in it, known to us or not.
    setDefaultSignalHandler((_name, payload) => this.receive(payload));
  }

  get state(): CallState {
    return foldEvents(this.events);
  }

  /** Whether there was a poke without a GET after it. */
  get poked(): boolean {
    return this.pokedAtMs !== null;
  }

  /** Whether there are events besides the evidence on which an end was decided. */
  hasMoreThan(weighed: Weighed): boolean {
    return this.poked || hasNewEvidence(this.events, weighed);
  }

  /** For a caller that is about to poll: returns the time of the last unanswered poke, or null, and clears it. */
  takePoke(): number | null {
    const { pokedAtMs } = this;
    this.pokedAtMs = null;
    return pokedAtMs;
  }

  /** The callback runs after every change, to keep what the Web UI shows up to date. */
  onChange(changed: () => void): void {
    this.changed = changed;
  }

  /** Reads all events that the ingress has stored for this call. */
  async read(): Promise<void> {
    this.readAsked = false;
    const summary = 'read the inbox';
    // The activity marks the events as relayed, so its answer must arrive even when the waiting step is cancelled.
    const inbox = await CancellationScope.nonCancellable(() =>
      durable.takeEvents.executeWithOptions({ summary }, [this.ref]),
    );
    if (inbox.unreadable) this.poke();
    this.take(inbox.events);
  }

  /** For a call that has ended: marks late events as relayed, so that the sweep does not report them again. */
  async readIfAsked(): Promise<void> {
    if (this.readAsked) await this.read();
  }

  /** Waits until `holds`, for at most `timeoutMs`. False: the time has passed. */
  async wait(holds: () => boolean, timeoutMs: number, summary: string): Promise<boolean> {
    const endsAtMs = Date.now() + timeoutMs;
    while (!holds()) {
      const leftMs = endsAtMs - Date.now();
      if (leftMs <= 0) return false;
      await condition(() => holds() || this.readAsked, leftMs, { summary: asMarkdown(summary) });
      if (this.readAsked) await this.read();
    }
    return true;
  }

  /** Waits without a limit. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await condition(() => holds() || this.readAsked);
      if (this.readAsked) await this.read();
    }
  }

  /** Something has happened that only GET can explain. */
  poke(): void {
    this.received += 1;
    this.pokedAtMs = Date.now();
  }

  /** A signal that somebody sent by hand may hold anything. What is true is in the inbox. */
  private receive(payload: unknown): void {
    const events = eventsIn(payload);
    if (events === undefined) this.readAsked = true;
    else this.take(events);
  }

  private take(events: readonly CallEvent[]): void {
    this.received += events.length;
    const known = new Set(this.events.map(eventKey));
    this.events.push(...events.filter((event) => !known.has(eventKey(event))));
    this.changed();
  }
}

/** Undefined: it is no `CallEventsSignal`. */
function eventsIn(payload: unknown): CallEvent[] | undefined {
  const { events } = (payload ?? {}) as Partial<CallEventsSignal>;
  return Array.isArray(events) && events.every(isCallEvent) ? events : undefined;
}
