import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { timingFor } from '../../../src/domain/timing.ts';
import {
  afterCallSeen,
  afterWebhookReceived,
  awaitsWebhooks,
  isPollOverdue,
  isPolling,
  NEW_WEBHOOK_HEALTH,
  type WatchedCall,
  type WebhookHealth,
  type IngressProcess,
  type WebhookStatus,
} from '../../../src/domain/account/webhook-health.ts';

const timing = timingFor(DEFAULT_CARRIER_PROFILE.timing);
const START_MS = 1_800_000_000_000;
const HEALTHY: WebhookHealth = { state: 'healthy', sinceMs: START_MS, recent: [] };
const LOST: WebhookHealth = { state: 'lost', sinceMs: START_MS, recent: [] };

const after = (health: WebhookHealth, ...calls: boolean[]): WebhookHealth =>
  calls.reduce(
    (known, received) => afterCallSeen(known, { received, nowMs: START_MS + 1 }),
    health,
  );

describe('the health of webhooks', () => {
  test('falls when three calls in a row ended unheard, from wherever it stood', () => {
    expect(after(HEALTHY, true, false, false).state).toBe('healthy');
    expect(after(HEALTHY, true, false, false, false)).toEqual({ ...LOST, sinceMs: START_MS + 1 });
    expect(after(NEW_WEBHOOK_HEALTH, false, false, false).state).toBe('lost');
  });

  test('falls when half of the last eight calls ended unheard', () => {
    const half = [true, false, true, false, true, false, true, false];
    expect(after(HEALTHY, ...half.slice(0, -1)).state).toBe('healthy');
    expect(after(HEALTHY, ...half).state).toBe('lost');
  });

  test('heals by itself when three calls in a row were received of', () => {
    expect(after(LOST, true, true, false, true, true).state).toBe('lost');
    expect(after(LOST, true, true, true).state).toBe('healthy');
    expect(afterWebhookReceived(LOST, START_MS)).toBe(LOST);
  });

  test('is proven by the first webhook', () => {
    expect(afterWebhookReceived(NEW_WEBHOOK_HEALTH, START_MS).state).toBe('healthy');
    expect(after(NEW_WEBHOOK_HEALTH, true).state).toBe('healthy');
  });

  test('is written no more once a window of calls was received of', () => {
    const steady = after(HEALTHY, ...Array.from({ length: 8 }, () => true));
    expect(after(steady, true)).toBe(steady);
  });

  test('never flaps: between two changes lie at least three calls, and webhooks alone decide', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (calls) => {
        let known = HEALTHY;
        let sinceChange = 0;
        for (const received of calls) {
          const next = afterCallSeen(known, { received, nowMs: START_MS });
          sinceChange += 1;
          expect(next.state !== known.state && sinceChange < 3).toBe(false);
          expect(next.state === 'lost' && known.state !== 'lost' && received).toBe(false);
          if (next.state !== known.state) sinceChange = 0;
          known = next;
        }
        expect(after(known, true, true, true).state).toBe('healthy');
        expect(after(known, false, false, false).state).toBe('lost');
      }),
    );
  });
});

const call = (more: Partial<WatchedCall> = {}): WatchedCall => ({
  deepest: 'accepted',
  placedAtMs: START_MS,
  webhookAtMs: null,
  polledAtMs: null,
  pollProgressAtMs: null,
  pollsFail: false,
  hangupAsked: false,
  ...more,
});
const server = (isUp: boolean): IngressProcess => ({
  name: 'web-1:8080',
  sinceMs: 0,
  seenMs: START_MS,
  isUp,
  received: 0,
  receivedAtMs: null,
});
const standing = (more: Partial<WebhookStatus> = {}): WebhookStatus => ({
  ...HEALTHY,
  webhookAtMs: START_MS + 1,
  ingressDown: false,
  ingresses: [],
  ...more,
});

describe('the next word of a call', () => {
  test.each([
    ['webhooks arrive', call(), standing(), true],
    ['they are lost', call(), standing({ ...LOST }), false],
    ['our ingress does not listen', call(), standing({ ingressDown: true }), false],
    ['one of our servers is missing', call(), standing({ ingresses: [server(false)] }), false],
    ['all our servers run', call(), standing({ ingresses: [server(true)] }), true],
    ['a hang-up was asked for', call({ hangupAsked: true }), standing(), false],
    [
      'a look showed what none had told',
      call({ pollProgressAtMs: START_MS + 5 }),
      standing(),
      false,
    ],
    [
      'a webhook came after that look',
      call({ pollProgressAtMs: START_MS + 5, webhookAtMs: START_MS + 6 }),
      standing(),
      true,
    ],
    [
      'nobody was received of since its POST',
      call(),
      standing({ webhookAtMs: START_MS - 1 }),
      false,
    ],
    [
      'it was received of itself',
      call({ webhookAtMs: START_MS }),
      standing({ webhookAtMs: START_MS }),
      true,
    ],
  ] as const)('%s: left to webhooks or not', (_what, live, how, left) => {
    expect(awaitsWebhooks(live, how, START_MS + timing.quietMs, timing)).toBe(left);
  });
});

describe('a live call that polls again by itself', () => {
  const polls = (live: WatchedCall, how = standing()) => isPolling(live, how, timing);
  const LATER_MS = START_MS + timing.quietMs;

  test('has polled already, and waits for no webhook', () => {
    expect(polls(call())).toBe(false);
    expect(polls(call({ polledAtMs: LATER_MS, pollProgressAtMs: LATER_MS }))).toBe(true);
    expect(polls(call({ polledAtMs: LATER_MS, pollsFail: true }))).toBe(true);
    const silence = standing({ webhookAtMs: START_MS - 1 });
    expect(polls(call({ polledAtMs: LATER_MS }), silence)).toBe(true);
  });

  test('is none that went back to waiting for webhooks after its poll', () => {
    expect(polls(call({ polledAtMs: LATER_MS }))).toBe(false);
    expect(polls(call({ polledAtMs: LATER_MS, webhookAtMs: START_MS + 1 }))).toBe(false);
    const heardSince = { pollProgressAtMs: LATER_MS, webhookAtMs: LATER_MS + 1 };
    expect(polls(call({ polledAtMs: LATER_MS, ...heardSince }))).toBe(false);
  });
});

describe('a live call that waits for webhooks', () => {
  const overdue = (live: WatchedCall, how: WebhookStatus, afterMs: number) =>
    isPollOverdue(live, how, START_MS + afterMs, timing);

  test('is polled soon while none has ever come, and once all have stopped', () => {
    const never = standing({ ...NEW_WEBHOOK_HEALTH, webhookAtMs: null });
    expect(overdue(call(), never, timing.ringPollMs - 1)).toBe(false);
    expect(overdue(call(), never, timing.ringPollMs)).toBe(true);
    const stopped = standing({ webhookAtMs: START_MS - 1 });
    expect(overdue(call(), stopped, timing.quietMs - 1)).toBe(false);
    expect(overdue(call(), stopped, timing.quietMs)).toBe(true);
  });

  test('is polled when its phone cannot ring any more, and not before', () => {
    const ringing = call({ deepest: 'customer_ringing', webhookAtMs: START_MS });
    expect(overdue(ringing, standing(), timing.customerRingMs)).toBe(false);
    expect(overdue(ringing, standing(), timing.customerRingMs + timing.pollAtMostMs)).toBe(true);
    expect(overdue(call({ pollsFail: true }), standing(), 10 * timing.agentRingMs)).toBe(false);
  });

  test('is not polled while people talk', () => {
    const talking = call({ deepest: 'bridged', webhookAtMs: START_MS });
    expect(overdue(talking, standing(), 60 * 60_000)).toBe(false);
  });
});
