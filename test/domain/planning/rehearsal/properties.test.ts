/** However rules, contacts and answers are drawn: no simulated dial outside policy, and nobody forgotten. */
import { isInPool } from '../../../../src/domain/agents/agent.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askWindow } from '../../../../src/domain/contacts/calling-window.ts';
import { askCaps } from '../../../../src/domain/contacts/number-caps.ts';
import { agentAnswered, type Disposition } from '../../../../src/domain/calls/disposition.ts';
import { parseMoney } from '../../../../src/domain/money.ts';
import type {
  CampaignPlan,
  PlannedContact,
} from '../../../../src/domain/planning/planned-contact.ts';
import type { Policy } from '../../../../src/domain/campaigns/policy.ts';
import { answersFrom, DEFAULT_ANSWERS } from '../../../../src/domain/planning/rehearsal/answers.ts';
import { forecast } from '../../../../src/domain/planning/rehearsal/forecast.ts';
import { rehearse } from '../../../../src/domain/planning/rehearsal/rehearse.ts';
import type { Dial } from '../../../../src/domain/planning/rehearsal/rehearsal-settings.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  plannedAgent,
  plannedContact,
  planWith,
  SETTINGS,
  START,
  WORKDAYS,
} from './planned.ts';

const ZONES = ['Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
const option = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: null, freq: 1 });
const minutes = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((count) => count * MINUTE);
const rule = fc.record({
  delayMs: minutes(1, 600),
  jitter: fc.constantFrom(0, 0.3, 1),
  most: fc.integer({ min: 1, max: 4 }),
});

const policies: fc.Arbitrary<Partial<Policy>> = fc.record({
  redial: fc.record({
    maxAttempts: fc.integer({ min: 1, max: 4 }),
    maxCalls: fc.integer({ min: 1, max: 6 }),
    rules: fc.record({ 'customer-unreached': rule, 'agent-unreached': rule }),
  }),
  window: option(fc.constant(WORKDAYS)),
  zone: fc.constantFrom(...ZONES),
  caps: fc.record({
    perDay: option(fc.integer({ min: 1, max: 2 })),
    rolling: fc.array(
      fc.record({ days: fc.integer({ min: 1, max: 3 }), most: fc.integer({ min: 1, max: 2 }) }),
      {
        maxLength: 1,
      },
    ),
    leastGapMs: fc.constantFrom(0, 30 * MINUTE, 5 * HOUR),
  }),
  maxLiveCalls: option(fc.integer({ min: 1, max: 3 })),
  callsPerSecond: option(fc.constantFrom(0.01, 0.5, 3)),
  budget: option(
    fc.record({
      total: option(fc.constantFrom('0.5', '1', '3')),
      perDay: option(fc.constantFrom('0.4', '1')),
      reservePerCall: fc.constantFrom('0.1', '0.4'),
      alertAt: fc.constant(0.8),
    }),
  ),
  agents: fc.record({
    pool: fc.constantFrom(null, 'north'),
    wrapUpMs: fc.constantFrom(0, 45_000),
    pauseAfterMisses: option(fc.integer({ min: 1, max: 3 })),
  }),
});

const contacts = fc.array(
  fc.record({
    number: fc.integer({ min: 100, max: 104 }).map((n) => `+1202555${String(n).padStart(4, '0')}`),
    zones: option(fc.uniqueArray(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 2 })),
    agentId: fc.constantFrom(null, null, null, 'a1'),
    notBeforeMs: option(minutes(0, 3_000).map((ms) => START + ms)),
    notAfterMs: option(minutes(0, 9_000).map((ms) => START + ms)),
    suppressedUntilMs: fc.constantFrom(null, null, null, Infinity, START + HOUR),
    dialsMs: fc.array(
      minutes(1, 4_000).map((ms) => START - ms),
      { maxLength: 1 },
    ),
  }),
  { minLength: 1, maxLength: 14 },
);

const agents = fc.array(
  fc.record({
    pools: fc.constantFrom(['north'], ['south'], ['south', 'north']),
    capacity: fc.constantFrom(1, 1, 2),
  }),
  { minLength: 1, maxLength: 4 },
);

interface Drawn {
  plan: CampaignPlan;
  contacts: PlannedContact[];
  seed: number;
}

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    policy: policies,
    contacts,
    agents,
    seed: fc.nat(1_000),
    deadlineAtMs: option(minutes(1, 9_000).map((ms) => START + ms)),
    callsPerSecond: option(fc.constantFrom(0.2, 2)),
    maxLiveCalls: option(fc.integer({ min: 1, max: 2 })),
  })
  .map(({ policy, contacts, agents, seed, ...said }) => ({
    plan: planWith(policy, {
      ...said,
      agents: agents.map((agent, index) => plannedAgent(`a${index + 1}`, agent)),
    }),
    contacts: oneKnowledge(contacts.map((contact, index) => plannedContact(index + 1, contact))),
    seed,
  }));

/** What is known of a number is the same for each contact that has it. */
function oneKnowledge(all: PlannedContact[]): PlannedContact[] {
  const first = new Map(all.toReversed().map((contact) => [contact.number, contact]));
  return all.map((contact) => ({ ...contact, dialsMs: first.get(contact.number)!.dialsMs }));
}

interface Played {
  dial: Dial;
  endMs: number;
  disposition: Disposition;
}

const MODEL = {
  ...DEFAULT_ANSWERS,
  outcomes: { ...DEFAULT_ANSWERS.outcomes, 'agent-unreached': 25, unknown: 3, 'carrier-lost': 2 },
};

function play({ plan, contacts, seed }: Drawn) {
  const played = new Map<string, Played>();
  const report = rehearse(plan, contacts, answersFrom(MODEL, seed), {
    ...SETTINGS,
    onDial: (dial) => played.set(dial.ref, { dial, endMs: NaN, disposition: 'unknown' }),
    onEnd: ({ ref, atMs, disposition }) =>
      Object.assign(played.get(ref)!, { endMs: atMs, disposition }),
  });
  return { report, played: [...played.values()] };
}

const hold = (check: (drawn: Drawn, played: ReturnType<typeof play>) => void) =>
  fc.assert(
    fc.property(drawn, (drawn) => check(drawn, play(drawn))),
    { numRuns: 150 },
  );

describe('no simulated dial outside policy', () => {
  test('windows, instants asked for, deadlines and lists', () => {
    hold(({ plan, contacts }, { played }) => {
      for (const { dial } of played) {
        const contact = contacts[dial.position - 1]!;
        const zones = contact.zones ?? [plan.policy.zone];
        const { window } = plan.policy;
        const isOpen = window === null || askWindow(window, zones, dial.atMs).kind === 'open';
        expect(isOpen).toBe(true);
        expect(dial.atMs).toBeGreaterThanOrEqual(contact.notBeforeMs ?? 0);
        expect(dial.atMs).toBeLessThanOrEqual(contact.notAfterMs ?? Infinity);
        expect(dial.atMs).toBeLessThan(plan.deadlineAtMs ?? Infinity);
        expect(dial.atMs).toBeGreaterThanOrEqual(contact.suppressedUntilMs ?? 0);
      }
    });
  });

  test('caps of a number, over all its contacts', () => {
    hold(({ plan, contacts }, { played }) => {
      for (const { dial } of played) {
        const contact = contacts[dial.position - 1]!;
        const before = played.filter(
          (other) =>
            other.dial.number === dial.number &&
            other.dial.atMs < dial.atMs &&
            !['agent-unreached', 'refused'].includes(other.disposition),
        );
        const dialsMs = [...contact.dialsMs, ...before.map((other) => other.dial.atMs)];
        const zones = contact.zones ?? [plan.policy.zone];
        expect(askCaps({ caps: plan.policy.caps, dialsMs, said: {}, zones }, dial.atMs)).toEqual({
          kind: 'open',
        });
      }
    });
  });

  test('one call per agent and number, and the work after it', () => {
    hold(({ plan, contacts }, { played }) => {
      for (const { dial } of played) {
        const live = played.filter(
          (other) => other.dial.atMs <= dial.atMs && other.endMs > dial.atMs,
        );
        const ofAgent = (agentId: string) => live.filter((other) => other.dial.agentId === agentId);
        const agent = plan.agents.find(({ id }) => id === dial.agentId)!;
        expect(ofAgent(agent.id).length).toBeLessThanOrEqual(agent.capacity);
        expect(
          live.filter((other) => other.dial.number === dial.number).length,
        ).toBeLessThanOrEqual(1);
        expect(live.length).toBeLessThanOrEqual(plan.policy.maxLiveCalls ?? Infinity);
        expect(live.length).toBeLessThanOrEqual(plan.maxLiveCalls ?? Infinity);
        const { pool, wrapUpMs } = plan.policy.agents;
        const own = contacts[dial.position - 1]!.agentId;
        const isRight = own === null ? isInPool(agent, pool) : dial.agentId === own;
        expect(isRight).toBe(true);
        const working = played.some(
          (other) =>
            other.dial.agentId === agent.id &&
            agentAnswered(other.disposition) &&
            agent.capacity === 1 &&
            other.endMs <= dial.atMs &&
            other.endMs + wrapUpMs > dial.atMs,
        );
        expect(working).toBe(false);
      }
    });
  });

  test('two POSTs are never closer than the paces', () => {
    hold(({ plan }, { played }) => {
      const rates = [plan.callsPerSecond, plan.policy.callsPerSecond].filter(
        (rate) => rate !== null,
      );
      const leastGapMs = Math.max(0, ...rates.map((rate) => 1_000 / rate));
      for (const [index, { dial }] of played.slice(1).entries()) {
        expect(dial.atMs - played[index]!.dial.atMs).toBeGreaterThanOrEqual(leastGapMs);
      }
    });
  });

  test('the attempts, in all and for each way to end', () => {
    hold(({ plan, contacts }, { played }) => {
      const { redial } = plan.policy;
      for (const { position } of contacts) {
        const calls = played.filter(({ dial }) => dial.position === position);
        const spent = calls.filter(({ disposition }) => disposition !== 'agent-unreached');
        expect(spent.length).toBeLessThanOrEqual(redial.maxAttempts);
        expect(calls.length).toBeLessThanOrEqual(redial.maxCalls);
        const final = calls.slice(0, -1).filter(({ disposition }) => {
          return disposition !== 'customer-unreached' && disposition !== 'agent-unreached';
        });
        expect(final).toEqual([]);
      }
    });
  });

  test('the budget, with what is set aside for calls whose bill is not known', () => {
    hold(({ plan, seed }, { played }) => {
      const { budget } = plan.policy;
      if (budget === null || budget.total === null) return;
      const reserve = parseMoney(budget.reservePerCall)!;
      const bills = answersFrom(MODEL, seed);
      for (const [index, { dial }] of played.entries()) {
        let held = reserve;
        for (const other of played.slice(0, index)) {
          if (other.disposition === 'refused') continue;
          const billed =
            other.disposition !== 'unknown' && other.endMs + SETTINGS.billAfterMs <= dial.atMs;
          held += billed ? bills(other.dial.ref).cost : reserve;
        }
        expect(held <= parseMoney(budget.total)!).toBe(true);
      }
    });
  });
});

test('every contact ends final, or is listed as never reached with a reason', () => {
  hold(({ contacts }, { report }) => {
    const unreached = Object.values(report.neverReached).reduce((sum, count) => sum + count, 0);
    expect(report.contacts).toBe(contacts.length);
    expect(report.reached + unreached).toBe(contacts.length);
    expect(report.cut).toBe(null);
    const kept = (['no-agent', 'no-budget', 'number-held'] as const).filter(
      (reason) => (report.neverReached[reason] ?? 0) > 0,
    );
    expect(report.finishedAtMs !== null || kept.length > 0).toBe(true);
  });
});

test('the same seed gives the same forecast, and its ranges are in order', () => {
  const settings = { ...SETTINGS, runs: 3, mostCallsInAll: 10_000 };
  fc.assert(
    fc.property(drawn, ({ plan, contacts, seed }) => {
      const once = forecast(plan, contacts, DEFAULT_ANSWERS, { ...settings, seed });
      expect(forecast(plan, contacts, DEFAULT_ANSWERS, { ...settings, seed })).toEqual(once);
      for (const { low, median, high } of [once.calls, once.reached, once.agentUse]) {
        expect(low).toBeLessThanOrEqual(median);
        expect(median).toBeLessThanOrEqual(high);
      }
      expect(once.agentUse.high).toBeLessThanOrEqual(1);
    }),
    { numRuns: 40 },
  );
});

test('a list of two thousand with all rules ends within its days', () => {
  const many = Array.from({ length: 2_000 }, (_, index) =>
    plannedContact(index + 1, { zones: [ZONES[index % ZONES.length]!] }),
  );
  const plan = planWith(
    { window: WORKDAYS, zone: 'Europe/Paris' },
    { agents: Array.from({ length: 20 }, (_, index) => plannedAgent(`a${index}`)) },
  );
  const report = rehearse(plan, many, answersFrom(DEFAULT_ANSWERS, 1), SETTINGS);
  expect(report.finishedAtMs).toBeLessThan(START + 7 * DAY);
  expect(report.byDay.reduce((sum, { calls }) => sum + calls, 0)).toBe(report.calls);
});
