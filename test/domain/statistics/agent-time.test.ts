import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  agentSpans,
  type AgentActivity,
  type AgentsCall,
  type AgentStateChange,
} from '../../../src/domain/agents/agent-history.ts';
import {
  addTimes,
  busyMs,
  noTime,
  occupancyRatio,
  timeOf,
  timesByQuarter,
  type AgentMs,
} from '../../../src/domain/statistics/agent-time.ts';
import { QUARTER_MS } from '../../../src/domain/statistics/time-buckets.ts';

const MINUTE_MS = 60_000;
const QUARTERS = 5;
const MINUTES = (QUARTERS * QUARTER_MS) / MINUTE_MS;

interface Day {
  changes: AgentStateChange[];
  calls: AgentsCall[];
}

const anyCall = fc
  .record({
    campaign: fc.constantFrom('c1', 'c2'),
    from: fc.nat(MINUTES),
    ring: fc.nat(4),
    talk: fc.nat(40),
    wrapUp: fc.nat(6),
    isAnswered: fc.boolean(),
    isLive: fc.boolean(),
  })
  .map(({ campaign, from, ring, talk, wrapUp, isAnswered, isLive }) => ({
    ref: `${campaign}.1.1`,
    fromMs: from * MINUTE_MS,
    answeredAtMs: isAnswered ? (from + ring) * MINUTE_MS : null,
    toMs: isLive ? null : (from + ring + talk) * MINUTE_MS,
    wrapUpMs: isAnswered && !isLive ? wrapUp * MINUTE_MS : 0,
  }));
const anyChange = fc
  .record({
    at: fc.nat(MINUTES),
    state: fc.constantFrom('ready', 'paused'),
    lasts: fc.option(fc.nat(30)),
  })
  .map(({ at, state, lasts }): AgentStateChange => ({
    atMs: at * MINUTE_MS,
    state,
    untilMs: state === 'paused' && lasts !== null ? (at + lasts) * MINUTE_MS : null,
    reason: null,
    who: 'desk',
  }));
const anyDay: fc.Arbitrary<Day> = fc.record({
  changes: fc
    .array(anyChange, { maxLength: 6 })
    .map((changes) => changes.toSorted((one, other) => one.atMs - other.atMs)),
  // A call that is live has the agent to the end. Of several calls, which one is named is not defined.
  calls: fc.oneof(
    fc.array(anyCall, { maxLength: 1 }),
    fc
      .array(anyCall, { maxLength: 8 })
      .map((calls) => calls.map((call) => ({ ...call, ref: 'c1.1.1' }))),
  ),
});

/** The definition, for one minute: on a call, else paused, else in wrap-up, else idle. Undefined: not there yet. */
function model({ changes, calls }: Day, atMs: number): AgentActivity | undefined {
  const state = changes.findLast((change) => change.atMs <= atMs);
  if (!state) return undefined;
  const live = calls.filter(({ fromMs, toMs }) => fromMs <= atMs && atMs < (toMs ?? Infinity));
  if (live.some(({ answeredAtMs }) => answeredAtMs !== null && answeredAtMs <= atMs))
    return 'on_call';
  if (live.length > 0) return 'ringing';
  if (state.state === 'paused' && atMs < (state.untilMs ?? Infinity)) return 'paused';
  const isWrappingUp = calls.some(
    ({ toMs, wrapUpMs }) =>
      toMs !== null &&
      toMs <= atMs &&
      atMs < toMs + wrapUpMs &&
      // Set ready since then: the wrap-up is over.
      !(state.state === 'ready' && state.atMs > toMs),
  );
  return isWrappingUp ? 'wrap_up' : 'ready';
}

test('busy, idle and paused time of each quarter of an hour is that of its minutes', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const spans = agentSpans({ ...day, fromMs: 0, toMs: QUARTERS * QUARTER_MS });
      const counted = timesByQuarter(spans);
      for (let quarter = 0; quarter < QUARTERS; quarter++) {
        const expected: AgentMs = noTime();
        for (let minute = 0; minute < QUARTER_MS / MINUTE_MS; minute++) {
          const activity = model(day, quarter * QUARTER_MS + minute * MINUTE_MS);
          if (activity !== undefined) expected[activity] += MINUTE_MS;
        }
        const found = counted.filter(({ fromMs }) => fromMs === quarter * QUARTER_MS);
        expect(found.map(({ ms }) => ms).reduce(addTimes, noTime())).toEqual(expected);
      }
    }),
  );
});

test('busy time is that of the campaign of the call, and idle and paused time of none', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const spans = agentSpans({ ...day, fromMs: 0, toMs: QUARTERS * QUARTER_MS });
      const campaigns = day.calls.map(({ ref }) => ref.slice(0, 2));
      const counted = timesByQuarter(spans);
      const idle = counted.filter(({ campaignId }) => campaignId === '');
      const busy = counted.filter(({ campaignId }) => campaigns.includes(campaignId));
      expect(idle.length + busy.length).toBe(counted.length);
      for (const { ms } of idle) expect(busyMs(ms)).toBe(0);
      for (const { ms } of busy) expect(ms).toMatchObject({ ready: 0, paused: 0 });
    }),
  );
});

test('occupancy is the busy share of the time without pauses', () => {
  const time = { ready: 30, ringing: 5, on_call: 20, wrap_up: 5, paused: 500 };
  expect(occupancyRatio(time)).toBe(0.5);
  expect(occupancyRatio({ ...noTime(), paused: 1 })).toBeNull();
  expect(timeOf([])).toEqual(noTime());
});
