import { describe, expect, test } from 'vitest';
import {
  blockedWait,
  CALL_WAITS,
  callWait,
  recordingWait,
  type CallWaitFacts,
  type CallWaitReason,
} from '../../../src/domain/calls/call-wait.ts';

const NOW = Date.UTC(2027, 4, 4, 12);
const TIMING = { horizonMs: 60_000, settleAtMostMs: 600_000, webhooks: true };
const CALL: CallWaitFacts = {
  state: 'ended',
  disposition: 'completed',
  waiting: null,
  polls: null,
  placedAtMs: NOW - 40_000,
  endedAtMs: NOW - 10_000,
  settlement: 'settled',
  recording: 'stored',
  recordingReason: null,
  recordingDueAtMs: null,
};
const waitOf = (more: Partial<CallWaitFacts>, timing = TIMING) =>
  callWait({ ...CALL, ...more }, timing, NOW);

/** A call for each reason, so that none is written down that no call can have. */
const EXAMPLES: Record<Exclude<CallWaitReason, 'workflow' | 'temporal'>, Partial<CallWaitFacts>> = {
  turn: { state: 'queued' },
  worker: { state: 'claimed' },
  placement: { state: 'waiting', waiting: { reason: 'refused for now', untilMs: NOW + 5_000 } },
  request: { state: 'placing' },
  unknown: { state: 'unknown', disposition: null },
  webhook: { state: 'bridged', disposition: null },
  poll: { state: 'accepted', polls: { text: 'GET failed: HTTP 503', notBeforeMs: NOW + 9_000 } },
  person: { disposition: 'unknown', settlement: 'none' },
  bill: { settlement: 'open', recording: 'wanted' },
  'recording-webhook': { recording: 'expected' },
  'recording-download': { recording: 'delivered' },
  'recording-desk': {
    recording: 'wanted',
    recordingReason: 'not found',
    recordingDueAtMs: NOW + 1,
  },
};

describe('each reason', () => {
  test.each(Object.entries(EXAMPLES))('%s', (reason, facts) => {
    const found = waitOf(facts);
    expect(found?.reason).toBe(reason);
    expect(found?.text).toContain(CALL_WAITS[reason as CallWaitReason]);
  });
});

test('a workflow that does not work, or a Temporal that is away, is the reason of every call but one that a person must resolve', () => {
  const blocked = {
    reason: 'workflow',
    text: 'the workflow does not work',
    untilMs: null,
  } as const;
  for (const [reason, facts] of Object.entries(EXAMPLES)) {
    const expected = reason === 'person' ? waitOf(facts) : blocked;
    expect(blockedWait(waitOf(facts), blocked)).toEqual(expected);
    expect(blockedWait(waitOf(facts), null)).toEqual(waitOf(facts));
  }
  expect(blockedWait(null, blocked)).toBeNull();
});

test('a call that is over, settled and recorded waits for nothing', () => {
  expect(waitOf({})).toBeNull();
  expect(waitOf({ recording: 'missing' })).toBeNull();
});

test('until when is known where something is tried next or ends at the latest', () => {
  expect(waitOf(EXAMPLES.placement)?.untilMs).toBe(NOW + 5_000);
  expect(waitOf(EXAMPLES.poll)?.untilMs).toBe(NOW + 9_000);
  expect(waitOf(EXAMPLES.unknown)?.untilMs).toBe(NOW + 20_000);
  expect(waitOf(EXAMPLES.bill)?.untilMs).toBe(NOW + 590_000);
  expect(waitOf(EXAMPLES['recording-desk'])?.untilMs).toBe(NOW + 1);
});

test('an instant that has passed is no end of a wait', () => {
  expect(waitOf({ ...EXAMPLES.unknown, placedAtMs: NOW - 60_000 })?.untilMs).toBeNull();
  expect(waitOf({ ...EXAMPLES.bill, endedAtMs: NOW - 700_000 })?.untilMs).toBeNull();
});

test('without a public URL a live call is polled, and an unknown one has no horizon', () => {
  const timing = { ...TIMING, webhooks: false };
  expect(waitOf(EXAMPLES.webhook, timing)?.reason).toBe('poll');
  expect(waitOf(EXAMPLES.unknown, timing)?.untilMs).toBeNull();
});

test('what the recording waits for is known while the bill is awaited too', () => {
  expect(recordingWait({ ...CALL, ...EXAMPLES.bill }, NOW)?.reason).toBe('recording-desk');
});
