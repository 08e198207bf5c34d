import { expect, test } from 'vitest';
import {
  answersFrom,
  DEFAULT_ANSWERS,
  type AnswerModel,
} from '../../../../src/domain/planning/rehearsal/answers.ts';
import { DEFAULT_FORECAST, forecast } from '../../../../src/domain/planning/rehearsal/forecast.ts';
import {
  defaultAnswersAt,
  LEAST_MEASURED,
  measuredAnswers,
  measuredHandlingMs,
} from '../../../../src/domain/planning/rehearsal/measured-answers.ts';
import { rehearse } from '../../../../src/domain/planning/rehearsal/rehearse.ts';
import { noCalls, type CallCounts } from '../../../../src/domain/statistics/call-counts.ts';
import { plannedAgent, plannedContacts, planWith, SETTINGS, UNIT } from './planned.ts';

/** As the simulated carrier of the example plays, 20 times faster than a real one. */
const TIME_FACTOR = 20;
const EXAMPLE: AnswerModel = {
  outcomes: {
    completed: 75,
    dropped: 5,
    'customer-unreached': 15,
    'agent-unreached': 5,
    refused: 0,
    unknown: 0,
    'carrier-lost': 0,
    busy: 0,
  },
  agentRing: { leastMs: 110, mostMs: 675 },
  agentRingOut: { leastMs: 1_000, mostMs: 2_250 },
  customerRing: { leastMs: 150, mostMs: 1_000 },
  customerRingOut: { leastMs: 1_000, mostMs: 2_250 },
  talk: { leastMs: 1_000, mostMs: 5_000 },
  wrapUp: null,
  costPerMinute: (125n * UNIT * 20n) / 10_000n,
  feePerCall: 0n,
};
const agents = Array.from({ length: 22 }, (_, n) => plannedAgent(`a${n}`));
const redial = {
  ...planWith().policy.redial,
  maxAttempts: 3,
};
/** A budget that a guess of another price, or of longer talks, would use up early. */
const plan = planWith(
  { redial, budget: { total: '1', perDay: null, reservePerCall: '0.005', alertAt: 0.8 } },
  { agents },
);
const settings = { ...SETTINGS, billAfterMs: 500 };

/** What the store would have counted of these calls. */
function countsOf(model: AnswerModel, calls: number, seed: number): CallCounts {
  const counts = noCalls();
  const answers = answersFrom(model, seed);
  for (let call = 1; call <= calls; call++) {
    const { disposition, durationMs, cost } = answers(`c9.${call}.1` as never);
    const isBridged = disposition === 'completed' || disposition === 'dropped';
    const agentMs = disposition === 'agent-unreached' ? durationMs : Math.min(durationMs, 390);
    counts.calls += 1;
    counts.cost += cost;
    counts.dispositions[disposition] += 1;
    counts.agentRingMs += agentMs;
    if (disposition === 'agent-unreached') continue;
    counts.answered += 1;
    counts.customerRang += 1;
    const ringMs = isBridged ? Math.min(575, durationMs - agentMs) : durationMs - agentMs;
    counts.customerRingMs += ringMs;
    if (!isBridged) continue;
    counts.bridged += 1;
    counts.talkMs += durationMs - agentMs - ringMs;
  }
  return counts;
}

const SEEDS = Array.from({ length: 15 }, (_, n) => n + 1);

test('the forecast from the calls of one campaign contains what the next one brings, over several seeds', () => {
  const outside: string[] = [];
  for (const seed of SEEDS) {
    const model = measuredAnswers(countsOf(EXAMPLE, 230, 1_000 + seed), TIME_FACTOR)!;
    const found = forecast(plan, plannedContacts(99), model, {
      ...DEFAULT_FORECAST,
      ...settings,
      mostCallsInAll: 1_000_000,
    });
    const actual = rehearse(
      plan,
      plannedContacts(99),
      answersFrom(EXAMPLE, 5_000 + seed),
      settings,
    );
    for (const figure of ['calls', 'reached', 'cost'] as const) {
      const { low, high } = found[figure];
      if (actual[figure] < low || actual[figure] > high)
        outside.push(`${seed}: ${figure} ${actual[figure]} is not in ${low} to ${high}`);
    }
  }
  // A range of 20 runs leaves one result in ten outside, and the model was measured from 230 calls.
  expect(outside.slice((SEEDS.length * 3) / 5)).toEqual([]);
});

test('the guess of a carrier with its own time and price, which nobody measured, contains none of them', () => {
  const found = forecast(plan, plannedContacts(99), DEFAULT_ANSWERS, {
    ...DEFAULT_FORECAST,
    ...settings,
    mostCallsInAll: 1_000_000,
  });
  const actual = rehearse(plan, plannedContacts(99), answersFrom(EXAMPLE, 1), settings);
  expect(found.reached.high).toBeLessThan(actual.reached);
});

test('few calls say nothing: the default stays, by the clock of the carrier', () => {
  expect(measuredAnswers(countsOf(EXAMPLE, LEAST_MEASURED - 1, 1), TIME_FACTOR)).toBeUndefined();
  const guess = defaultAnswersAt(TIME_FACTOR);
  expect(guess.talk).toEqual({ leastMs: 1_000, mostMs: 15_000 });
  expect(guess.costPerMinute).toBe(DEFAULT_ANSWERS.costPerMinute * 20n);
  expect(guess.outcomes).toEqual(DEFAULT_ANSWERS.outcomes);
  expect(defaultAnswersAt(1)).toEqual(DEFAULT_ANSWERS);
});

test('outcomes, lengths and price are those of the calls', () => {
  const model = measuredAnswers(countsOf(EXAMPLE, 5_000, 3), TIME_FACTOR)!;
  const share = model.outcomes.completed / 5_000;
  expect(share).toBeCloseTo(0.75, 1);
  expect((model.talk.leastMs + model.talk.mostMs) / 2 / 3_000).toBeCloseTo(1, 1);
  expect(Number(model.costPerMinute) / Number(EXAMPLE.costPerMinute)).toBeCloseTo(1, 1);
});

test('calls without a cost, a ring or a talk leave the default of that figure', () => {
  const counts = { ...noCalls(), calls: 60 };
  counts.dispositions['agent-unreached'] = 60;
  const model = measuredAnswers(counts, 1)!;
  expect(model.talk).toEqual(DEFAULT_ANSWERS.talk);
  expect(model.costPerMinute).toBe(DEFAULT_ANSWERS.costPerMinute);
});

const called = (besidesMs: number) => ({
  createdAtMs: 1_000,
  placedAtMs: 1_200,
  endedAtMs: 1_000 + 90 + besidesMs,
  facts: { agentRingMs: 20, customerRingMs: 70, talkMs: null },
});

test('what a call takes of its agent besides ringing and talking is measured without the extremes', () => {
  const calls = Array.from({ length: 80 }, () => called(700));
  const few = calls.slice(0, LEAST_MEASURED - 1);
  const odd = [called(60_000), called(0), { ...called(5), placedAtMs: null }];
  expect(measuredHandlingMs([...calls, ...odd])).toBe(700);
  expect(measuredHandlingMs(few)).toBe(0);
  expect(measuredHandlingMs([...few, { ...called(700), endedAtMs: null }])).toBe(0);
});

test('the time besides lengthens calls, and not their cost', () => {
  const model = measuredAnswers(countsOf(EXAMPLE, 230, 1_001), TIME_FACTOR, 700)!;
  const of = (handlingMs: number) => {
    const answers = answersFrom({ ...model, handlingMs }, 7);
    return Array.from({ length: 50 }, (_, call) => answers(`c9.${call}.1` as never));
  };
  expect(model.handlingMs).toBe(700);
  for (const [index, { disposition, durationMs, cost }] of of(0).entries()) {
    const longer = of(700)[index]!;
    expect(longer.cost).toBe(cost);
    expect(longer.durationMs - durationMs).toBe(disposition === 'refused' ? 0 : 700);
  }
});
