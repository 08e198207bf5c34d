import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agentSpans,
  type AgentsCall,
  type AgentStateChange,
} from '../../../src/domain/agents/agent-history.ts';
import { occupancyRatio, timeOf } from '../../../src/domain/statistics/agent-time.ts';

const change = (
  atMs: number,
  state: AgentStateChange['state'],
  more: Partial<AgentStateChange> = {},
): AgentStateChange => ({ atMs, state, untilMs: null, reason: null, who: 'desk', ...more });
const call = (fromMs: number, toMs: number | null, more: Partial<AgentsCall> = {}): AgentsCall => ({
  ref: 'c1.1.1',
  fromMs,
  answeredAtMs: null,
  toMs,
  wrapUpMs: 0,
  ...more,
});
const shown = (input: Parameters<typeof agentSpans>[0]) =>
  agentSpans(input).map(({ activity, fromMs, toMs }) => [activity, fromMs, toMs]);

describe('the spans of an agent', () => {
  test('a call rings, is answered, and is followed by wrap-up', () => {
    const calls = [call(10, 30, { answeredAtMs: 15, wrapUpMs: 5 })];
    expect(shown({ changes: [change(0, 'ready')], calls, fromMs: 0, toMs: 50 })).toEqual([
      ['ready', 0, 10],
      ['ringing', 10, 15],
      ['on_call', 15, 30],
      ['wrap_up', 30, 35],
      ['ready', 35, 50],
    ]);
  });

  test('a pause that ends by itself is followed by ready without a change', () => {
    const changes = [change(0, 'ready'), change(10, 'paused', { untilMs: 20, reason: 'lunch' })];
    const spans = agentSpans({ changes, calls: [], fromMs: 5, toMs: 30 });
    expect(spans.map(({ activity, reason, who }) => [activity, reason, who])).toEqual([
      ['ready', null, 'desk'],
      ['paused', 'lunch', 'desk'],
      ['ready', null, null],
    ]);
  });

  test('who pauses on a call stays on it, and pauses when it is over', () => {
    const changes = [change(0, 'ready'), change(15, 'paused')];
    const calls = [call(10, 20, { answeredAtMs: 10, wrapUpMs: 10 })];
    expect(shown({ changes, calls, fromMs: 0, toMs: 30 })).toEqual([
      ['ready', 0, 10],
      ['on_call', 10, 20],
      ['paused', 20, 30],
    ]);
  });

  test('who is set ready in wrap-up is ready from then on', () => {
    const changes = [change(0, 'ready'), change(25, 'ready')];
    const calls = [call(10, 20, { answeredAtMs: 10, wrapUpMs: 10 })];
    expect(shown({ changes, calls, fromMs: 10, toMs: 40 })).toEqual([
      ['on_call', 10, 20],
      ['wrap_up', 20, 25],
      ['ready', 25, 40],
    ]);
  });

  test('nothing is shown before an agent was added and after it was deleted', () => {
    const changes = [change(10, 'ready'), change(20, 'deleted')];
    expect(shown({ changes, calls: [], fromMs: 0, toMs: 30 })).toEqual([['ready', 10, 20]]);
  });

  test('two calls at once make the agent busy once', () => {
    const calls = [call(0, 10, { answeredAtMs: 0 }), call(5, 20, { answeredAtMs: 5 })];
    const spans = agentSpans({ changes: [change(0, 'ready')], calls, fromMs: 0, toMs: 40 });
    const time = timeOf(spans);
    expect(time).toEqual({ ready: 20, ringing: 0, on_call: 20, wrap_up: 0, paused: 0 });
    expect(occupancyRatio(time)).toBe(0.5);
  });

  test('who was never available has no occupancy', () => {
    const changes = [change(0, 'paused')];
    const time = timeOf(agentSpans({ changes, calls: [], fromMs: 0, toMs: 9 }));
    expect(occupancyRatio(time)).toBeNull();
  });

  const anyCall = fc
    .record({ fromMs: fc.nat(900), ringMs: fc.nat(50), talkMs: fc.nat(200), wrapUpMs: fc.nat(50) })
    .map(({ fromMs, ringMs, talkMs, wrapUpMs }) =>
      call(fromMs, fromMs + ringMs + talkMs, { answeredAtMs: fromMs + ringMs, wrapUpMs }),
    );
  const anyChange = fc
    .record({
      atMs: fc.nat(1_000),
      state: fc.constantFrom('ready', 'paused'),
      lastsMs: fc.option(fc.nat(300)),
    })
    .map(({ atMs, state, lastsMs }) =>
      change(atMs, state, {
        untilMs: state === 'paused' && lastsMs !== null ? atMs + lastsMs : null,
      }),
    );

  test('they cover the time without gaps, and a cut anywhere changes no sum', () => {
    fc.assert(
      fc.property(
        fc.array(anyChange, { maxLength: 6 }),
        fc.array(anyCall, { maxLength: 8 }),
        fc.integer({ min: 1, max: 999 }),
        (later, calls, cutMs) => {
          const changes = [
            change(0, 'ready'),
            ...later.toSorted((one, other) => one.atMs - other.atMs),
          ];
          const whole = agentSpans({ changes, calls, fromMs: 0, toMs: 1_000 });
          expect(whole[0]!.fromMs).toBe(0);
          expect(whole.at(-1)!.toMs).toBe(1_000);
          for (const [index, span] of whole.slice(1).entries()) {
            expect(span.fromMs).toBe(whole[index]!.toMs);
          }
          const parts = [
            ...agentSpans({ changes, calls, fromMs: 0, toMs: cutMs }),
            ...agentSpans({ changes, calls, fromMs: cutMs, toMs: 1_000 }),
          ];
          expect(timeOf(parts)).toEqual(timeOf(whole));
        },
      ),
    );
  });
});
