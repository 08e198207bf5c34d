import { describe, expect, test } from 'vitest';
import { isWorthRetrying, retryAfterMs } from '../../src/simulator/webhooks/retry-policy.ts';
import {
  CALLBACK,
  COMPLETED,
  HOOKS,
  NOT_RECORDED,
  NO_AGENT,
  startCarrier,
  type Carrier,
  type Webhook,
} from './carrier.ts';

const SEVEN = [
  'agent_ringing',
  'agent_answered',
  'customer_ringing',
  'bridged',
  'completed',
  'finalized',
].map((name) => `click2call.${name}`);

const names = (webhooks: Webhook[]) => webhooks.map(({ body }) => body.event);
const bySeq = (webhooks: Webhook[]) =>
  webhooks.toSorted((left, right) => left.body.event_seq - right.body.event_seq);

async function triesOver(carrier: Carrier, event: string): Promise<void> {
  await carrier.until('try-end', (end) => end.event === event && end.next_in_ms === null);
}

describe('events', () => {
  test('tell every transition, with a growing event_seq and the call as data', async () => {
    const carrier = await startCarrier();
    const id = await carrier.call(NOT_RECORDED);
    await triesOver(carrier, 'click2call.finalized');
    await expect.poll(() => carrier.webhooks.length).toBe(6);
    const told = bySeq(carrier.webhooks);
    expect(names(told)).toEqual(SEVEN);
    expect(told.map(({ body }) => body.event_seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(told.every(({ path }) => CALLBACK.endsWith(path))).toBe(true);
    expect(told.every(({ headers }) => headers.host === new URL(HOOKS).host)).toBe(true);
    expect(told.every(({ body }) => body.data['id'] === id)).toBe(true);
    expect(told.at(-1)?.text).toContain((await carrier.read(id)).text.match(/"cost":[\d.]+/)![0]);
  });

  test('carry no cost before finalized', async () => {
    const carrier = await startCarrier();
    await carrier.call(NOT_RECORDED);
    await triesOver(carrier, 'click2call.finalized');
    await expect.poll(() => carrier.webhooks.length).toBe(6);
    const priced = carrier.webhooks.filter(({ body }) => body.data['cost'] !== null);
    expect(names(priced)).toEqual(['click2call.finalized']);
  });

  test('are not sent without a callback URL', async () => {
    const carrier = await startCarrier();
    await carrier.call(NOT_RECORDED, { callback_url: undefined });
    await carrier.until('billed');
    expect(carrier.facts('try')).toEqual([]);
  });

  test('of lost ratio 1 never come, and one name alone can be lost', async () => {
    const carrier = await startCarrier({ lostEvent: ['completed', 'click2call.bridged:1'] });
    await carrier.call(NOT_RECORDED);
    await triesOver(carrier, 'click2call.finalized');
    const kept = SEVEN.filter((name) => !/completed|bridged/.test(name));
    await expect.poll(() => names(bySeq(carrier.webhooks))).toEqual(kept);
    await carrier.simulator.change({ lostWebhooks: 1 });
    await carrier.call(NO_AGENT);
    await carrier.until('billed', ({ seq }) => seq === 3);
    expect(carrier.facts('transition').at(-1)?.deliveries).toEqual([]);
  });

  test('can come twice, saying the same', async () => {
    const carrier = await startCarrier({ duplicateWebhooks: 1 });
    await carrier.call(NO_AGENT);
    await expect.poll(() => carrier.webhooks.length).toBe(6);
    const texts = carrier.webhooks.map(({ text }) => text);
    expect(new Set(texts).size).toBe(3);
  });

  test('late ones come out of order', async () => {
    const carrier = await startCarrier({ lateWebhooks: 0.5, lateMs: [400_000, 500_000] });
    await carrier.call(NOT_RECORDED);
    await expect.poll(() => carrier.webhooks.length).toBe(6);
    const order = carrier.webhooks.map(({ body }) => body.event_seq);
    expect(order).not.toEqual(order.toSorted((left, right) => left - right));
  });

  test('finalized can be delivered before the end, with a higher event_seq', async () => {
    const atOnce = [0, 0] as const;
    const carrier = await startCarrier({
      finalizedFirst: 1,
      timeFactor: 20,
      agentRingMs: atOnce,
      dialMs: atOnce,
      customerRingMs: atOnce,
      talkMs: atOnce,
      billingMs: atOnce,
      webhookMs: atOnce,
    });
    await carrier.call(NOT_RECORDED);
    await expect.poll(() => carrier.webhooks.length).toBe(6);
    expect(names(carrier.webhooks).slice(-2)).toEqual([SEVEN[5], SEVEN[4]]);
    expect(names(bySeq(carrier.webhooks))).toEqual(SEVEN);
  });

  test('finalized can have the lower event_seq', async () => {
    const carrier = await startCarrier({ finalizedFirst: 1, variant: { finalizedSeq: 'before' } });
    await carrier.call(NOT_RECORDED);
    await expect.poll(() => carrier.webhooks.length).toBe(6);
    expect(names(bySeq(carrier.webhooks)).slice(-2)).toEqual([SEVEN[5], SEVEN[4]]);
  });

  test('event_seq may jump, and still grows', async () => {
    const carrier = await startCarrier({ seqGaps: 1 });
    await carrier.call(NO_AGENT);
    const { seq } = await carrier.until('billed');
    expect(seq).toBeGreaterThanOrEqual(6);
  });
});

describe('a delivery', () => {
  test.each([408, 429, 500, 503])('answered %i is tried again', async (status) => {
    const carrier = await startCarrier({}, (_, count) => ({ status: count === 1 ? status : 204 }));
    await carrier.call(NO_AGENT);
    const end = await carrier.until('try-end', ({ try: number }) => number === 2);
    expect(end.status).toBe(204);
    expect(end.next_in_ms).toBeNull();
  });

  test.each([301, 400, 401, 404, 410])('answered %i is over', async (status) => {
    const headers = { location: `${HOOKS}/elsewhere` };
    const carrier = await startCarrier({}, () => ({ status, headers }));
    await carrier.call(NO_AGENT);
    expect((await carrier.until('try-end')).next_in_ms).toBeNull();
    expect(carrier.webhooks.every(({ path }) => CALLBACK.endsWith(path))).toBe(true);
  });

  test('is tried six times at most, each wait twice the one before', async () => {
    const carrier = await startCarrier({ timeFactor: 20_000 }, () => ({ status: 500 }));
    await carrier.call(NO_AGENT);
    const ends = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((number) =>
        carrier.until('try-end', (end) => end.try === number && end.seq === 1),
      ),
    );
    expect(ends.map(({ next_in_ms }) => next_in_ms)).toEqual([1.5, 3, 6, 12, 24, null]);
    expect(carrier.facts('try').filter(({ seq }) => seq === 1)).toHaveLength(6);
  });

  test('waits for the time in Retry-After', async () => {
    const carrier = await startCarrier({}, (_, count) =>
      count === 1 ? { status: 503, headers: { 'retry-after': '0' } } : { status: 204 },
    );
    await carrier.call(NO_AGENT);
    const { status, next_in_ms } = await carrier.until('try-end', (end) => end.status === 503);
    expect([status, next_in_ms]).toEqual([503, 0]);
    await carrier.until('try-end', (end) => end.try === 2);
  });

  test('never outlasts the patience with a receiver', async () => {
    const silent = new Promise<never>(() => undefined);
    const carrier = await startCarrier({ receiverTimeoutMs: 40, retries: 0 }, () => silent);
    await carrier.call(NO_AGENT);
    const end = await carrier.until('try-end');
    expect(end).toMatchObject({ status: null, error: 'timeout', next_in_ms: null });
    expect(end.latency_ms).toBeGreaterThanOrEqual(39);
  });

  test('without a route fails, is recorded and tried again', async () => {
    const carrier = await startCarrier({ deliver: [] });
    await carrier.call(NO_AGENT);
    const end = await carrier.until('try-end');
    expect(end.error).toContain('no route');
    expect(end.next_in_ms).not.toBeNull();
  });

  test('whose answer is lost comes again', async () => {
    const carrier = await startCarrier({ lostAcks: 1, retries: 1 });
    await carrier.call(NO_AGENT);
    const end = await carrier.until('try-end', ({ try: number }) => number === 1);
    expect(end).toMatchObject({ status: 204, ack_lost: true });
    await carrier.until('try-end', (again) => again.seq === end.seq && again.try === 2);
  });

  test('is in the ledger before it goes out', async () => {
    const seen: number[] = [];
    const carrier: Carrier = await startCarrier({}, () => {
      seen.push(carrier.facts('try').length);
      return { status: 204 };
    });
    await carrier.call(COMPLETED);
    await triesOver(carrier, 'click2call.finalized');
    expect(seen.every((lines, index) => lines >= index + 1)).toBe(true);
  });
});

test('Retry-After is seconds or a date', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  expect(retryAfterMs('7', nowMs)).toBe(7_000);
  expect(retryAfterMs('Thu, 01 Jan 2026 00:00:30 GMT', nowMs)).toBe(30_000);
  expect(retryAfterMs('soon', nowMs)).toBeUndefined();
});

test('a failed transport is worth another try, a success is not', () => {
  const result = { error: null, ackLost: false, retryAfter: null, latencyMs: 0 };
  expect(isWorthRetrying({ ...result, status: null })).toBe(true);
  expect(isWorthRetrying({ ...result, status: 204 })).toBe(false);
});
