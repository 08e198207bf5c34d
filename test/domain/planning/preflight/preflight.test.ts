import { describe, expect, test } from 'vitest';
import { NO_CAPS } from '../../../../src/domain/contacts/number-caps.ts';
import type {
  CampaignPlan,
  PlannedContact,
} from '../../../../src/domain/planning/planned-contact.ts';
import {
  costRange,
  dialled,
  priceOf,
} from '../../../../src/domain/planning/preflight/cost-range.ts';
import { lastOpenUpTo } from '../../../../src/domain/planning/preflight/last-open.ts';
import { Preflight } from '../../../../src/domain/planning/preflight/preflight.ts';
import {
  attemptsThatFit,
  warningsOf,
  type WarningFacts,
} from '../../../../src/domain/planning/preflight/warnings.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  plannedAgent,
  plannedContact,
  plannedContacts,
  planWith,
  START,
  UNIT,
  WORKDAYS,
} from '../rehearsal/planned.ts';

const at = (text: string) => Date.parse(text);

function tallyOf(contacts: PlannedContact[], plan: CampaignPlan = planWith(), startMs = START) {
  const preflight = new Preflight(plan, startMs);
  for (const contact of contacts) preflight.add(contact);
  return preflight.tally;
}

describe('who will be dialled', () => {
  test.each<[string, Partial<PlannedContact>]>([
    ['final', { state: 'final', disposition: 'completed' }],
    ['locked', { state: 'locked', disposition: 'unknown' }],
    ['number-held', { numberHeld: true }],
    ['suppressed', { suppressedUntilMs: Infinity }],
    ['too-late', { notAfterMs: START - 1 }],
  ])('a contact that is left out is counted as %s', (reason, said) => {
    const tally = tallyOf([plannedContact(1, said), plannedContact(2)]);
    expect(tally).toMatchObject({ contacts: 2, now: 1, skipped: { [reason]: 1 } });
    expect(tally.examples).toEqual({ [reason]: [1] });
  });

  test('one that a rule puts off is counted under that rule, with the instants', () => {
    const plan = planWith({
      window: WORKDAYS,
      zone: 'UTC',
      caps: { ...NO_CAPS, leastGapMs: 3 * HOUR },
    });
    const tally = tallyOf(
      [
        plannedContact(1),
        plannedContact(2, { dialsMs: [START - HOUR] }),
        plannedContact(3, { notBeforeMs: START + DAY + 2 * HOUR }),
        plannedContact(4, { zones: ['America/New_York'] }),
        plannedContact(5, { state: 'claimed' }),
      ],
      plan,
    );
    expect(tally).toMatchObject({
      now: 0,
      onCall: 1,
      later: { window: 2, gap: 1, 'not-before': 1 },
      firstDialAtMs: at('2026-11-23T09:00:00Z'),
      lastFirstDialAtMs: at('2026-11-24T10:00:00Z'),
      lastDialAtMs: null,
    });
    expect(dialled(tally)).toBe(4);
  });

  test('a redial that is due later is no rule’s doing', () => {
    const tally = tallyOf([plannedContact(1, { dueAtMs: START + HOUR })]);
    expect(tally).toMatchObject({ later: { redial: 1 }, firstDialAtMs: START + HOUR });
  });

  test('attempts are those the rules still allow, and who has spent them is not dialled', () => {
    const past = (attempts: number) => ({ past: { attempts, calls: attempts, byDisposition: {} } });
    const contacts = [plannedContact(1), plannedContact(2, past(2)), plannedContact(3, past(9))];
    const tally = tallyOf(contacts);
    expect(tally.attempts).toBe(3 + 1);
    expect(tally.skipped).toEqual({ final: 1 });
  });

  test('agents that contacts to dial have for their own are kept, as far as they are there', () => {
    const tally = tallyOf(
      [
        plannedContact(1, { agentId: 'a1' }),
        plannedContact(2, { agentId: 'gone' }),
        plannedContact(3, { agentId: 'a2', state: 'final' }),
      ],
      planWith({}, { agents: [plannedAgent('a1'), plannedAgent('a2')] }),
    );
    expect([...tally.ownAgents]).toEqual(['a1']);
  });

  test('zones are counted by name, several as one, and by their source', () => {
    const both = ['America/Chicago', 'America/New_York'];
    const tally = tallyOf([
      plannedContact(1),
      plannedContact(2, { zones: both, zoneSource: 'number' }),
      plannedContact(3, { zones: both, zoneSource: 'number' }),
    ]);
    expect([...tally.zones]).toEqual([
      ['UTC', 1],
      ['America/Chicago or America/New_York', 2],
    ]);
    expect(tally.zoneSources).toEqual({ campaign: 1, number: 2 });
    expect(tally.areas.size).toBe(0);
  });
});

describe('the last possible dial', () => {
  test('is before the deadline, and while the window is open', () => {
    const plan = planWith(
      { window: WORKDAYS, zone: 'UTC' },
      { deadlineAtMs: at('2026-11-28T12:00:00Z') },
    );
    const tally = tallyOf(plannedContacts(2), plan);
    // Friday 17:00, less the ring margin.
    expect(tally.lastDialAtMs).toBe(at('2026-11-27T16:57:59.999Z'));
  });

  test('is none where one contact has no end', () => {
    const contacts = [plannedContact(1, { notAfterMs: START + DAY }), plannedContact(2)];
    expect(tallyOf(contacts).lastDialAtMs).toBe(null);
  });

  test.each(['2026-03-29', '2026-10-25', '2026-11-23'])(
    'at its instant the window is open, on %s',
    (date) => {
      const window = {
        ...WORKDAYS,
        hours: [{ ...WORKDAYS.hours[0]!, weekdays: [1, 2, 3, 4, 5, 6, 7] }],
      };
      const zones = ['Europe/Berlin', 'America/New_York'];
      const lastMs = lastOpenUpTo(window, zones, at(`${date}T23:00:00Z`))!;
      // Both are open from 9:00 in New York until 17:00 in Berlin.
      const clock = new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Europe/Berlin',
        timeStyle: 'short',
      });
      expect(clock.format(lastMs)).toBe('16:57');
    },
  );

  test('of a window that never opens there is none', () => {
    expect(lastOpenUpTo({ ...WORKDAYS, hours: [] }, ['UTC'], START)).toBe(null);
  });
});

describe('cost', () => {
  const price = { low: UNIT / 10n, high: UNIT / 2n, from: 'request' } as const;

  test('from one call each to every attempt at the high price', () => {
    const tally = tallyOf(plannedContacts(4));
    expect(costRange(planWith(), tally, price)).toMatchObject({
      low: (UNIT * 4n) / 10n,
      high: UNIT * 6n,
      budgetEndsIt: false,
    });
  });

  test('no more than the budget leaves', () => {
    const budget = { total: '3', perDay: null, reservePerCall: '0.5', alertAt: 0.8 };
    const plan = planWith({ budget }, { spending: { spent: UNIT, reserved: UNIT } });
    expect(costRange(plan, tallyOf(plannedContacts(4)), price)).toMatchObject({
      high: UNIT,
      budgetEndsIt: true,
    });
  });

  test('the price is the one asked for, else that of settled calls, else what is set aside', () => {
    const budget = { total: null, perDay: null, reservePerCall: '0.5', alertAt: 0.8 };
    const settled = { low: 1n, high: 2n };
    expect(priceOf(planWith({ budget }), { low: 3n, high: 4n }, settled)?.from).toBe('request');
    expect(priceOf(planWith({ budget }), null, settled)?.from).toBe('settled-calls');
    expect(priceOf(planWith({ budget }), null, null)).toEqual({
      low: 0n,
      high: UNIT / 2n,
      from: 'budget',
    });
    expect(priceOf(planWith(), null, null)).toBe(null);
  });
});

describe('warnings', () => {
  const codes = (
    plan: CampaignPlan,
    said: Partial<WarningFacts> = {},
    contacts = plannedContacts(2),
  ) =>
    warningsOf({
      plan,
      tally: tallyOf(contacts, plan),
      cost: null,
      startMs: START,
      accountStopped: false,
      hold: null,
      listsMissing: [],
      oldCopies: [],
      ...said,
    }).map(({ code }) => code);
  const budget = (amounts: object) => ({
    budget: { total: null, perDay: null, reservePerCall: '0.5', alertAt: 0.8, ...amounts },
  });
  const known = plannedContacts(2, { zones: ['UTC'], zoneSource: 'row' });
  const sound = { window: { ...WORKDAYS }, ...budget({ total: '100' }) };

  test('there is none where all is well', () =>
    expect(codes(planWith(sound), {}, known)).toEqual([]));

  test.each<[string, Parameters<typeof planWith>]>([
    ['no-window', [{ window: null }]],
    ['never-open', [{ window: { ...WORKDAYS, ringMarginMs: 9 * HOUR } }]],
    ['deadline-passed', [{}, { deadlineAtMs: START }]],
    [
      'attempts-do-not-fit',
      [
        { caps: { ...NO_CAPS, rolling: [{ days: 7, most: 1 }] } },
        { deadlineAtMs: START + 5 * DAY },
      ],
    ],
    ['no-agents', [{}, { agents: [] }]],
    ['no-agents', [{ agents: { pool: 'south', wrapUpMs: 0, pauseAfterMisses: null } }]],
    ['no-agent-ready', [{}, { agents: [plannedAgent('a1', { state: 'paused' })] }]],
    ['more-calls-than-agents', [{ maxLiveCalls: 2 }]],
    ['budget-below-one-call', [budget({ total: '0.4' })]],
    ['day-budget-below-one-call', [budget({ perDay: '0.4' })]],
  ])('%s', (code, [policy, said]) => {
    expect(codes(planWith({ ...sound, ...policy }, said), {}, known)).toContain(code);
  });

  test('agents count in each of their pools: as many calls as the pool of the campaign has agents', () => {
    const agents = [plannedAgent('a1', { pools: ['sales', 'spanish'] }), plannedAgent('a2')];
    const of = (pool: string) => ({
      ...sound,
      agents: { pool, wrapUpMs: 0, pauseAfterMisses: null },
    });
    for (const pool of ['sales', 'spanish']) {
      const one = planWith({ ...of(pool), maxLiveCalls: 1 }, { agents });
      const two = planWith({ ...of(pool), maxLiveCalls: 2 }, { agents });
      expect(codes(one, {}, known)).not.toContain('more-calls-than-agents');
      expect(codes(two, {}, known)).toContain('more-calls-than-agents');
    }
    expect(codes(planWith(of('night'), { agents }), {}, known)).toContain('no-agents');
  });

  test('of contacts: none, none to dial, zones not known, agents of their own away', () => {
    const plan = planWith(sound);
    expect(codes(plan, {}, [])).toContain('no-contacts');
    expect(codes(plan, {}, plannedContacts(1, { state: 'final' }))).toContain('nobody-dialled');
    expect(codes(plan)).toContain('zone-unknown');
    expect(codes(plan, {}, [plannedContact(1, { agentId: 'gone' })])).toContain('own-agent-away');
  });

  test('of the account: stopped, on hold, lists that are not there', () => {
    const hold = { reason: '402', byPerson: false };
    const said = { accountStopped: true, hold, listsMissing: ['optout'] };
    expect(codes(planWith(sound), said, known)).toEqual([
      'account-stopped',
      'account-on-hold',
      'no-such-list',
    ]);
  });

  test('of money: a budget that may end it, and less set aside than calls may cost', () => {
    const cost = {
      price: { low: 0n, high: UNIT, from: 'settled-calls' as const },
      low: 0n,
      high: UNIT,
      budgetEndsIt: true,
    };
    expect(codes(planWith(sound), { cost }, known)).toEqual([
      'budget-may-end-it',
      'reserve-below-cost',
    ]);
    expect(codes(planWith({ ...sound, budget: null }), {}, known)).toContain('cost-unknown');
  });

  test('how many attempts fit is found by the very rules', () => {
    const caps = { ...NO_CAPS, rolling: [{ days: 7, most: 2 }] };
    const plan = planWith({ ...sound, caps }, { deadlineAtMs: START + 6 * DAY });
    expect(attemptsThatFit(plan, START)).toEqual({ fit: 2, reason: 'too-late' });
    expect(attemptsThatFit({ ...plan, deadlineAtMs: START + 9 * DAY }, START)).toEqual({
      fit: 3,
      reason: null,
    });
    expect(attemptsThatFit(planWith(sound), START + 8 * HOUR + 59 * MINUTE).fit).toBe(3);
  });
});
