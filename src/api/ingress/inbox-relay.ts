import type { FastifyBaseLogger } from 'fastify';
import type { CallRef } from '../../domain/ids.ts';
import type { InboxStore } from '../../store/calls/inbox-store.ts';
import { SIGNALS } from '../../contract/messages.ts';
import { messagesFor } from './relay-messages.ts';
import type { LateEvents } from './late-events.ts';
import type { TemporalGateway } from '../temporal/temporal-gateway.ts';

export interface InboxRelayDeps {
  store: Pick<InboxStore, 'unrelayedEvents' | 'markRelayed'>;
  gateway: Pick<TemporalGateway, 'signalEvents'>;
  lateEvents: Pick<LateEvents, 'startFor'>;
  /** Events that arrive within this time share one signal. */
  lingerMs: number;
  /** The wait before the first retry. It doubles with each retry. */
  retryMs?: number;
  log: FastifyBaseLogger;
}

const MOST_AT_A_TIME = 32;
const MOST_WAITING = 20_000;
const TRIES = 4;
const RETRY_MS = 500;

/** Why a call is signalled: an event of its own, or a poke. A poke costs a GET and ten times the history. */
export type RelayReason = 'event' | 'poke';

interface Pace {
  /** So many signals are sent without a wait. More events count as a flood, and signals become rare. */
  atOnce: number;
  /** The first wait after that, and its growth with each signal. */
  firstMs: number;
  factor: number;
  atMostMs: number;
}

/** A call gets about a dozen signals in its life, and no poke if all is well. */
const PACES: Record<RelayReason, Pace> = {
  event: { atOnce: 24, firstMs: 1_000, factor: 2, atMostMs: 60_000 },
  poke: { atOnce: 2, firstMs: 3_000, factor: 6, atMostMs: 300_000 },
};
const STOP_WITHIN_MS = 3_000;

interface RelayTask {
  /** `idle` while it waits: events that arrive meanwhile are read with the others. */
  phase: 'idle' | 'relaying';
  /** The reason to run again, because something arrived while it was relaying. */
  again: RelayReason | undefined;
  tries: number;
  timer: NodeJS.Timeout | undefined;
  dueAtMs: number;
}

/**
 * Relays events from the inbox to the workflows of their calls, after the webhook was answered. What it cannot relay
 * stays in the inbox, and the sweep relays it.
 */
export class InboxRelay {
  readonly #deps: InboxRelayDeps;
  readonly #tasks = new Map<CallRef, RelayTask>();
  readonly #relayed = new Map<CallRef, Record<RelayReason, number>>();
  readonly #running = new Set<Promise<void>>();
  readonly #queue: CallRef[] = [];
  #stopping = false;

  constructor(deps: InboxRelayDeps) {
    this.#deps = deps;
  }

  /** The inbox has something for the call. */
  wake(ref: CallRef, reason: RelayReason = 'event'): void {
    if (this.#stopping) return;
    const known = this.#tasks.get(ref);
    if (!known) {
      if (this.#tasks.size < MOST_WAITING) this.#linger(ref, this.#waitMs(ref, reason));
    } else if (known.phase === 'relaying') {
      known.again = known.again === 'event' ? 'event' : reason;
    } else if (known.timer !== undefined && known.tries === 0) {
      // An event does not wait as long as a flood of pokes must.
      const waitMs = this.#waitMs(ref, reason);
      if (Date.now() + waitMs >= known.dueAtMs) return;
      clearTimeout(known.timer);
      this.#linger(ref, waitMs);
    }
  }

  /** Relays waiting events once, within the time that a shutdown may take. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const [ref, task] of this.#tasks) {
      if (task.timer === undefined) continue;
      clearTimeout(task.timer);
      this.#enqueue(ref, task);
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
    const task: RelayTask = { phase: 'idle', again: undefined, tries, timer: undefined, dueAtMs };
    task.timer = setTimeout(() => this.#enqueue(ref, task), afterMs);
    this.#tasks.set(ref, task);
  }

  #waitMs(ref: CallRef, reason: RelayReason): number {
    const { atOnce, firstMs, factor, atMostMs } = PACES[reason];
    const excess = (this.#relayed.get(ref)?.[reason] ?? 0) - atOnce;
    if (excess < 0) return this.#deps.lingerMs;
    return Math.min(firstMs * factor ** Math.min(excess, 10), atMostMs);
  }

  #enqueue(ref: CallRef, task: RelayTask): void {
    task.timer = undefined;
    this.#queue.push(ref);
    this.#startNext();
  }

  #startNext(): void {
    if (this.#running.size >= MOST_AT_A_TIME) return;
    const ref = this.#queue.shift();
    const task = ref === undefined ? undefined : this.#tasks.get(ref);
    if (ref === undefined || !task) return;
    task.phase = 'relaying';
    const running = this.#run(ref, task).finally(() => {
      this.#running.delete(running);
      this.#startNext();
    });
    this.#running.add(running);
  }

  async #run(ref: CallRef, task: RelayTask): Promise<void> {
    let failed = false;
    try {
      await this.#relay(ref);
    } catch (error) {
      failed = true;
      this.#deps.log.warn({ err: error, ref, tries: task.tries + 1 }, 'events not relayed');
    }
    this.#tasks.delete(ref);
    if (this.#stopping) return;
    if (failed && task.tries + 1 < TRIES) {
      const afterMs = (this.#deps.retryMs ?? RETRY_MS) * 2 ** task.tries;
      this.#linger(ref, afterMs, task.tries + 1);
    } else if (task.again) {
      this.#linger(ref, this.#waitMs(ref, task.again));
    }
  }

  async #relay(ref: CallRef): Promise<void> {
    const { store, gateway, lateEvents } = this.#deps;
    for (const { message, ids } of messagesFor(ref, await store.unrelayedEvents(ref))) {
      if ((await gateway.signalEvents(message)) === 'gone') return lateEvents.startFor(ref);
      this.#count(ref, message.signalName === SIGNALS.poke ? 'poke' : 'event');
      await store.markRelayed(ref, ids, 'signal');
    }
  }

  #count(ref: CallRef, reason: RelayReason): void {
    const counts = this.#relayed.get(ref) ?? { event: 0, poke: 0 };
    counts[reason] += 1;
    this.#relayed.delete(ref);
    this.#relayed.set(ref, counts);
    if (this.#relayed.size > MOST_WAITING) this.#relayed.delete(this.#relayed.keys().next().value!);
  }
}
