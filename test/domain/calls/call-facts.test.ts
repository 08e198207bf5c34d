import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callFacts, type CallRecord } from '../../../src/domain/calls/call-facts.ts';
import {
  CLOCK_TOLERANCE_MS,
  withEvent,
  withPoll,
  type CallTimes,
  type TimedEvent,
} from '../../../src/domain/calls/call-times.ts';
import { CARRIER_STATES, LIVE_STATES } from '../../../src/domain/calls/call-state.ts';
import { DISPOSITIONS } from '../../../src/domain/calls/disposition.ts';

const INTENT_MS = Date.parse('2026-11-23T09:00:00Z');
const at = (seconds: number) => INTENT_MS + seconds * 1_000;
const text = (seconds: number) => new Date(at(seconds)).toISOString();

/** An event that happened `seconds` after the intent and arrived a second later. */
const event = (
  seq: number,
  name: string,
  seconds: number,
  occurredAt: string | null = text(seconds),
): TimedEvent => ({
  seq,
  name: `click2call.${name}`,
  occurredAt,
  receivedAtMs: at(seconds + 1),
});

const TALK: TimedEvent[] = [
  event(1, 'agent_ringing', 1),
  event(2, 'agent_answered', 5),
  event(3, 'customer_ringing', 6),
  event(4, 'bridged', 18),
  event(5, 'completed', 78),
  event(6, 'finalized', 90),
];

const timesOf = (events: readonly TimedEvent[]): CallTimes =>
  events.reduce<CallTimes>((times, each) => withEvent(times, each, INTENT_MS), {});

const ended = (times: CallTimes, more: Partial<CallRecord> = {}): CallRecord => ({
  times,
  placedAtMs: INTENT_MS,
  endedAtMs: at(80),
  deepest: 'bridged',
  disposition: 'completed',
  ...more,
});

const SECONDS = {
  agentRingMs: 4_000,
  agentConnectedMs: 73_000,
  customerRingMs: 12_000,
  talkMs: 60_000,
};

describe('times and durations of a call', () => {
  test('they are taken from occurred_at of its events', () => {
    const facts = callFacts(ended(timesOf(TALK)));
    expect(facts).toMatchObject({ ...SECONDS, answered: true, customerRang: true, bridged: true });
    expect(facts.times.agent_answered).toEqual({ atMs: at(5), source: 'carrier', fault: null });
    expect(facts.times.ended).toEqual({ atMs: at(78), source: 'carrier', fault: null });
  });

  test('without occurred_at they are the times of receipt, and say so', () => {
    const facts = callFacts(ended(timesOf(TALK.map((each) => ({ ...each, occurredAt: null })))));
    expect(facts).toMatchObject(SECONDS);
    expect(facts.times.bridged).toEqual({ atMs: at(19), source: 'received', fault: 'missing' });
  });

  test('what only a GET showed has the time of the GET', () => {
    const polled = withPoll(withPoll({}, 'bridged', at(20)), 'completed', at(80));
    const again = withPoll(polled, 'completed', at(85));
    const facts = callFacts(ended(again));
    expect(facts.times.ended).toEqual({ atMs: at(80), source: 'polled', fault: null });
    expect(facts.times.agent_answered).toBeNull();
    expect(facts).toMatchObject({ talkMs: 60_000, agentRingMs: null, answered: true });
  });

  test('a late event replaces what a GET showed', () => {
    const polled = withPoll({}, 'bridged', at(30));
    expect(withEvent(polled, TALK[3]!, INTENT_MS).bridged).toMatchObject({ atMs: at(18) });
    expect(withPoll(timesOf(TALK), 'bridged', at(30))).toEqual(timesOf(TALK));
  });

  test.each([
    ['unreadable', 'yesterday'],
    ['unreadable', '2026-11-23T09:00:18'],
    ['unreadable', '2026-02-31T25:61:61Z'],
    ['before-intent', '1970-01-01T00:00:00Z'],
    ['after-receipt', '9999-12-31T23:59:59Z'],
  ])('an occurred_at that is %s is not used: %s', (fault, occurredAt) => {
    const times = timesOf([...TALK.slice(0, 3), event(4, 'bridged', 18, occurredAt), TALK[4]!]);
    const facts = callFacts(ended(times));
    expect(facts.times.bridged).toEqual({ atMs: at(19), source: 'received', fault });
    expect(facts.talkMs).toBe(59_000);
  });

  test('a clock of the carrier that differs by less than the tolerance is believed', () => {
    const early = TALK.map((each) => ({
      ...each,
      occurredAt: new Date(Date.parse(each.occurredAt!) - CLOCK_TOLERANCE_MS).toISOString(),
    }));
    expect(callFacts(ended(timesOf(early)))).toMatchObject(SECONDS);
  });

  test('times of the carrier that contradict the order of the states are not used', () => {
    const times = timesOf([...TALK.slice(0, 3), event(4, 'bridged', 18, text(3)), TALK[4]!]);
    const facts = callFacts(ended(times));
    expect(facts.times.bridged).toEqual({
      atMs: at(19),
      source: 'received',
      fault: 'out-of-order',
    });
    expect(facts).toMatchObject(SECONDS);
  });

  test('the end of a call that the carrier forgot is ours, and gives no talk time', () => {
    const times = timesOf(TALK.slice(0, 4));
    const facts = callFacts(ended(times, { disposition: 'carrier-lost', endedAtMs: at(90_000) }));
    expect(facts.times.ended).toEqual({ atMs: at(90_000), source: 'dialwright', fault: null });
    expect(facts).toMatchObject({ talkMs: null, bridged: true });
  });

  test('a call that was not reached rang until its end', () => {
    const unreached = timesOf([...TALK.slice(0, 3), event(4, 'failed', 36)]);
    const facts = callFacts(
      ended(unreached, { disposition: 'customer-unreached', deepest: 'customer_ringing' }),
    );
    expect(facts).toMatchObject({ customerRingMs: 30_000, talkMs: null, bridged: false });
    const missed = timesOf([event(1, 'failed', 25)]);
    const agents = callFacts(
      ended(missed, { disposition: 'agent-unreached', deepest: 'accepted' }),
    );
    expect(agents).toMatchObject({ agentRingMs: 25_000, answered: false, customerRang: false });
  });

  test('a live call has no end, whatever its events claim', () => {
    const facts = callFacts(ended(timesOf(TALK), { endedAtMs: null, disposition: null }));
    expect(facts).toMatchObject({ talkMs: null, agentRingMs: 4_000 });
    expect(facts.times.ended).toBeNull();
  });

  test('a corrected end counts, as the state does', () => {
    const times = timesOf([event(4, 'failed', 20), event(5, 'completed', 30)]);
    expect(times.ended).toMatchObject({ atMs: at(30) });
  });
});

const anyTimes = fc.oneof(
  fc.constant(null),
  fc.constantFrom('soon', '9999-12-31T23:59:59Z', '1970-01-01T00:00:00Z', '2026-11-23T09:00:10'),
  fc.integer({ min: -200, max: 400 }).map(text),
);
const anyEvent: fc.Arbitrary<TimedEvent> = fc.record({
  seq: fc.integer({ min: 0, max: 9 }),
  name: fc.constantFrom(...CARRIER_STATES, 'finalized', 'new').map((name) => `click2call.${name}`),
  occurredAt: anyTimes,
  receivedAtMs: fc.integer({ min: 0, max: 400 }).map(at),
});
const anyPoll = fc.record({
  shown: fc.constantFrom(undefined, ...CARRIER_STATES),
  pollAtMs: fc.integer({ min: 0, max: 400 }).map(at),
});
type Evidence =
  TimedEvent | { shown: (typeof CARRIER_STATES)[number] | undefined; pollAtMs: number };

const fold = (evidence: readonly Evidence[]): CallTimes =>
  evidence.reduce<CallTimes>(
    (times, each) =>
      'pollAtMs' in each
        ? withPoll(times, each.shown, each.pollAtMs)
        : withEvent(times, each, INTENT_MS),
    {},
  );

describe('facts do not depend on how evidence arrives', () => {
  const anyEvidence: fc.Arbitrary<Evidence[]> = fc.array(fc.oneof(anyEvent, anyPoll), {
    maxLength: 14,
  });

  test('any order and any duplicates give the same times', () => {
    fc.assert(
      fc.property(
        anyEvidence.chain((evidence) =>
          fc.tuple(
            fc.constant(evidence),
            fc.shuffledSubarray([...evidence, ...evidence], {
              minLength: evidence.length * 2,
              maxLength: evidence.length * 2,
            }),
          ),
        ),
        ([evidence, shuffled]) => {
          expect(fold(shuffled)).toEqual(fold(evidence));
        },
      ),
    );
  });

  test('no duration is negative or longer than the evidence spans', () => {
    fc.assert(
      fc.property(
        anyEvidence,
        fc.constantFrom(null, ...DISPOSITIONS),
        fc.constantFrom(null, ...LIVE_STATES),
        (evidence, disposition, deepest) => {
          const endedAtMs = disposition === null ? null : at(500);
          const facts = callFacts(ended(fold(evidence), { disposition, deepest, endedAtMs }));
          const { agentRingMs, agentConnectedMs, customerRingMs, talkMs } = facts;
          for (const ms of [agentRingMs, agentConnectedMs, customerRingMs, talkMs]) {
            if (ms === null) continue;
            expect(ms).toBeGreaterThanOrEqual(0);
            expect(ms).toBeLessThanOrEqual(400_000 + 2 * CLOCK_TOLERANCE_MS);
          }
        },
      ),
    );
  });
});
