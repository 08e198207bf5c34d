/** How scenarios are drawn. */
import fc from 'fast-check';
import { RESOLUTIONS } from '../../../src/domain/calls/disposition.ts';
import { CONSENT_KIND_NAMES } from '../../../src/domain/rules/consent-kinds.ts';
import { drawHoldRules, drawRules, someZones } from './draw-rules.ts';
import {
  LISTS,
  PURPOSES,
  type AgentDraw,
  type AnswerDraw,
  type CampaignDraw,
  type ContactDraw,
  type Scenario,
  type Step,
} from './scenario.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Among them the days before clocks change in Europe, America, Sydney, Lord Howe and Santiago. */
const startMs = fc
  .tuple(
    fc.constantFrom(
      '2026-03-06T12:00:00Z',
      '2026-03-27T12:00:00Z',
      '2026-04-03T12:00:00Z',
      '2026-09-04T12:00:00Z',
      '2026-10-02T12:00:00Z',
      '2026-10-23T12:00:00Z',
      '2026-10-30T12:00:00Z',
      '2026-11-23T08:00:00Z',
    ),
    fc.integer({ min: 0, max: DAY }),
  )
  .map(([day, ms]) => Date.parse(day) + ms);

const phone = fc.integer({ min: 1, max: 7 });
const index = fc.nat(11);
/** Null once in so many times. */
const maybe = <Value>(value: fc.Arbitrary<Value>, oneIn = 4) =>
  fc.option(value, { nil: null, freq: oneIn });
/** Null three times out of four. */
const seldom = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

const pools = fc.constantFrom<string[]>(['north'], ['north'], ['south'], ['north', 'south']);
const agents: fc.Arbitrary<AgentDraw[]> = fc.array(
  fc
    .record({
      pools,
      kind: fc.constantFrom('sip' as const, 'sip' as const, 'stream' as const),
      capacity: fc.integer({ min: 1, max: 3 }),
    })
    .map((agent) => (agent.kind === 'sip' ? { ...agent, capacity: 1 } : agent)),
  { minLength: 1, maxLength: 5 },
);

const contact: fc.Arbitrary<ContactDraw> = fc.record({
  phone,
  further: fc.oneof(
    { weight: 3, arbitrary: fc.constant<number[]>([]) },
    { weight: 1, arbitrary: fc.uniqueArray(phone, { minLength: 1, maxLength: 2 }) },
  ),
  zones: maybe(someZones, 2),
  agent: seldom(index),
  notBeforeInMs: seldom(fc.integer({ min: 0, max: 2 * DAY })),
  notAfterInMs: seldom(fc.integer({ min: 0, max: 3 * DAY })),
});

const campaign: fc.Arbitrary<CampaignDraw> = fc.record({
  rules: drawRules,
  keepOpen: fc.boolean(),
  deadlineInMs: seldom(fc.integer({ min: HOUR, max: 4 * DAY })),
  startsInMs: seldom(fc.integer({ min: 1, max: DAY })),
  contacts: fc.array(contact, { minLength: 1, maxLength: 6 }),
});

/** Mostly at once, at times seconds, seldom hours. */
const delayMs = (usualMs: number, longMs: number) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: usualMs }) },
    { weight: 1, arbitrary: fc.integer({ min: usualMs, max: longMs }) },
  );

const ends = fc.constantFrom(
  'completed' as const,
  'customer-unreached' as const,
  'customer-unreached' as const,
  'customer-unreached' as const,
  'agent-unreached' as const,
  'agent-unreached' as const,
  'dropped' as const,
  'carrier-lost' as const,
  'leg-unknown' as const,
);
const refused = (status: number, code?: string, details?: string) => ({ status, code, details });
const refusal = fc.constantFrom(
  refused(402),
  refused(402, 'insufficient_funds'),
  refused(403),
  refused(409),
  refused(422),
  refused(422),
  refused(422, undefined, 'a_cli is not yours'),
  refused(429),
  refused(429),
);
const outcome: fc.Arbitrary<AnswerDraw['outcome']> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('ends' as const),
      as: ends,
      later: seldom(fc.constantFrom('customer-unreached' as const, 'completed' as const)),
    }),
  },
  { weight: 2, arbitrary: refusal.map((drawn) => ({ kind: 'refused' as const, ...drawn })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'not-sent' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('unknown' as const),
      later: seldom(fc.constantFrom('accepted' as const, 'refused' as const)),
    }),
  },
);
const answer: fc.Arbitrary<AnswerDraw> = fc.record({
  claimToPostMs: delayMs(2_000, 6 * HOUR),
  postToAnswerMs: delayMs(2_000, 15_000),
  lastsMs: delayMs(3 * MINUTE, HOUR),
  endToBillMs: delayMs(MINUTE, 12 * HOUR),
  cost: fc.constantFrom('0', '0.1', '0.2', '0.2', '0.5', '1.1'),
  evidenceComplete: fc.boolean(),
  outcome,
});

const spanMs = fc.oneof(
  fc.integer({ min: 0, max: 3 * SECOND }),
  fc.integer({ min: SECOND, max: 10 * MINUTE }),
  fc.integer({ min: 10 * MINUTE, max: 8 * HOUR }),
  fc.integer({ min: 8 * HOUR, max: 3 * DAY }),
);

type Fields<Name extends Step['do']> = Omit<Extract<Step, { do: Name }>, 'do'>;

const record = <Name extends Step['do']>(
  name: Name,
  fields: { [Key in keyof Fields<Name>]: fc.Arbitrary<Fields<Name>[Key]> },
): fc.Arbitrary<Step> =>
  fc
    .record(fields as Record<string, fc.Arbitrary<unknown>>)
    .map((drawn) => ({ do: name, ...drawn }) as Step);

const list = fc.constantFrom(...LISTS);
const limit = fc.constantFrom(null, 1, 2, 3);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: record('advance', { ms: spanMs }) },
  { weight: 3, arbitrary: record('jump', { ms: spanMs }) },
  {
    weight: 5,
    arbitrary: record('to-the-edge', { edge: index, byMs: fc.constantFrom(-1, 0, 0, 1) }),
  },
  {
    weight: 6,
    arbitrary: record('move', {
      campaign: index,
      move: fc.constantFrom('start', 'pause', 'resume', 'resume', 'resume', 'drain', 'cancel'),
    }),
  },
  {
    weight: 4,
    arbitrary: record('edit', {
      campaign: index,
      rules: drawRules,
    }),
  },
  {
    weight: 1,
    arbitrary: record('deadline', {
      campaign: index,
      inMs: maybe(fc.integer({ min: 1, max: 2 * DAY })),
    }),
  },
  {
    weight: 2,
    arbitrary: record('append', {
      campaign: index,
      contacts: fc.array(contact, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: record('suppress', {
      list,
      phone,
      forMs: maybe(fc.integer({ min: 1, max: DAY }), 2),
    }),
  },
  { weight: 1, arbitrary: record('unsuppress', { list, phone }) },
  {
    weight: 1,
    arbitrary: record('copy', {
      list,
      agoMs: fc.constantFrom(0, DAY),
      maxAgeMs: fc.constantFrom(null, DAY, 2 * DAY),
    }),
  },
  {
    weight: 5,
    arbitrary: record('consent', {
      phone,
      kind: fc.constantFrom('granted', 'granted', ...CONSENT_KIND_NAMES),
      purpose: fc.constantFrom(null, ...PURPOSES),
      agoMs: fc.constantFrom(0, 0, DAY),
      forMs: maybe(fc.integer({ min: 1, max: DAY }), 2),
    }),
  },
  { weight: 2, arbitrary: record('pools', { agent: index, pools }) },
  {
    weight: 5,
    arbitrary: record('agent', {
      agent: index,
      state: fc.constantFrom('ready', 'ready', 'ready', 'paused'),
    }),
  },
  { weight: 2, arbitrary: record('account', { stopped: fc.constantFrom(true, false, false) }) },
  { weight: 1, arbitrary: record('limits', { callsPerSecond: limit, maxLiveCalls: limit }) },
  { weight: 2, arbitrary: record('lift-hold', {}) },
  { weight: 2, arbitrary: record('hold-rules', { rules: drawHoldRules }) },
  { weight: 2, arbitrary: record('hang-up', { call: index }) },
  { weight: 6, arbitrary: record('say', { call: index, code: fc.nat(4) }) },
  {
    weight: 2,
    arbitrary: record('resolve', {
      call: index,
      as: fc.constantFrom(...RESOLUTIONS),
      redial: fc.boolean(),
      cost: fc.constantFrom(null, '0.2'),
    }),
  },
);

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  startMs,
  agents,
  callsPerSecond: seldom(fc.constantFrom(1, 3)),
  maxLiveCalls: seldom(fc.constantFrom(1, 2, 3)),
  campaigns: fc.array(campaign, { minLength: 1, maxLength: 3 }),
  answers: fc.array(answer, { minLength: 1, maxLength: 30 }),
  steps: fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }),
});
