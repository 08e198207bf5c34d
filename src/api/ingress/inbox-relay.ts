import type { FastifyBaseLogger } from 'fastify';
import type { CallRef } from '../../domain/ids.ts';
import type { InboxStore } from '../../store/calls/inbox-store.ts';
import { SIGNALS } from '../../workflows/messages.ts';
import { messagesFor } from './relay-messages.ts';
import type { TemporalGateway } from '../temporal/temporal-gateway.ts';

export interface InboxRelayDeps {
  store: Pick<InboxStore, 'unrelayedEvents' | 'markRelayed'>;
  gateway: Pick<TemporalGateway, 'signalEvents'>;
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

/** What a call is to be told: an event of its own, or just to look, which costs it a GET and ten times the history. */
export type RelayReason = 'event' | 'poke';

interface Pace {
  /** So many are carried as they come; past it a flood is assumed, and signals become rare. */
  atOnce: number;
  /** The wait after that, and how it grows with each. */
  firstMs: number;
  factor: number;
  atMostMs: number;
}

/** A call has a dozen signals in its life, and not one poke where all is well. */
const PACES: Record<RelayReason, Pace> = {
  event: { atOnce: 24, firstMs: 1_000, factor: 2, atMostMs: 60_000 },
  poke: { atOnce: 2, firstMs: 3_000, factor: 6, atMostMs: 300_000 },
};
const STOP_WITHIN_MS = 3_000;

interface RelayTask {
  /** `idle` while it lingers or waits for its turn: what comes meanwhile is read with the rest. */
  phase: 'idle' | 'carrying';
  /** What came while it was carrying. */
  again: RelayReason | undefined;
  tries: number;
  timer: NodeJS.Timeout | undefined;
  dueAtMs: number;
}

/**
 * Carries events from the inbox to the workflows of their calls, after the webhook was answered. What it
 * cannot carry stays in the inbox, and the sweep carries it.
 */
export class InboxRelay {
  readonly #deps: InboxRelayDeps;
  readonly #errands = new Map<CallRef, RelayTask>();
  readonly #told = new Map<CallRef, Record<RelayReason, number>>();
  readonly #running = new Set<Promise<void>>();
  readonly #queue: CallRef[] = [];
  #stopping = false;

  constructor(deps: InboxRelayDeps) {
    this.#deps = deps;
  }

  /** Something is in the inbox that the call should hear of. */
  wake(ref: CallRef, occasion: RelayReason = 'event'): void {
    if (this.#stopping) return;
    const known = this.#errands.get(ref);
    if (!known) {
      if (this.#errands.size < MOST_WAITING) this.#linger(ref, this.#waitMs(ref, occasion));
    } else if (known.phase === 'carrying') {
      known.again = known.again === 'event' ? 'event' : occasion;
    } else if (known.timer !== undefined && known.tries === 0) {
      // An event does not wait as long as a flood of pokes must.
      const waitMs = this.#waitMs(ref, occasion);
      if (Date.now() + waitMs >= known.dueAtMs) return;
      clearTimeout(known.timer);
      this.#linger(ref, waitMs);
    }
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

  #linger(ref: CallRef, afterMs: number, tries = 0): void {
    const dueAtMs = Date.now() + afterMs;
    const errand: RelayTask = { phase: 'idle', again: undefined, tries, timer: undefined, dueAtMs };
    errand.timer = setTimeout(() => this.#enqueue(ref, errand), afterMs);
    this.#errands.set(ref, errand);
  }

  #waitMs(ref: CallRef, occasion: RelayReason): number {
    const { atOnce, firstMs, factor, atMostMs } = PACES[occasion];
    const excess = (this.#told.get(ref)?.[occasion] ?? 0) - atOnce;
    if (excess < 0) return this.#deps.lingerMs;
    return Math.min(firstMs * factor ** Math.min(excess, 10), atMostMs);
  }

  #enqueue(ref: CallRef, errand: RelayTask): void {
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

  async #run(ref: CallRef, errand: RelayTask): Promise<void> {
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
      this.#linger(ref, afterMs, errand.tries + 1);
    } else if (errand.again) {
      this.#linger(ref, this.#waitMs(ref, errand.again));
    }
  }

  async #carry(ref: CallRef): Promise<void> {
    const { store, gateway } = this.#deps;
    for (const { message, ids } of messagesFor(ref, await store.unrelayedEvents(ref))) {
      // A workflow that is gone is the sweep's: it decides whether the call needs another.
      if ((await gateway.signalEvents(message)) === 'gone') return;
      this.#count(ref, message.signalName === SIGNALS.poke ? 'poke' : 'event');
      await store.markRelayed(ids, 'signal');
    }
  }

  #count(ref: CallRef, occasion: RelayReason): void {
    const told = this.#told.get(ref) ?? { event: 0, poke: 0 };
    told[occasion] += 1;
    this.#told.delete(ref);
    this.#told.set(ref, told);
    if (this.#told.size > MOST_WAITING) this.#told.delete(this.#told.keys().next().value!);
  }
}
