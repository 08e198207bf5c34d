/** Sends events to webhook endpoints, one request for each event, in the order of their ids. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { eventId, publicEvent, typesOf, type EventType } from '../../domain/events/event.ts';
import { failureText, judgeDelivery } from '../../domain/events/webhook-delivery.ts';
import type { EndpointWork } from '../../store/events/endpoint-store.ts';
import type { OutboxEvent } from '../../store/events/event-store.ts';
import type { ActivityDeps } from '../deps.ts';

export type WebhookSlice =
  /** The time of this slice is over. */
  | { kind: 'more' }
  /** The endpoint failed; nothing is sent before. */
  | { kind: 'wait'; waitMs: number; reason: string }
  /** The endpoint is disabled or deleted, or another delivery has taken over. */
  | { kind: 'over' };

/** What a test request came to. */
export interface WebhookTest {
  status: number | null;
  /** Null: delivered. */
  failure: string | null;
  durationMs: number;
}

export type WebhookDeps = Pick<ActivityDeps, 'store' | 'webhooks' | 'timing' | 'nowMs'>;

const PER_PAGE = 50;
const POLL_EVERY_MS = 500;
/** For longer waits the workflow sleeps. */
const LONGEST_WAIT_HERE_MS = 10_000;
/** The place of an endpoint that wants none of the new events is stored so often. */
const ADVANCE_EVERY_MS = 10_000;

type Open = Extract<EndpointWork, { kind: 'open' }>;

interface Delivery {
  deps: WebhookDeps;
  id: string;
  lease: number;
  signal: AbortSignal;
}

/** Runs for one slice of time, or until the endpoint fails. What was sent and not noted is sent again by the next one. */
export async function deliverWebhooks(deps: WebhookDeps, id: string): Promise<WebhookSlice> {
  const { store, timing, nowMs } = deps;
  const context = Context.current();
  const lease = await store.leaseEndpoint(id);
  if (lease === undefined) return { kind: 'over' };
  const delivery = { deps, id, lease, signal: context.cancellationSignal };
  const reader = new WantedEvents(delivery);
  const endsAtMs = nowMs() + timing.dispatchSliceMs;
  while (nowMs() < endsAtMs) {
    context.heartbeat();
    const work = await store.endpointWork({ id, lease, nowMs: nowMs() });
    if (work.kind === 'over') return work;
    if (work.kind === 'wait') {
      const waitMs = work.untilMs - nowMs();
      if (waitMs > LONGEST_WAIT_HERE_MS) return { kind: 'wait', waitMs, reason: work.reason };
      await sleep(Math.min(POLL_EVERY_MS, waitMs), undefined, { signal: delivery.signal });
      continue;
    }
    const found = await reader.next(work);
    const more = await sendAll(delivery, work, found);
    if (!more) await sleep(POLL_EVERY_MS, undefined, { signal: delivery.signal });
  }
  return { kind: 'more' };
}

interface Found {
  kind: 'event' | 'replay';
  events: readonly OutboxEvent[];
}

/** True: there may be more to send at once. Ends early at the first request that fails. */
async function sendAll(delivery: Delivery, work: Open, { kind, events }: Found): Promise<boolean> {
  let { failures } = work;
  for (const event of events) {
    Context.current().heartbeat();
    const delivered = await sendOne(delivery, { ...work, failures }, { kind, event });
    if (!delivered) return false;
    failures = { tries: 0, sinceMs: null };
  }
  return events.length > 0;
}

async function sendOne(
  { deps, id, lease, signal }: Delivery,
  { access, failures }: Open,
  { kind, event }: { kind: Found['kind']; event: OutboxEvent },
): Promise<boolean> {
  const { store, webhooks, timing, nowMs } = deps;
  const eventWithId = { ...event, id: eventId(event.serial) };
  const message = { ...access, id: eventWithId.id, body: JSON.stringify(publicEvent(eventWithId)) };
  const answer = await webhooks.send(message, signal);
  const rule = { nowMs: nowMs(), random: Math.random(), timing };
  const verdict = judgeDelivery(answer, failures, rule);
  const noted = { id, lease, kind, event, answer, verdict, nowMs: nowMs() };
  return (await store.noteDelivery(noted)) && verdict.kind === 'delivered';
}

/** Reads what is to be sent next: new events, and in turn with them those that are sent again. */
class WantedEvents {
  readonly #delivery: Delivery;
  /** Up to here nothing new is wanted. It may be further than the stored position. */
  #scanned = 0;
  #advancedAtMs = 0;
  #replayIsNext = false;

  constructor(delivery: Delivery) {
    this.#delivery = delivery;
  }

  async next(work: Open): Promise<Found> {
    const types = work.types === null ? undefined : typesOf(work.types);
    if (work.replay && this.#replayIsNext) {
      this.#replayIsNext = false;
      return { kind: 'replay', events: await this.#replayed(work.replay, types) };
    }
    this.#replayIsNext = true;
    const events = await this.#new(work, types);
    if (events.length > 0 || !work.replay) return { kind: 'event', events };
    return this.next(work);
  }

  async #new({ position }: Open, types: readonly EventType[] | undefined): Promise<OutboxEvent[]> {
    const { deps, id, lease } = this.#delivery;
    const { store, nowMs } = deps;
    const after = Math.max(position, this.#scanned);
    const { last } = await store.outboxSpan();
    if (last <= after) return [];
    const { items } = await store.outbox({ types, order: 'asc', after }, { limit: PER_PAGE });
    if (items.length > 0) return items;
    this.#scanned = last;
    if (nowMs() - this.#advancedAtMs >= ADVANCE_EVERY_MS) {
      this.#advancedAtMs = nowMs();
      await store.advanceEndpoint({ id, lease, kind: 'event', position: last });
    }
    return [];
  }

  async #replayed(
    { position, to }: { position: number; to: number },
    types: readonly EventType[] | undefined,
  ): Promise<OutboxEvent[]> {
    const { deps, id, lease } = this.#delivery;
    const page = { types, order: 'asc', after: position } as const;
    const { items } = await deps.store.outbox(page, { limit: PER_PAGE });
    const wanted = items.filter(({ serial }) => serial <= to);
    // Nothing that is wanted is left, so the replay is over.
    if (wanted.length === 0) {
      await deps.store.advanceEndpoint({ id, lease, kind: 'replay', position: to });
    }
    return wanted;
  }
}

/** One request with a test event, also to an endpoint that is disabled. It is not repeated. */
export async function testWebhook(
  deps: WebhookDeps,
  endpointId: string,
): Promise<WebhookTest | null> {
  const { store, webhooks, nowMs } = deps;
  const access = await store.endpointAccess(endpointId, nowMs());
  if (!access) return null;
  const id = `test_${nowMs()}`;
  const subject = `webhook-endpoints/${endpointId}`;
  const event = { id, type: 'webhook.test', atMs: nowMs(), subject, campaignId: null, data: {} };
  const body = JSON.stringify(publicEvent(event));
  const answer = await webhooks.send({ ...access, id, body }, Context.current().cancellationSignal);
  await store.noteTest({ id: endpointId, answer, nowMs: nowMs() });
  const { status, durationMs } = answer;
  const delivered = status !== null && status >= 200 && status < 300;
  return { status, durationMs, failure: delivered ? null : failureText(answer) };
}
