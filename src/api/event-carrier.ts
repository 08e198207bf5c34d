import type { FastifyBaseLogger } from 'fastify';
import type { CallRef } from '../domain/ids.ts';
import type { InboxStore } from '../store/inbox-store.ts';
import { messagesFor } from './event-messages.ts';
import type { TemporalGateway } from './temporal-gateway.ts';

export interface EventCarrierDeps {
  store: Pick<InboxStore, 'uncarriedEvents' | 'markCarried'>;
  gateway: Pick<TemporalGateway, 'tellEvents'>;
  /** Events that arrive within this time share one signal. */
  lingerMs: number;
  /** Before the first try again; doubles. */
  retryMs?: number;
  log: FastifyBaseLogger;
}

const MOST_AT_A_TIME = 32;
const MOST_WAITING = 20_000;
const TRIES = 4;
const RETRY_MS = 500;
/** A call has a dozen signals in its life. Past this a flood is assumed, and signals become rare. */
const SIGNALS_BEFORE_SLOWING = 32;
const SLOWEST_MS = 60_000;
const STOP_WITHIN_MS = 3_000;

interface Errand {
  /** `idle` while it lingers or waits for its turn: what comes meanwhile is read with the rest. */
  phase: 'idle' | 'carrying';
  again: boolean;
  tries: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Carries events from the inbox to the workflows of their calls, after the webhook was answered. What it
 * cannot carry stays in the inbox, and the sweep carries it.
 */
export class EventCarrier {
  readonly #deps: EventCarrierDeps;
  readonly #errands = new Map<CallRef, Errand>();
  readonly #signals = new Map<CallRef, number>();
  readonly #running = new Set<Promise<void>>();
  readonly #queue: CallRef[] = [];
  #stopping = false;

  constructor(deps: EventCarrierDeps) {
    this.#deps = deps;
  }

  /** Something is in the inbox that the call should hear of. */
  wake(ref: CallRef): void {
    if (this.#stopping) return;
    const known = this.#errands.get(ref);
    if (known) known.again = known.phase === 'carrying';
    else if (this.#errands.size < MOST_WAITING) this.#linger(ref);
  }

  /** Carries what lingers, once, for as long as a shutdown can wait. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const [ref, errand] of this.#errands) {
      if (errand.timer === undefined) continue;
      clearTimeout(errand.timer);
      this.#enqueue(ref, errand);
    }
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, STOP_WITHIN_MS);
    await Promise.race([this.#drained(), late.promise]);
    clearTimeout(timer);
  }

  async #drained(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running);
  }

  #linger(ref: CallRef, tries = 0, afterMs = this.#lingerMs(ref)): void {
    const errand: Errand = { phase: 'idle', again: false, tries, timer: undefined };
    errand.timer = setTimeout(() => this.#enqueue(ref, errand), afterMs);
    this.#errands.set(ref, errand);
  }

  #lingerMs(ref: CallRef): number {
    const excess = (this.#signals.get(ref) ?? 0) - SIGNALS_BEFORE_SLOWING;
    if (excess < 0) return this.#deps.lingerMs;
    return Math.min(1_000 * 2 ** Math.min(excess, 10), SLOWEST_MS);
  }

  #enqueue(ref: CallRef, errand: Errand): void {
    errand.timer = undefined;
    this.#queue.push(ref);
    this.#startNext();
  }

  #startNext(): void {
    if (this.#running.size >= MOST_AT_A_TIME) return;
    const ref = this.#queue.shift();
    const errand = ref === undefined ? undefined : this.#errands.get(ref);
    if (ref === undefined || !errand) return;
    errand.phase = 'carrying';
    const running = this.#run(ref, errand).finally(() => {
      this.#running.delete(running);
      this.#startNext();
    });
    this.#running.add(running);
  }

  async #run(ref: CallRef, errand: Errand): Promise<void> {
    let failed = false;
    try {
      await this.#carry(ref);
    } catch (error) {
      failed = true;
      this.#deps.log.warn({ err: error, ref, tries: errand.tries + 1 }, 'events not carried');
    }
    this.#errands.delete(ref);
    if (this.#stopping) return;
    if (failed && errand.tries + 1 < TRIES) {
      const afterMs = (this.#deps.retryMs ?? RETRY_MS) * 2 ** errand.tries;
      this.#linger(ref, errand.tries + 1, afterMs);
    } else if (errand.again) {
      this.#linger(ref);
    }
  }

  async #carry(ref: CallRef): Promise<void> {
    const { store, gateway } = this.#deps;
    for (const { message, ids } of messagesFor(ref, await store.uncarriedEvents(ref))) {
      // A workflow that is gone is the sweep's: it decides whether the call needs another.
      if ((await gateway.tellEvents(message)) === 'gone') return;
      this.#count(ref);
      await store.markCarried(ids, 'signal');
    }
  }

  #count(ref: CallRef): void {
    const signals = (this.#signals.get(ref) ?? 0) + 1;
    this.#signals.delete(ref);
    this.#signals.set(ref, signals);
    if (this.#signals.size > MOST_WAITING) {
      this.#signals.delete(this.#signals.keys().next().value!);
    }
  }
}
