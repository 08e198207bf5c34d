import { describe, expect, test } from 'vitest';
import { asked, edited, limited, type Dialled } from './limited.ts';
import { violationsOf, type Row } from './records.ts';

/** Numbers kept for fiction. */
const number = (index: number) => `+1202555010${index}`;
const contact = (index: number, more: Partial<Dialled> = {}): Dialled => ({
  ref: `c1.${index}.1`,
  number: number(index),
  atMs: 0,
  endedMs: (more.atMs ?? 0) + 5_000,
  ...more,
});
const again = (ordinal: number, atMs: number, more: Partial<Dialled> = {}): Dialled => ({
  ...contact(1, more),
  ref: `c1.1.${ordinal}`,
  atMs,
  endedMs: atMs + 1_000,
});
const UNANSWERED = { states: ['agent_answered', 'customer_ringing'], end: 'failed' } as const;
const failed = { states: [...UNANSWERED.states], end: UNANSWERED.end };

async function found(rules: Row, calls: Dialled[], more: Row[] = []): Promise<string[]> {
  return Object.keys(await violationsOf(limited(rules, calls, more)));
}

const agent = (more: Row): Row[] =>
  asked('POST', -57_000, '/v1/agents', {
    answer: { id: 'a1', address: 'sip-1', pools: ['default'], capacity: 1, ...more },
    status: 201,
  });
const account = (atMs: number, limits: Row): Row[] =>
  asked('PATCH', atMs, '/v1/account', {
    answer: { calls_per_second: null, max_live_calls: null, ...limits },
  });

test('calls under no rules hold in every check', async () => {
  expect(await found({}, [contact(1), contact(2), contact(3)])).toEqual([]);
});

describe('LIVE: calls at once', () => {
  test('more of a campaign than it allows', async () => {
    const rules = { max_live_calls: 2 };
    expect(await found(rules, [contact(1), contact(2)])).toEqual([]);
    expect(await found(rules, [contact(1), contact(2), contact(3)])).toEqual(['LIVE']);
    expect(await found(rules, [contact(1), contact(2), contact(3, { atMs: 6_000 })])).toEqual([]);
  });

  test('more than the account allows, once what was claimed before has passed', async () => {
    const calls = [contact(1), contact(2)];
    expect(await found({}, calls, account(-50_000, { max_live_calls: 1 }))).toEqual(['LIVE']);
    expect(await found({}, calls, account(-50_000, { max_live_calls: 2 }))).toEqual([]);
    expect(await found({}, calls, account(-5_000, { max_live_calls: 1 }))).toEqual([]);
  });

  test('a call is held to the rules it was claimed under, and an edit counts soon', async () => {
    const edit = edited(-50_000, 2, { max_live_calls: 1 });
    const claimed = (policyVersion: number) => [1, 2].map((one) => contact(one, { policyVersion }));
    expect(await found({}, claimed(2), edit)).toEqual(['LIVE']);
    expect(await found({}, claimed(1), edit)).toEqual(['EDIT']);
    expect(await found({}, claimed(1), edited(-5_000, 2, { max_live_calls: 1 }))).toEqual([]);
  });
});

describe('I8b, I8d: agents', () => {
  const on = (more: Partial<Dialled> = {}) => ({ agent: 'sip-1', ...more });
  const two = [contact(1, on()), contact(2, on({ atMs: 1_000 }))];

  test('one call at a time, or as many as the client asked for', async () => {
    expect(await found({}, two)).toEqual(['I8b']);
    expect(await found({}, two, agent({ capacity: 2 }))).toEqual([]);
    expect(await found({}, [...two, contact(3, on())], agent({ capacity: 2 }))).toEqual(['I8b']);
  });

  test('of another pool', async () => {
    const rules = { agents: { pool: 'sales', wrap_up: '0s' } };
    expect(await found(rules, [contact(1, on())], agent({}))).toEqual(['I8d']);
    expect(await found(rules, [contact(1, on())], agent({ pools: ['default', 'sales'] }))).toEqual(
      [],
    );
  });

  test('paused', async () => {
    const pause = [...agent({}), ...asked('POST', -40_000, '/v1/agents/a1/pause')];
    const ready = asked('POST', -30_000, '/v1/agents/a1/ready');
    expect(await found({}, [contact(1, on())], pause)).toEqual(['I8d']);
    expect(await found({}, [contact(1, on())], [...pause, ...ready])).toEqual([]);
  });

  test('paused after the call had its slot, which is given 50 ms ahead', async () => {
    const decided = (decidedMs: number) => [contact(1, on({ decidedMs, atMs: decidedMs }))];
    const pause = [...agent({}), ...asked('POST', 0, '/v1/agents/a1/pause')];
    expect(await found({}, decided(40), pause)).toEqual([]);
    expect(await found({}, decided(90), pause)).toEqual(['I8d']);
  });

  test('at work after a call that was completed', async () => {
    const rules = { agents: { pool: null, wrap_up: '2s' } };
    const next = (atMs: number) => [contact(1, on()), contact(2, on({ atMs, endedMs: 20_000 }))];
    expect(await found(rules, next(6_000), agent({}))).toEqual(['I8d']);
    expect(await found(rules, next(7_000), agent({}))).toEqual([]);
  });

  test('no work follows on a call that is still live: two at once are judged once', async () => {
    expect(await found({}, two, agent({}))).toEqual(['I8b']);
  });
});

describe('I13: recordings', () => {
  test('one that was made is stored, unless the campaign collects none', async () => {
    const recorded = [contact(1, { recorded: true })];
    expect(await found({}, recorded)).toEqual(['I13']);
    expect(await found({ collect_recordings: false }, recorded)).toEqual([]);
  });
});

describe('PACE: calls per second', () => {
  const apart = (ms: number, come = ms) =>
    [1, 2, 3].map((one) => contact(one, { decidedMs: one * ms, atMs: one * come }));

  test('decided on too close to each other', async () => {
    expect(await found({ calls_per_second: 4 }, apart(250))).toEqual([]);
    expect(await found({ calls_per_second: 4 }, apart(200))).toEqual(['PACE']);
    expect(await found({}, apart(200), account(-50_000, { calls_per_second: 4 }))).toEqual([
      'PACE',
    ]);
    expect(await found({}, apart(200), account(-50_000, { calls_per_second: 5 }))).toEqual([]);
  });

  test('may come together within the grace, and no closer', async () => {
    const burst = (delayMs: number) => [
      contact(1, { decidedMs: 0, atMs: delayMs }),
      contact(2, { decidedMs: 500, atMs: delayMs }),
      contact(3, { decidedMs: 1_000, atMs: delayMs + 1 }),
    ];
    expect(await found({ calls_per_second: 2 }, burst(1_000))).toEqual([]);
    const late = [...burst(2_000), contact(4, { decidedMs: 1_500, atMs: 2_001 })];
    expect(await found({ calls_per_second: 2 }, late)).toEqual(['PACE']);
  });
});

describe('I8c: suppressed numbers', () => {
  const path = `/v1/suppressions/optout/numbers/${encodeURIComponent(number(1))}`;
  const put = (atMs: number, body: Row = {}) => asked('PUT', atMs, path, { body });

  test('dialled after the answer', async () => {
    expect(await found({}, [contact(1)], put(-1))).toEqual(['I8c']);
    expect(await found({}, [contact(1)], put(1))).toEqual([]);
    expect(await found({}, [contact(2)], put(-1))).toEqual([]);
    expect(await found({ suppression_lists: ['other'] }, [contact(1)], put(-1))).toEqual([]);
  });

  test('decided on before, and coming within the grace', async () => {
    const came = (atMs: number) => [contact(1, { decidedMs: 0, atMs })];
    expect(await found({}, came(900), put(10))).toEqual([]);
    expect(await found({}, came(1_100), put(10))).toEqual(['I8c']);
  });

  test('no longer suppressed', async () => {
    const gone = asked('DELETE', -500, path);
    expect(await found({}, [contact(1)], [...put(-1_000), ...gone])).toEqual([]);
    expect(await found({}, [contact(1)], put(-1_000, { until: '2026-03-02T09:59:59Z' }))).toEqual(
      [],
    );
  });
});

describe('CAPS: how often a number is dialled', () => {
  test('too soon after the last dial', async () => {
    const rules = { caps: { per_day: null, rolling: [], least_gap: '10s' } };
    const twice = (atMs: number, how: Partial<Dialled> = failed) => [
      again(1, 0, how),
      again(2, atMs, how),
    ];
    expect(await found(rules, twice(9_900))).toEqual(['CAPS']);
    expect(await found(rules, twice(10_000))).toEqual([]);
    // Nobody was rung but the agent.
    expect(await found(rules, twice(2_000, { states: [], end: 'failed' }))).toEqual([]);
  });

  test('too often in a span of days, and on one day where the contact is', async () => {
    const often = (atMs: number) => [again(1, 0, failed), again(2, atMs, failed)];
    const hour = 3_600_000;
    const rolling = { caps: { per_day: null, rolling: [{ days: 1, most: 1 }], least_gap: '0s' } };
    expect(await found(rolling, often(23 * hour))).toEqual(['CAPS']);
    expect(await found(rolling, often(24 * hour))).toEqual([]);
    const daily = { caps: { per_day: 1, rolling: [], least_gap: '0s' } };
    // It is eleven o'clock in Paris.
    expect(await found(daily, often(12.9 * hour))).toEqual(['CAPS']);
    expect(await found(daily, often(13.1 * hour))).toEqual([]);
  });
});

describe('WINDOW: the clocks where the contact is', () => {
  const window = (from: string, to: string, more: Row = {}) => ({
    calling_window: {
      hours: [{ weekdays: ['mon'], from, to }],
      closed_dates: [],
      ring_margin: '0s',
      ...more,
    },
  });

  const touching = (from: string) => [
    { weekdays: ['mon'], from: '10:00', to: '11:01' },
    { weekdays: ['mon'], from, to: '12:00' },
  ];

  test.each<[string, Row, string[]]>([
    ['open', window('11:00', '11:01'), []],
    ['not yet open', window('11:01', '12:00'), ['WINDOW']],
    ['closed already', window('10:00', '11:00'), ['WINDOW']],
    ['within the ring margin', window('10:00', '11:01', { ring_margin: '2m' }), ['WINDOW']],
    ['open to the end of the day', window('10:00', '24:00', { ring_margin: '2m' }), []],
    [
      'open by hours that touch',
      window('', '', { hours: touching('11:01'), ring_margin: '2m' }),
      [],
    ],
    [
      'with a break within the ring margin',
      window('', '', { hours: touching('11:02'), ring_margin: '2m' }),
      ['WINDOW'],
    ],
    ['on a closed date', window('00:00', '24:00', { closed_dates: ['2026-03-02'] }), ['WINDOW']],
  ])('%s at eleven', async (_name, rules, broken) => {
    expect(await found(rules, [contact(1)])).toEqual(broken);
  });

  test('a POST decided on in time may come within the grace', async () => {
    const late = (atMs: number) => [contact(1, { decidedMs: -1, atMs })];
    const rules = window('10:00', '11:00');
    expect(await found(rules, late(900))).toEqual([]);
    expect(await found(rules, late(1_100))).toEqual(['WINDOW']);
  });
});

describe('BUDGET: what is spent and set aside', () => {
  const rules = { budget: { total: '1.00', per_day: null, reserve_per_call: '0.40' } };

  test('a call that might pass the cap', async () => {
    expect(await found(rules, [contact(1), contact(2)])).toEqual([]);
    expect(await found(rules, [contact(1), contact(2), contact(3)])).toEqual(['BUDGET']);
  });

  test('a bill takes the place of what was set aside; what it is above that is excused', async () => {
    const third = contact(3, { atMs: 6_000, endedMs: 8_000 });
    const calls = (cost: string) => [contact(1, { cost }), contact(2), third];
    expect(await found(rules, calls('0.20'))).toEqual([]);
    expect(await found(rules, calls('0.21'))).toEqual(['BUDGET']);
    expect(await found(rules, calls('0.90'))).toEqual(['BUDGET']);
    expect(await found(rules, [contact(1, { cost: '0.90' }), contact(2)])).toEqual([]);
  });
});

describe('I11d: redials', () => {
  const redial = (more: Row): Row => ({
    redial: {
      max_attempts: 2,
      max_calls: 3,
      customer_unreached: { after: '3s' },
      agent_unreached: { after: '1s' },
      dropped: null,
      ...more,
    },
  });
  const times = (count: number, gapMs: number, how: Partial<Dialled> = failed) =>
    Array.from({ length: count }, (_, index) => again(index + 1, index * gapMs, how));

  test('more attempts, or more calls, than allowed', async () => {
    const rang = { states: [], end: 'failed' as const };
    expect(await found(redial({}), times(2, 5_000))).toEqual([]);
    expect(await found(redial({}), times(3, 5_000))).toEqual(['I11d']);
    expect(await found(redial({}), times(3, 5_000, rang))).toEqual([]);
    expect(await found(redial({}), times(4, 5_000, rang))).toEqual(['I11d']);
  });

  test('sooner than the shortest delay, or after the contact was reached', async () => {
    expect(await found(redial({}), times(2, 1_900))).toEqual(['I11d']);
    expect(await found(redial({}), times(2, 2_100))).toEqual([]);
    expect(await found(redial({}), times(2, 9_000, {}))).toEqual(['I11d']);
  });

  test('who talked is not called again by the rule for agents who did not answer', async () => {
    const unanswered = { states: ['agent_ringing'], end: 'failed' as const };
    const bridged = {
      states: ['agent_answered', 'customer_ringing', 'bridged'],
      end: 'failed' as const,
    };
    expect(await found(redial({}), times(2, 2_500, unanswered))).toEqual([]);
    expect(await found(redial({}), times(2, 2_500, bridged))).toContain('I11d');
    expect(await found(redial({}), times(2, 4_500, bridged))).not.toContain('I11d');
  });
});
