/** Delivers webhooks. Each try is recorded in the ledger before it is sent, and its result after the answer. */
import { Agent } from 'undici';
import { recordingWebhookUrl } from './delivery-plan.ts';
import type { CarrierEvent } from '../state/carrier-state.ts';
import type { DeliveryKey } from '../state/facts.ts';
import { Semaphore } from './semaphore.ts';
import { isWorthRetrying, waitBeforeRetryMs, type TryResult } from './retry-policy.ts';
import { happens } from '../seeded.ts';
import { postWebhook } from './webhook-post.ts';
import { webhookBody } from './webhook-body.ts';
import { drawOf, type World } from '../world.ts';

interface Delivery extends DeliveryKey {
  event: CarrierEvent;
  url: string;
  body: string;
}

const MOST_AT_ONCE = 256;

export class WebhookSender {
  readonly #world: World;
  readonly #agent = new Agent({ connections: MOST_AT_ONCE, pipelining: 1 });
  // Limited here, because time spent waiting for a connection must not count as the receiver's latency.
  readonly #semaphore = new Semaphore(MOST_AT_ONCE);
  readonly #firstTries = new Map<string, () => void>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Starts every unfinished delivery of the event, or resumes it after a restart. */
  deliver(event: CarrierEvent): void {
    const url = this.#urlFor(event);
    if (url === null) return;
    const body = webhookBody(this.#world, event);
    for (const { copy, after_ms } of event.deliveries) {
      const delivery = { call: event.call, seq: event.seq, copy, event, url, body };
      this.#schedule(delivery, Date.parse(event.at) + this.#world.clock.realMs(after_ms));
    }
  }

  /** Resolves after the first try of any webhook of the call. */
  firstTryOf(call: string): Promise<void> {
    return new Promise((resolve) => this.#firstTries.set(call, resolve));
  }

  async stop(): Promise<void> {
    await this.#agent.destroy();
  }

  #urlFor(event: CarrierEvent): string | null {
    const { carrierState, options } = this.#world;
    const call = carrierState.call(event.call);
    return event.seq === null ? recordingWebhookUrl(call, options) : call.callbackUrl;
  }

  #schedule(delivery: Delivery, firstDueAtMs: number): void {
    const progress = this.#world.carrierState.progress(delivery);
    if (progress.over) return;
    const interrupted = progress.tries > 0 && progress.dueAtMs === null;
    const dueAtMs = interrupted
      ? progress.triedAtMs + (this.#waitMs(delivery, progress.tries, INTERRUPTED) ?? Infinity)
      : (progress.dueAtMs ?? firstDueAtMs);
    if (dueAtMs === Infinity) return;
    this.#world.clock.at(dueAtMs, () =>
      this.#world.background(this.#semaphore.pass(() => this.#try(delivery))),
    );
  }

  async #try(delivery: Delivery): Promise<void> {
    const world = this.#world;
    const { call, seq, copy, url, event } = delivery;
    const tries = world.carrierState.progress(delivery).tries + 1;
    const key = { call, seq, copy, event: event.name, try: tries };
    await world.note({ fact: 'try', ...key, url });
    const result = this.#loseAck(delivery, tries, await this.#post(delivery));
    const waitMs = this.#waitMs(delivery, tries, result);
    await world.note({
      fact: 'try-end',
      ...key,
      status: result.status,
      error: result.error,
      ack_lost: result.ackLost,
      latency_ms: result.latencyMs,
      next_in_ms: waitMs,
    });
    this.#firstTries.get(call)?.();
    this.#firstTries.delete(call);
    if (waitMs !== null) this.#schedule(delivery, Date.now() + waitMs);
  }

  #post({ url, body }: Delivery): Promise<TryResult> {
    const { deliver, receiverTimeoutMs } = this.#world.options;
    const route = deliver.find(({ origin }) => origin === new URL(url).origin);
    return postWebhook({ url, body, route, timeoutMs: receiverTimeoutMs, agent: this.#agent });
  }

  #loseAck({ event, copy }: Delivery, tries: number, result: TryResult): TryResult {
    if (result.status === null || result.status >= 300) return result;
    const question = `lose ack ${event.name} ${copy} ${tries}`;
    const { options, carrierState } = this.#world;
    const draw = drawOf(this.#world, carrierState.call(event.call));
    return { ...result, ackLost: happens(options.lostAcks, draw, question) };
  }

  /** Null: there are no more tries. */
  #waitMs({ event }: Delivery, tries: number, result: TryResult): number | null {
    const { options, carrierState } = this.#world;
    if (!isWorthRetrying(result) || tries > options.retries) return null;
    const draw = drawOf(this.#world, carrierState.call(event.call));
    return waitBeforeRetryMs({ result, tries, options, draw, nowMs: Date.now() });
  }
}

/** The result of a try that the ledger has no answer for, because the carrier went down. */
const INTERRUPTED: TryResult = {
  status: null,
  error: 'interrupted',
  ackLost: false,
  retryAfter: null,
  latencyMs: 0,
};
