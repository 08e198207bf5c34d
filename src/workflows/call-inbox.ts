/**
 * What a call has been told. Signal handlers only append here; the call's own steps fold and decide. All
 * waits of a call go through `wait`, so that a "look" from outside interrupts every one of them.
 */
import { condition, setDefaultSignalHandler, setHandler, defineSignal } from '@temporalio/workflow';
import { foldEvents, type CallEvent, type CallState } from '../domain/call-state.ts';
import type { CallRef } from '../domain/ids.ts';
import { durable } from './activity-options.ts';
import { SIGNALS, type CallEventsSignal } from './messages.ts';

export class CallInbox {
  readonly ref: CallRef;
  hangupAsked = false;
  recordingDelivered = false;
  recordingSettled = false;
  /** A webhook came whose body could not be read: only GET can tell what it said. */
  unreadable = false;
  private events: CallEvent[] = [];
  private lookAsked = false;
  private changed: () => void = () => undefined;

  constructor(ref: CallRef) {
    this.ref = ref;
    setHandler(defineSignal(SIGNALS.hangup), () => void (this.hangupAsked = true));
    setHandler(defineSignal(SIGNALS.poke), () => void (this.unreadable = true));
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

  /** Called after every change, to keep what the Web UI shows up to date. */
  onChange(changed: () => void): void {
    this.changed = changed;
  }

  /** Reads everything the ingress has stored for this call. */
  async look(): Promise<void> {
    this.lookAsked = false;
    const summary = 'read the inbox';
    const inbox = await durable.takeEvents.executeWithOptions({ summary }, [this.ref]);
    this.unreadable ||= inbox.unreadable;
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

  private take(events: readonly CallEvent[]): void {
    const known = new Set(this.events.map((event) => event.seq));
    this.events.push(...events.filter((event) => !known.has(event.seq)));
    this.changed();
  }
}
