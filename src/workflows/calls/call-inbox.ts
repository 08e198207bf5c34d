/**
 * What a call has been told. Signal handlers only append here; the call's own steps fold and decide. All
 * waits of a call go through `wait`, so that a "look" from outside interrupts every one of them.
 */
import {
  CancellationScope,
  condition,
  defineSignal,
  setDefaultSignalHandler,
  setHandler,
} from '@temporalio/workflow';
import {
  eventKey,
  foldEvents,
  type CallEvent,
  type CallState,
} from '../../domain/calls/call-state.ts';
import type { CallRef } from '../../domain/ids.ts';
import { sayMore, type Weighed } from '../../domain/calls/late-event.ts';
import { durable } from '../activity-options.ts';
import { SIGNALS, type CallEventsSignal } from '../messages.ts';

export class CallInbox {
  readonly ref: CallRef;
  /** Counts what has come, readable or not, new or not: a sign of life each time. */
  heard = 0;
  hangupAsked = false;
  recordingDelivered = false;
  recordingSettled = false;
  private events: CallEvent[] = [];
  private lookAsked = false;
  /** Since when something stands that only GET can explain, such as a webhook whose body could not be read. */
  private pokedAtMs: number | null = null;
  private changed: () => void = () => undefined;

  constructor(ref: CallRef) {
    this.ref = ref;
    setHandler(defineSignal(SIGNALS.hangup), () => void (this.hangupAsked = true));
    setHandler(defineSignal(SIGNALS.poke), () => this.poke());
    setHandler(defineSignal(SIGNALS.readInbox), () => void (this.lookAsked = true));
    setHandler(
      defineSignal(SIGNALS.recordingDelivered),
      () => void (this.recordingDelivered = true),
    );
    setHandler(defineSignal(SIGNALS.recordingSettled), () => void (this.recordingSettled = true));
    // The ingress names the signal after the newest event it carries, known to us or not.
    setDefaultSignalHandler((_name, payload) =>
      this.take((payload as CallEventsSignal | undefined)?.events ?? []),
    );
  }

  get state(): CallState {
    return foldEvents(this.events);
  }

  /** Something stands that only GET can explain, and nobody has looked since. */
  get poked(): boolean {
    return this.pokedAtMs !== null;
  }

  /** Whether more was told than an end was decided on. */
  tellsMoreThan(weighed: Weighed): boolean {
    return this.poked || sayMore(this.events, weighed);
  }

  /** Whoever calls this looks now. When the last unreadable webhook came; null when none has. */
  heedPoke(): number | null {
    const { pokedAtMs } = this;
    this.pokedAtMs = null;
    return pokedAtMs;
  }

  /** Called after every change, to keep what the Web UI shows up to date. */
  onChange(changed: () => void): void {
    this.changed = changed;
  }

  /** Reads everything the ingress has stored for this call. */
  async look(): Promise<void> {
    this.lookAsked = false;
    const summary = 'read the inbox';
    // Whoever waits may leave; what was taken out of the store must still arrive here.
    const inbox = await CancellationScope.nonCancellable(() =>
      durable.takeEvents.executeWithOptions({ summary }, [this.ref]),
    );
    if (inbox.unreadable) this.poke();
    this.take(inbox.events);
  }

  /** For a call that is over: what came late is taken note of, so that nobody asks again. */
  async lookIfAsked(): Promise<void> {
    if (this.lookAsked) await this.look();
  }

  /** Waits until `holds`, for at most `timeoutMs`; false when the time has passed. */
  async wait(holds: () => boolean, timeoutMs: number, summary: string): Promise<boolean> {
    const endsAtMs = Date.now() + timeoutMs;
    while (!holds()) {
      const leftMs = endsAtMs - Date.now();
      if (leftMs <= 0) return false;
      await condition(() => holds() || this.lookAsked, leftMs, { summary });
      if (this.lookAsked) await this.look();
    }
    return true;
  }

  /** Waits without a limit. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await condition(() => holds() || this.lookAsked);
      if (this.lookAsked) await this.look();
    }
  }

  /** Something has happened that only GET can explain. */
  poke(): void {
    this.heard += 1;
    this.pokedAtMs = Date.now();
  }

  private take(events: readonly CallEvent[]): void {
    this.heard += events.length;
    const known = new Set(this.events.map(eventKey));
    this.events.push(...events.filter((event) => !known.has(eventKey(event))));
    this.changed();
  }
}
