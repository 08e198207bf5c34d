/**
 * The rehearsal and the store, given the same contacts and the same answers: they dial the same contacts, with
 * the same agents, at the same instants. The store's clock is moved by hand to wherever something may change.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agentAnswered, spendsAttempt } from '../../src/domain/calls/disposition.ts';
import { explainContact } from '../../src/domain/planning/explain/explain.ts';
import { formatMoney } from '../../src/domain/money.ts';
import { NO_CAPS } from '../../src/domain/contacts/number-caps.ts';
import {
  answersFrom,
  DEFAULT_ANSWERS,
  type Answer,
  type Answers,
} from '../../src/domain/planning/rehearsal/answers.ts';
import { rehearse } from '../../src/domain/planning/rehearsal/rehearse.ts';
import type { RunReport } from '../../src/domain/planning/rehearsal/run-report.ts';
import { World, phone, type Rules } from './contract/world.ts';
import { openSqliteUnderTest, type SqliteUnderTest } from './sqlite-files.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BACK_AFTER = 20 * MINUTE;
const BILL_AFTER = 10_000;
const MODEL = {
  ...DEFAULT_ANSWERS,
  outcomes: { ...DEFAULT_ANSWERS.outcomes, 'agent-unreached': 30, unknown: 3, 'carrier-lost': 3 },
};

let opened: SqliteUnderTest;
let world: World;
beforeEach(() => {
  opened = openSqliteUnderTest();
  world = new World(opened);
});
afterEach(() => opened.drop());

interface Dialled {
  ref: string;
  agentId: string | null;
  atMs: number;
}

/** Is given each claim of one call to make. */
type AroundClaim = (claim: () => Promise<string | undefined>) => Promise<string | undefined>;

/** Plays the campaign on the store, event by event, until nothing is left that could change. */
class Stage {
  readonly dialled: Dialled[] = [];
  readonly #answers: Answers;
  #planned: { atMs: number; happen: () => Promise<void> }[] = [];
  readonly #comingBack = new Set<string>();

  readonly #around: AroundClaim;

  constructor(answers: Answers, around: AroundClaim = (claim) => claim()) {
    this.#answers = answers;
    this.#around = around;
  }

  async play(): Promise<void> {
    for (;;) {
      await this.#dispatch();
      const nextMs = await this.#nextInstant();
      if (nextMs === null) return;
      world.nowMs = nextMs;
      const due = this.#planned.filter(({ atMs }) => atMs <= nextMs);
      this.#planned = this.#planned.filter(({ atMs }) => atMs > nextMs);
      for (const { happen } of due.toSorted((one, other) => one.atMs - other.atMs)) await happen();
    }
  }

  #at(atMs: number, happen: () => Promise<void>): void {
    this.#planned.push({ atMs, happen });
  }

  async #dispatch(): Promise<void> {
    const claim = async () => (await world.claim('c1', 1))[0];
    for (;;) {
      // A claim that ends a number by a rule brings the next one of the person in turn for the round after it.
      const ref = (await this.#around(claim)) ?? (await this.#around(claim));
      if (ref === undefined) return;
      await this.#post(ref);
      // Room in the pace comes back a millisecond later, without a signal.
      this.#at(world.nowMs + 1, async () => {});
    }
  }

  async #post(ref: string): Promise<void> {
    const key = { ref, placement: 1 };
    const intent = await world.intent(key);
    if (intent.kind === 'paced') return this.#at(intent.atMs, () => this.#post(ref));
    if (intent.kind !== 'send') return;
    this.dialled.push({ ref, agentId: intent.order.agent.id, atMs: world.nowMs });
    const answer = this.#answers(ref);
    if (answer.disposition === 'refused') await world.refuse(key, 422);
    else {
      if (answer.disposition === 'unknown') await world.noAnswer(key);
      else await world.accept(key);
      this.#at(world.nowMs + answer.durationMs, () => this.#end(ref, answer));
    }
  }

  async #end(ref: string, { disposition, cost }: Answer): Promise<void> {
    const { store } = world;
    if (disposition === 'unknown') return store.endUnknown(ref, 'silence', world.nowMs);
    const spends = spendsAttempt(disposition, true);
    const state = disposition === 'completed' ? 'completed' : 'failed';
    if (disposition === 'refused') throw new Error('ended at its POST');
    await world.end(ref, { disposition, state, spendsAttempt: spends });
    if (!agentAnswered(disposition)) await this.#bringBack();
    this.#at(world.nowMs + BILL_AFTER, async () => {
      await store.settleCall(ref, formatMoney(cost), world.nowMs);
    });
  }

  async #bringBack(): Promise<void> {
    for (const { id, state } of await world.store.agents()) {
      if (state === 'ready' || this.#comingBack.has(id)) continue;
      this.#comingBack.add(id);
      this.#at(world.nowMs + BACK_AFTER, async () => {
        this.#comingBack.delete(id);
        await world.store.setAgentState({ id, state: 'ready', nowMs: world.nowMs });
      });
    }
  }

  async #nextInstant(): Promise<number | null> {
    const { store, nowMs } = world;
    const { waitingFor, campaign } = await world.progress('c1');
    if (campaign.state === 'completed') return null;
    const contacts = await store.contacts(
      { campaignId: 'c1', filter: { state: 'due' } },
      { limit: 200 },
    );
    const agents = await store.agents();
    const instants = [
      ...this.#planned.map(({ atMs }) => atMs),
      ...contacts.items.map(({ dueAtMs }) => dueAtMs),
      ...agents.map(({ wrapUpUntilMs }) => wrapUpUntilMs),
      waitingFor?.untilMs ?? 0,
    ].filter((atMs) => atMs > nowMs);
    return instants.length === 0 ? null : Math.min(...instants);
  }
}

async function prepare({ persons = false, ...rules }: Played): Promise<void> {
  await world.agent({ id: 'a1', pools: ['north'] });
  await world.agent({ id: 'a2', pools: ['south', 'north'] });
  await world.agent({ id: 's1', pools: ['north'], kind: 'stream', capacity: 2 });
  await world.agent({ id: 'b1', pools: ['south'] });
  await world.draft('c1', rules);
  const base = world.nowMs;
  await world.add(
    'c1',
    Array.from({ length: 24 }, (_, index) => ({
      // Some numbers stand twice in the list.
      number: phone((index % 20) + 1),
      rowKey: String(index),
      name: null,
      ...(persons && { person: { person: `p${Math.floor(index / 3)}`, place: null, label: null } }),
      zones: [['Europe/Paris'], ['America/New_York', 'America/Chicago'], ['Asia/Tokyo'], null][
        index % 4
      ]!,
      agentId: index % 7 === 3 ? 'a2' : null,
      notBeforeMs: index % 9 === 5 ? base + 3 * HOUR : null,
      notAfterMs: index % 11 === 6 ? base + 5 * HOUR : null,
    })),
    { scope: 'row-key' },
  );
  const { store } = world;
  const nowMs = base;
  await store.putSuppressionList({ id: 'optout', name: 'Opted out', nowMs });
  await store.suppress({ list: 'optout', numbers: [phone(5)], untilMs: null, nowMs });
  await store.suppress({ list: 'optout', numbers: [phone(6)], untilMs: base + HOUR, nowMs });
  await world.move('c1', 'start');
}

async function rehearsed(answers: Answers): Promise<{ report: RunReport; dialled: Dialled[] }> {
  const { store, nowMs } = world;
  const { plan } = await store.campaignOutlook('c1', nowMs);
  const contacts = await store.plannedContacts({ id: 'c1', afterPosition: 0, limit: 100, nowMs });
  const dialled: Dialled[] = [];
  const report = rehearse(plan, contacts, answers, {
    startMs: nowMs,
    mostCalls: 10_000,
    mostMs: 366 * 24 * HOUR,
    agentBackAfterMs: BACK_AFTER,
    billAfterMs: BILL_AFTER,
    onDial: ({ ref, agentId, atMs }) => dialled.push({ ref, agentId, atMs }),
  });
  return { report, dialled };
}

const WINDOW = {
  hours: [{ weekdays: [1, 2, 3, 4, 5, 6], fromMinute: 540, toMinute: 1_080 }],
  closedDates: [],
  ringMarginMs: 2 * MINUTE,
};
const REDIAL = {
  maxAttempts: 3,
  maxCalls: 6,
  rules: {
    'customer-unreached': { delayMs: HOUR, jitter: 0.5, most: 3 },
    'agent-unreached': { delayMs: 5 * MINUTE, jitter: 0, most: 4 },
    dropped: { delayMs: MINUTE, jitter: 0, most: 1 },
  },
};
const AGENTS = { pool: 'north', wrapUpMs: 45_000, pauseAfterMisses: 2 };

/** Every three rows are one person. */
type Played = Rules & { persons?: boolean };

const POLICIES: [string, Played][] = [
  ['redial rules, wrap-up and misses', { redial: REDIAL, agents: AGENTS }],
  [
    'windows in three zones, and caps',
    {
      redial: REDIAL,
      agents: AGENTS,
      window: WINDOW,
      zone: 'Europe/Paris',
      caps: { ...NO_CAPS, perDay: 2, rolling: [{ days: 2, most: 3 }], leastGapMs: 3 * HOUR },
    },
  ],
  [
    'a pace, a budget of the day and few calls at once',
    {
      redial: REDIAL,
      agents: { ...AGENTS, pool: null },
      callsPerSecond: 2,
      maxLiveCalls: 3,
      budget: { total: '4', perDay: '0.9', reservePerCall: '0.1', alertAt: 0.8 },
    },
  ],
  [
    'persons with three numbers, called at the next one after each try',
    {
      redial: { ...REDIAL, nextNumber: 'after-each-try' },
      agents: AGENTS,
      caps: { ...NO_CAPS, leastGapMs: 20 * MINUTE, countBy: 'person' },
      persons: true,
    },
  ],
  [
    'persons with three numbers, called at the next one after the last try',
    { redial: { ...REDIAL, maxAttempts: 2 }, agents: AGENTS, persons: true },
  ],
  ['a deadline', { redial: REDIAL, agents: AGENTS, deadlineAtMs: 1_800_000_000_000 + 90 * MINUTE }],
];

test.each(
  POLICIES.flatMap(([name, rules]) => [1, 2, 3].map((seed) => [name, seed, rules] as const)),
)('%s, seed %i', async (_name, seed, rules) => {
  const answers = answersFrom(MODEL, seed);
  await prepare(rules);
  const { report, dialled } = await rehearsed(answers);
  const stage = new Stage(answers);
  await stage.play();
  expect(dialled.length).toBeGreaterThan(15);
  expect(dialled).toEqual(stage.dialled);
  expect(report.reached).toBe(await talked());
  const { contacts } = await world.progress('c1');
  expect(contacts.locked).toBe(report.neverReached.unknown ?? 0);
});

/** Contacts that have talked with an agent, however their last call ended. */
async function talked(): Promise<number> {
  const { store, nowMs } = world;
  const contacts = await store.plannedContacts({ id: 'c1', afterPosition: 0, limit: 100, nowMs });
  return contacts.filter(
    ({ past: { byDisposition } }) => byDisposition.completed ?? byDisposition.dropped,
  ).length;
}

test('why: somebody may be called now exactly when a claim takes one, and it takes one of them', async () => {
  await prepare(POLICIES[1]![1]);
  let claimed = 0;
  const stage = new Stage(answersFrom(MODEL, 5), async (claim) => {
    const callable = await callableNow();
    const ref = await claim();
    if (ref !== undefined) claimed += 1;
    expect(ref === undefined).toBe(callable.length === 0);
    expect(ref === undefined || callable.includes(ref.split('.')[1]!)).toBe(true);
    return ref;
  });
  await stage.play();
  expect(claimed).toBe(stage.dialled.length);
});

/** Positions of the contacts for which `why` shows it. */
async function callableNow(): Promise<string[]> {
  const { store, nowMs } = world;
  const { items } = await store.contacts(
    { campaignId: 'c1', filter: { state: 'due' } },
    { limit: 200 },
  );
  const callable: string[] = [];
  for (const { position } of items) {
    const { facts, ...standing } = await store.contactFacts('c1', position, nowMs);
    const { kind, admission } = explainContact({ ...standing, campaign: facts }, nowMs);
    expect(kind !== 'now' || admission === null).toBe(true);
    if (kind === 'now') callable.push(String(position));
  }
  return callable;
}
