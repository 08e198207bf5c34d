import { describe, expect, test } from 'vitest';
import { NO_CAPS, type NumberCaps } from '../../../../src/domain/contacts/number-caps.ts';
import type { NextNumber } from '../../../../src/domain/rules/next-numbers.ts';
import type {
  CampaignPlan,
  PlannedContact,
} from '../../../../src/domain/planning/planned-contact.ts';
import {
  answersFrom,
  DEFAULT_ANSWERS,
  type Answers,
  type PlayedEnd,
} from '../../../../src/domain/planning/rehearsal/answers.ts';
import { rehearse } from '../../../../src/domain/planning/rehearsal/rehearse.ts';
import type {
  Dial,
  RehearsalSettings,
} from '../../../../src/domain/planning/rehearsal/rehearsal-settings.ts';
import {
  answer,
  DAY,
  HOUR,
  MINUTE,
  plannedAgent,
  plannedContact,
  plannedContacts,
  planWith,
  SETTINGS,
  START,
  UNIT,
  WORKDAYS,
} from './planned.ts';

const NEVER_ANSWERS: Answers = () => answer('customer-unreached');
const noOutcome = Object.fromEntries(
  Object.keys(DEFAULT_ANSWERS.outcomes).map((name) => [name, 0]),
) as typeof DEFAULT_ANSWERS.outcomes;
const ALWAYS: Answers = () => answer('completed');

function run(
  plan: CampaignPlan,
  contacts: PlannedContact[],
  answers: Answers,
  settings: Partial<RehearsalSettings> = {},
) {
  const dials: Dial[] = [];
  const onDial = (dial: Dial) => void dials.push(dial);
  const report = rehearse(plan, contacts, answers, { ...SETTINGS, onDial, ...settings });
  return { report, dials, at: dials.map(({ atMs }) => atMs - START) };
}

describe('a person with several numbers', () => {
  const numbers = (...given: Partial<PlannedContact>[]) => [
    plannedContact(1, { person: 'ada', ...given[0] }),
    plannedContact(2, { person: 'ada', state: 'final', waitsItsTurn: true, ...given[1] }),
    plannedContact(3, { person: 'ada', state: 'final', waitsItsTurn: true, ...given[2] }),
  ];
  const redial = (nextNumber: NextNumber) => ({
    maxAttempts: 2,
    maxCalls: 9,
    rules: { 'customer-unreached': { delayMs: HOUR, jitter: 0, most: 9 } },
    nextNumber,
  });
  const called = (nextNumber: NextNumber, answers: Answers, contacts = numbers()) => {
    const { dials, report } = run(planWith({ redial: redial(nextNumber) }), contacts, answers);
    return { positions: dials.map(({ position }) => position), report };
  };

  test.each([
    ['never', [1, 1]],
    ['after-last-try', [1, 1, 2, 2, 3, 3]],
    ['after-each-try', [1, 2, 3, 1, 2, 3]],
  ] as const)('is called at the next one %s', (rule, positions) => {
    expect(called(rule, NEVER_ANSWERS).positions).toEqual(positions);
  });

  test('is called at no other number once somebody answered, and each number is counted once', () => {
    const { positions, report } = called('after-each-try', ALWAYS);
    expect(positions).toEqual([1]);
    expect(report).toMatchObject({
      contacts: 3,
      reached: 1,
      neverReached: { 'not-dialled': 2 },
    });
  });

  test('is called at the next number if a rule forbids the one in turn, whatever the campaign says', () => {
    const contacts = numbers({ suppressedUntilMs: Infinity });
    expect(called('never', ALWAYS, contacts).positions).toEqual([2]);
  });

  test('who answered before is called at no number that a rule brings in turn', () => {
    const answered = { attempts: 1, calls: 1, byDisposition: { dropped: 1 } };
    const contacts = numbers({ suppressedUntilMs: Infinity, past: answered });
    expect(called('after-last-try', ALWAYS, contacts).positions).toEqual([]);
  });

  type CountBy = NonNullable<NumberCaps['countBy']>;
  test('has a cap that counts the dials of all its numbers, where the campaign counts by person', () => {
    const caps = (countBy: CountBy) => ({ ...NO_CAPS, perDay: 2, countBy });
    const onFirstDay = (countBy: CountBy) => {
      const plan = planWith({ redial: redial('after-each-try'), caps: caps(countBy) });
      return run(plan, numbers(), NEVER_ANSWERS).at.filter((ms) => ms < 9 * HOUR).length;
    };
    expect([onFirstDay('number'), onFirstDay('person')]).toEqual([6, 2]);
  });
});

describe('who is never reached, and why', () => {
  test('each contact that no rule lets be called is named with its reason', () => {
    const contacts = [
      plannedContact(1, { suppressedUntilMs: Infinity }),
      plannedContact(2, { notAfterMs: START - 1 }),
      plannedContact(3, { numberHeld: true }),
      plannedContact(4, { state: 'locked', disposition: 'unknown' }),
      plannedContact(5, { agentId: 'gone' }),
      plannedContact(6, { state: 'final', disposition: 'not-dialled' }),
      plannedContact(7),
    ];
    const { report } = run(planWith(), contacts, ALWAYS);
    expect(report).toMatchObject({
      finishedAtMs: null,
      contacts: 7,
      reached: 1,
      neverReached: {
        suppressed: 1,
        'too-late': 1,
        'number-held': 1,
        unknown: 1,
        'no-agent': 1,
        'not-dialled': 1,
      },
      examples: { suppressed: [1], 'no-agent': [5] },
    });
  });

  test('an entry that has expired by the contact’s turn keeps nobody from being called', () => {
    const later = plannedContact(1, { dueAtMs: START + HOUR, suppressedUntilMs: START + HOUR });
    expect(run(planWith(), [later], ALWAYS).at).toEqual([HOUR]);
  });

  test('no agent in the pool: nothing is dialled, and it ends', () => {
    const plan = planWith({ agents: { pool: 'south', wrapUpMs: 0, pauseAfterMisses: null } });
    const { report, dials } = run(plan, plannedContacts(2), ALWAYS);
    expect(dials).toEqual([]);
    expect(report).toMatchObject({ finishedAtMs: null, neverReached: { 'no-agent': 2 } });
  });

  test('an agent in several pools dials for each of their campaigns, and once at a time', () => {
    const agents = [
      plannedAgent('a1', { pools: ['sales', 'spanish'] }),
      plannedAgent('a2', { pools: ['spanish'] }),
    ];
    for (const [pool, expected] of [
      ['sales', ['a1', 'a1']],
      ['spanish', ['a1', 'a2']],
    ] as const) {
      const rules = { pool, wrapUpMs: 0, pauseAfterMisses: null };
      const { dials } = run(planWith({ agents: rules }, { agents }), plannedContacts(2), ALWAYS);
      expect(dials.map(({ agentId }) => agentId)).toEqual(expected);
    }
  });

  test('a spent budget leaves the rest', () => {
    const budget = { total: '0.4', perDay: null, reservePerCall: '0.2', alertAt: 1 };
    const { report } = run(planWith({ budget }), plannedContacts(9), ALWAYS);
    // 0.1 each: the third still fits with 0.2 set aside, the fourth would not.
    expect(report).toMatchObject({ reached: 3, neverReached: { 'no-budget': 6 } });
    expect(report.cost).toBe((UNIT * 3n) / 10n);
  });

  test('the deadline leaves who is not reached by then', () => {
    const plan = planWith({}, { deadlineAtMs: START + 5 * MINUTE });
    const { report, dials } = run(plan, plannedContacts(9), ALWAYS);
    expect(report).toMatchObject({
      reached: 5,
      neverReached: { 'too-late': 4 },
      finishedAtMs: START + 5 * MINUTE,
    });
    expect(dials.every(({ atMs }) => atMs < START + 5 * MINUTE)).toBe(true);
  });

  test('what is cut is shown as cut', () => {
    const few = run(planWith(), plannedContacts(9), ALWAYS, { mostCalls: 4 });
    expect(few.report).toMatchObject({ cut: 'calls', calls: 4, contacts: 9, finishedAtMs: null });
    expect(few.report.reached + (few.report.neverReached.cut ?? 0)).toBe(9);
    const short = run(planWith(), plannedContacts(9), ALWAYS, { mostMs: 3 * MINUTE });
    expect(short.report).toMatchObject({ cut: 'horizon', contacts: 9 });
  });
});

describe('the rules, in virtual time', () => {
  test('a window closes in the evening and opens on the next working day', () => {
    const plan = planWith({ window: WORKDAYS, zone: 'UTC' });
    const friday = START + 4 * DAY + 8 * HOUR + 57.5 * MINUTE;
    const { at } = run(plan, plannedContacts(3), ALWAYS, { startMs: friday });
    // One before 17:00 less the ring margin; the others on Monday from 09:00.
    expect(at).toEqual([
      4 * DAY + 8 * HOUR + 57.5 * MINUTE,
      7 * DAY + HOUR,
      7 * DAY + HOUR + MINUTE,
    ]);
  });

  test('redials come after their delay and jitter, until the attempts are spent', () => {
    const redial = {
      maxAttempts: 3,
      maxCalls: 9,
      rules: { 'customer-unreached': { delayMs: HOUR, jitter: 0.5, most: 9 } },
    };
    const { at, report } = run(planWith({ redial }), plannedContacts(1), NEVER_ANSWERS);
    expect(at).toHaveLength(3);
    const gaps = at.slice(1).map((atMs, index) => atMs - at[index]! - MINUTE);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(HOUR);
    for (const gap of gaps) expect(gap).toBeLessThan(1.5 * HOUR);
    expect(report.neverReached).toEqual({ 'customer-unreached': 1 });
  });

  test('calls that the agent lets ring spend no attempt, and do not count for the number', () => {
    const caps = { ...NO_CAPS, perDay: 1 };
    const answers: Answers = (ref) => answer(ref.endsWith('.1') ? 'agent-unreached' : 'completed');
    const { report, at } = run(planWith({ caps }), plannedContacts(1), answers);
    expect(report).toMatchObject({ reached: 1, calls: 2 });
    expect(at).toEqual([0, 2 * MINUTE]);
  });

  test('work after a call keeps the agent, and only where the agent answered', () => {
    const agents = { pool: null, wrapUpMs: 5 * MINUTE, pauseAfterMisses: null };
    const ends = ['completed', 'agent-unreached', 'completed'] as const;
    const { at } = run(planWith({ agents }), plannedContacts(3), (ref) =>
      answer(ref.endsWith('.2') ? 'completed' : (ends[Number(ref.split('.')[1]) - 1] ?? 'refused')),
    );
    expect(at).toEqual([0, 6 * MINUTE, 7 * MINUTE, 13 * MINUTE]);
  });

  test('an agent who misses too many is paused, and comes back', () => {
    const agents = { pool: null, wrapUpMs: 0, pauseAfterMisses: 2 };
    const redial = { maxAttempts: 1, maxCalls: 1, rules: {} };
    const missed: Answers = () => answer('agent-unreached');
    const plan = planWith({ agents, redial });
    expect(run(plan, plannedContacts(3), missed).at).toEqual([0, MINUTE, 17 * MINUTE]);
    const never = run(plan, plannedContacts(3), missed, { agentBackAfterMs: null });
    expect(never.report.neverReached).toEqual({ 'agent-unreached': 2, 'no-agent': 1 });
  });

  test('a contact waits for its own agent, and those behind it do not wait for it', () => {
    const agents = [plannedAgent('a1'), plannedAgent('a2', { wrapUpUntilMs: START + HOUR })];
    const own = plannedContact(1, { agentId: 'a2' });
    const { dials } = run(planWith({}, { agents }), [own, plannedContact(2)], ALWAYS);
    expect(dials.map(({ position, agentId, atMs }) => [position, agentId, atMs - START])).toEqual([
      [2, 'a1', 0],
      [1, 'a2', HOUR],
    ]);
  });

  test('one number is never on two calls', () => {
    const twice = [1, 2].map((n) => plannedContact(n, { number: '+12025550100' }));
    const agents = [plannedAgent('a1'), plannedAgent('a2')];
    expect(run(planWith({}, { agents }), twice, ALWAYS).at).toEqual([0, MINUTE]);
  });

  test('a call that is on its way keeps its agent and its number until it ends', () => {
    const live = plannedContact(1, { state: 'claimed', onCallWith: 'a1', calls: 1 });
    const agents = [plannedAgent('a1', { liveCalls: 1 })];
    const { dials, report } = run(planWith({}, { agents }), [live, plannedContact(2)], ALWAYS);
    expect(dials.map(({ position, atMs }) => [position, atMs - START])).toEqual([[2, MINUTE]]);
    expect(report).toMatchObject({ reached: 2, finishedAtMs: START + 2 * MINUTE });
  });

  test('what was called before counts: attempts, and dials of the number', () => {
    const past = { attempts: 2, calls: 2, byDisposition: { 'customer-unreached': 2 } };
    const caps = { ...NO_CAPS, leastGapMs: 2 * HOUR };
    const contact = plannedContact(1, { past, calls: 2, dialsMs: [START - HOUR] });
    const { dials, at } = run(planWith({ caps }), [contact], NEVER_ANSWERS);
    expect(at).toEqual([HOUR]);
    expect(dials[0]?.ref).toBe('c1.1.3');
  });

  test('the budget of a day goes on at midnight of the campaign’s zone', () => {
    const budget = { total: null, perDay: '0.1', reservePerCall: '0.1', alertAt: 1 };
    const plan = planWith({ budget, zone: 'Asia/Tokyo' });
    // 08:00 in London is 17:00 in Tokyo.
    expect(run(plan, plannedContacts(3), ALWAYS).at).toEqual([0, 7 * HOUR, 31 * HOUR]);
  });

  test('a pace below one a second is kept', () => {
    const plan = planWith(
      { callsPerSecond: 0.1 },
      { agents: [plannedAgent('a1', { capacity: 9 })] },
    );
    expect(run(plan, plannedContacts(3), ALWAYS).at).toEqual([0, 10_000, 20_000]);
  });
});

describe('calls an hour and the use of agents', () => {
  const alone = planWith({}, { agents: [plannedAgent('a1')] });

  test('are divided by the time of the campaign itself, however short, and not by hours of the clock', () => {
    const { report } = run(alone, plannedContacts(10), () => answer('completed', 3 * MINUTE));
    expect(report.finishedAtMs).toBe(START + 30 * MINUTE);
    expect(report.callsPerHour.mean).toBeCloseTo(20);
    expect(report.agentUse).toBeCloseTo(1);
  });

  test('take a pause of an hour along, and none that is longer', () => {
    const later = (n: number, ms: number) => plannedContact(n, { dueAtMs: START + ms });
    const answers = () => answer('completed', 30 * MINUTE);
    const short = run(alone, [later(1, 0), later(2, 90 * MINUTE)], answers).report;
    expect(short.callsPerHour.mean).toBeCloseTo(1);
    expect(short.agentUse).toBeCloseTo(0.5);
    const long = run(alone, [later(1, 0), later(2, 10 * HOUR)], answers).report;
    expect(long.callsPerHour.mean).toBeCloseTo(2);
    expect(long.agentUse).toBeCloseTo(1);
  });
});

test('a fee for each call is part of its cost where the carrier accepted it', () => {
  const cost = (disposition: PlayedEnd) => {
    const outcomes = { ...noOutcome, [disposition]: 1 };
    const model = { ...DEFAULT_ANSWERS, outcomes, costPerMinute: 0n, feePerCall: 5n };
    return answersFrom(model, 1)('c1.1.1').cost;
  };
  expect(cost('completed')).toBe(5n);
  expect(cost('agent-unreached')).toBe(5n);
  expect(cost('refused')).toBe(0n);
});

test('a call to a busy line ends within a second of the agent’s answer, as one that the customer did not take', () => {
  const model = { ...DEFAULT_ANSWERS, outcomes: { ...noOutcome, busy: 1 }, costPerMinute: 60_000n };
  for (let call = 1; call <= 50; call++) {
    const { disposition, durationMs, cost } = answersFrom(model, 1)(`c1.${call}.1`);
    expect(disposition).toBe('customer-unreached');
    expect(durationMs).toBeLessThanOrEqual(model.agentRing.mostMs + 1_000);
    expect(cost).toBeLessThanOrEqual(1_000n);
  }
});
