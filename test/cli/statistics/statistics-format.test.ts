import { expect, test } from 'vitest';
import { formatCosts, formatStatistics } from '../../../src/cli/statistics/statistics-format.ts';

const COUNTS = {
  calls: 12,
  placed: 10,
  live: 1,
  agent_rang: 10,
  answered: 9,
  customer_rang: 8,
  bridged: 5,
  dispositions: {
    completed: 4,
    dropped: 1,
    'customer-unreached': 3,
    'agent-unreached': 1,
    'leg-unknown': 0,
    refused: 2,
    'not-dialled': 0,
    unknown: 0,
    'carrier-lost': 0,
  },
  agent_ring_seconds: 40,
  customer_ring_seconds: 120.5,
  talk_seconds: 3_725.4,
  cost: '0.4321',
  asr: 0.5,
};
const NONE = { ...COUNTS, calls: 0, asr: null };
const HEAD = {
  from: '2026-11-23T08:00:00.000Z',
  to: '2026-11-23T10:00:00.000Z',
  zone: 'Europe/Paris',
  currency: 'EUR',
  campaign_id: null,
  agent_id: null,
  calls_a_minute: 2,
  hours_of_day: [],
};

test('statistics are a row for each bucket with calls, a total, and the dispositions', () => {
  const times = { from: HEAD.from, to: HEAD.to };
  const buckets = [
    { ...times, local_from: '2026-11-23T09:00', ...COUNTS, agent_time: null },
    { ...times, local_from: '2026-11-23T10:00', ...NONE, agent_time: null },
  ];
  const lines = formatStatistics({
    ...HEAD,
    by: 'hour',
    total: COUNTS,
    agent_time: null,
    buckets,
  }).split('\n');
  expect(lines).toEqual([
    'hour (Europe/Paris)  placed  agent rang  agent answered  customer rang  talks    ASR  talk time        cost',
    '2026-11-23 09:00         10          10               9              8      5  50.0%    1:02:05  0.4321 EUR',
    'total                    10          10               9              8      5  50.0%    1:02:05  0.4321 EUR',
    '',
    'completed 4, dropped 1, customer-unreached 3, agent-unreached 1, refused 2, live 1',
    'calls a minute: 2 (in the last 60 seconds)',
  ]);
});

test('the time of agents is said in words, and with a campaign only the busy time', () => {
  const time = {
    ready_seconds: 7_200,
    ringing_seconds: 60,
    on_call_seconds: 3_000,
    wrap_up_seconds: 540,
    busy_seconds: 3_600,
    paused_seconds: 900,
    occupancy: 0.3333,
  };
  const last = (agentTime: object, more: object = {}) =>
    formatStatistics({
      ...HEAD,
      ...more,
      by: 'hour',
      total: COUNTS,
      buckets: [],
      agent_time: { ...time, ...agentTime },
    })
      .split('\n')
      .at(-1);
  const busy = 'busy 1:00:00 (ringing 0:01:00, on calls 0:50:00, wrap-up 0:09:00)';
  expect(last({})).toBe(`agents: idle 2:00:00, ${busy}, paused 0:15:00, occupancy 33.3%`);
  const none = { ready_seconds: null, paused_seconds: null, occupancy: null };
  expect(last(none, { campaign_id: 'c1' })).toBe(`agents: ${busy}`);
});

test('costs are a row for each month, campaign or agent', () => {
  const none = { month: null, campaign_id: null, agent_id: null, name: null };
  const text = formatCosts({
    ...HEAD,
    currency: null,
    by: 'agent',
    total: COUNTS,
    data: [
      { ...none, agent_id: 'a1', name: 'Ada', ...COUNTS },
      { ...none, agent_id: '', ...COUNTS },
    ],
  });
  expect(text).toMatch(
    /^agent .*cost\na1 \(Ada\) .* 0\.4321\nrang no agent .* 0\.4321\ntotal .* 0\.4321$/,
  );
});
