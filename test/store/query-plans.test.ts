/** Queries of each request, round or sweep, which must cost the same with a million rows. */
import { expect, onTestFinished, test } from 'vitest';
import { auditStore } from '../../src/store/sql/transactions/audit.ts';
import { SqliteDatabase } from '../../src/store/sql/engine/sqlite/sqlite-database.ts';
import { SQLITE } from '../../src/store/sql/engine/sqlite/dialect.ts';
import type { Database, Params } from '../../src/store/sql/engine/tx.ts';
import { QUARTER_MS } from '../../src/domain/statistics/time-buckets.ts';
import { agentStore } from '../../src/store/sql/transactions/agents.ts';
import { agentTimeStore } from '../../src/store/sql/transactions/agent-times.ts';
import { alertStore } from '../../src/store/sql/transactions/events/alerts.ts';
import { eventStore } from '../../src/store/sql/transactions/events/events.ts';
import { callbackStore } from '../../src/store/sql/transactions/campaigns/callbacks.ts';
import { callStore } from '../../src/store/sql/transactions/calls/calls.ts';
import { campaignReadingStore } from '../../src/store/sql/transactions/campaigns/campaign-reading.ts';
import { campaignStore } from '../../src/store/sql/transactions/campaigns/campaigns.ts';
import { inboxStore } from '../../src/store/sql/transactions/calls/inbox.ts';
import { figuresStore } from '../../src/store/sql/transactions/figures/installation-figures.ts';
import { exportDecisions } from '../../src/store/sql/transactions/decisions/decision-export.ts';
import { sealStore } from '../../src/store/sql/transactions/decisions/seals.ts';
import { reconciliationStore } from '../../src/store/sql/transactions/reconciliations.ts';
import { statisticsStore } from '../../src/store/sql/transactions/calls/statistics.ts';
import { sweepStore } from '../../src/store/sql/transactions/sweep.ts';
import { webhookStore } from '../../src/store/sql/transactions/calls/webhooks.ts';
import { Explained } from './explained.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { heartbeatAt, phone, World, SETTINGS } from './contract/world.ts';
import { playCampaigns } from '../checker/decisions/played-campaigns.ts';
import { openSqliteUnderTest } from './sqlite-files.ts';

const PAGE = { limit: 2 };
const CURSOR = Buffer.from('7').toString('base64url');
const SWEEP = { nowMs: 1, graceMs: 1, limit: 10 };

/** The tables that are read without an index, or with one that holds every row. */
const walked = (steps: readonly string[]) =>
  steps.filter((step) =>
    /^SCAN (agent_states|audit|events|campaigns|inbox|callbacks|calls|contacts|reconciliations)\b/.test(
      step,
    ),
  );

async function stepsOf(ask: (db: Database) => Promise<unknown>): Promise<string[]> {
  const opened = openSqliteUnderTest();
  onTestFinished(() => opened.drop());
  const connection = new Explained(opened.path, 0);
  const db = new SqliteDatabase(connection);
  await ask(db);
  await db.close();
  expect(connection.plans.size).toBeGreaterThan(0);
  return [...connection.plans.values()].flat();
}

test('when a webhook came last is read from an index of those that say something', async () => {
  const steps = await stepsOf((db) => webhookStore(db).webhooks(1));
  expect(walked(steps)).toEqual(['SCAN inbox USING INDEX inbox_received']);
});

test('calls that share the pace of GETs are counted in an index that holds nothing else', async () => {
  const steps = await stepsOf((db) => webhookStore(db).polledCalls());
  expect(steps.filter((step) => step.includes('calls'))).toEqual([
    'SCAN calls USING COVERING INDEX calls_polled',
    'SEARCH calls USING COVERING INDEX calls_unsettled (settlement=?)',
  ]);
});

test('whether an ingress listens is found by indexes, however often one was started', async () => {
  const steps = await stepsOf(async (db) => {
    await inboxStore(db).noteIngressHeartbeat(heartbeatAt(1, 1));
    await inboxStore(db).ingressDownMs(1, 2);
    await webhookStore(db).webhooks(1e9);
  });
  expect(steps.filter((step) => / ingress_uptime\b/.test(step))).toEqual([
    'SEARCH ingress_uptime USING COVERING INDEX ingress_uptime_to',
    'SEARCH ingress_uptime USING INDEX ingress_uptime_to (to_ms>?)',
    'SEARCH ingress_uptime USING INDEX ingress_uptime_to (to_ms>?)',
    'SEARCH ingress_uptime USING INDEX ingress_uptime_to (to_ms>?)',
    'SEARCH ingress_uptime USING COVERING INDEX ingress_uptime_until',
  ]);
});

test.each([
  ['all of it', {}, undefined],
  ['a later page', {}, CURSOR],
  ['what somebody did', { who: 'somebody' }, undefined],
  ['one kind of change', { what: 'hold.opened' }, CURSOR],
  ['one resource', { target: 'account' }, CURSOR],
] as const)('a page of the audit, %s, is found by an index', async (_, filter, after) => {
  const steps = await stepsOf((db) => auditStore(db).audit(filter, { ...PAGE, after }));
  expect(walked(steps)).toEqual([]);
});

test('a page of the comparisons is found by an index', async () => {
  const after = CURSOR;
  const steps = await stepsOf((db) => reconciliationStore(db).reconciliations({ ...PAGE, after }));
  expect(walked(steps)).toEqual([]);
});

test('the sweep finds overdue callbacks by indexes that hold nothing else', async () => {
  const steps = await stepsOf((db) => sweepStore(db).sweep(SWEEP));
  expect(steps.filter((step) => / callbacks\b/.test(step))).toEqual([
    'SCAN callbacks USING INDEX callbacks_unscheduled',
    expect.stringMatching(/^SEARCH callbacks USING INDEX callbacks_next /),
  ]);
});

test('the calendar of callbacks is read by the times of turns, sorted by their indexes', async () => {
  const steps = await stepsOf((db) =>
    callbackStore(db).callbackCalendar({ fromMs: 1, toMs: 9 }, 2, 1),
  );
  expect(steps.filter((step) => / callback(s|_turns)\b|TEMP B-TREE/.test(step))).toEqual([
    'SEARCH callback_turns USING INDEX callback_turns_by_time (at_ms>? AND at_ms<?)',
    expect.stringMatching(/^SEARCH callbacks USING INDEX sqlite_autoindex_callbacks_1 .id=/),
    'SEARCH callbacks USING INDEX callbacks_next (next_at_ms<?)',
  ]);
});

test.each([
  ['all of them', {}],
  ['of some types', { types: ['alert.hold', 'call.ended'] }],
  ['of a campaign', { campaignId: 'c1' }],
  ['of a resource', { subject: 'calls/c1.1.1', types: ['call.ended'] }],
] as const)(
  'a page of events, %s, is found by an index and needs no sorting of all',
  async (_, filter) => {
    for (const order of ['asc', 'desc'] as const) {
      const steps = await stepsOf((db) =>
        eventStore(db).outbox({ ...filter, order, after: 7 }, { ...PAGE, after: CURSOR }),
      );
      expect(walked(steps)).toEqual([]);
      expect(steps.filter((step) => /SEARCH events/.test(step)).length).toBeGreaterThan(0);
    }
  },
);

test('alerts are looked for in indexes that hold little', async () => {
  const timing = { sweepMs: 1, noAgentsMs: 1, recordingLateMs: 1 };
  const steps = await stepsOf((db) => alertStore(db).syncAlerts({ nowMs: 1, timing }));
  expect(walked(steps)).toEqual([
    'SCAN campaigns USING INDEX campaigns_near_budget',
    'SCAN inbox USING INDEX inbox_received',
  ]);
});

test('a claim finds the free agents of a pool in the index of free agents, however many are busy or paused', async () => {
  const steps = await stepsOf(async (db) => {
    const another = () => {
      throw new Error('there is one store only');
    };
    const world = new World({ store: sqlStore(db), another, drop: async () => undefined });
    await world.agent({ id: 'a1', pools: ['sales', 'spanish'] });
    const agents = { pool: 'spanish', wrapUpMs: 0, pauseAfterMisses: null };
    await world.campaign('c1', [phone(1), phone(2)], { agents });
    expect(await world.claim('c1')).toHaveLength(1);
  });
  const ofAgents = steps.filter((step) => / agents\b/.test(step));
  expect(ofAgents).toContain('SCAN agents USING INDEX agents_free');
  expect(ofAgents.filter((step) => step.startsWith('SCAN agents USING INDEX'))).toHaveLength(1);
});

test('the history of an agent, and what is bound to an agent that is deleted, is found by indexes', async () => {
  const agent = { id: 'a1', name: 'A', kind: 'sip', address: 'a', state: 'ready' } as const;
  const steps = await stepsOf(async (db) => {
    const store = agentStore(db);
    await store.addAgent({ ...agent, pools: ['p'], capacity: 1 }, 1);
    await store.agentTimes('a1', { fromMs: 1, toMs: 9 }, PAGE);
    await store.deleteAgent({ id: 'a1', replaceWith: null, forced: false, nowMs: 2 });
  });
  expect(walked(steps)).toEqual(['SCAN callbacks USING INDEX callbacks_to_come']);
  expect(steps.filter((step) => / contacts\b/.test(step))).toEqual([
    'SEARCH contacts USING COVERING INDEX contacts_of_agent (agent_id=? AND state=? AND campaign_id=?)',
    'SEARCH contacts USING COVERING INDEX contacts_of_agent (agent_id=? AND state=?)',
    'SEARCH contacts USING PRIMARY KEY (campaign_id=? AND position=?)',
    'SEARCH contacts USING COVERING INDEX contacts_of_agent (agent_id=?)',
  ]);
  expect(steps.filter((step) => step.startsWith('SEARCH calls USING INDEX calls_'))).toEqual([
    // Of the agent that was added, of its history, and of the deleted one.
    'SEARCH calls USING INDEX calls_holding_agents (agent_id=?)',
    'SEARCH calls USING INDEX calls_holding_agents (agent_id=?)',
    'SEARCH calls USING INDEX calls_holding_agents (agent_id=?)',
    'SEARCH calls USING INDEX calls_of_agent_by_placing (agent_id=? AND placed_at_ms>? AND placed_at_ms<?)',
    'SEARCH calls USING INDEX calls_of_agent_by_placing (agent_id=? AND placed_at_ms>? AND placed_at_ms<?)',
  ]);
});

test('what agents do now is read by indexes, in as many statements for all of them as for one', async () => {
  const steps = await stepsOf((db) => agentStore(db).agents(1));
  expect(steps.filter((step) => /(calls|agent_states) USING/.test(step))).toEqual([
    // Its call, then since when it is ready or paused, then the times of its calls.
    'SEARCH calls USING INDEX calls_holding_agents (agent_id=?)',
    'SEARCH agent_states USING COVERING INDEX agent_states_of_agent (agent_id=?)',
    'SEARCH calls USING INDEX calls_holding_agents (agent_id=?)',
  ]);
});

test("agents' time is read from counters by an index of what is asked for, and counted by indexes", async () => {
  const span = { fromMs: 0, toMs: QUARTER_MS };
  const plans = async (which: object) =>
    (await stepsOf((db) => agentTimeStore(db).agentTimesByQuarter({ ...span, ...which }))).filter(
      (step) => /\bagent/.test(step),
    );
  expect(await plans({})).toEqual([
    'SEARCH agent_times USING PRIMARY KEY (bucket_ms>? AND bucket_ms<?)',
    'SEARCH agents USING COVERING INDEX agents_counted (times_counted_to_ms<?)',
  ]);
  expect(await plans({ campaignId: 'c1' })).toContain(
    'SEARCH agent_times USING INDEX agent_times_of_campaign (campaign_id=? AND bucket_ms>? AND bucket_ms<?)',
  );
  expect(await plans({ agentId: 'a1' })).toContain(
    'SEARCH agent_times USING INDEX agent_times_of_agent (agent_id=? AND bucket_ms>? AND bucket_ms<?)',
  );
  const steps = await stepsOf(async (db) => {
    const store = agentTimeStore(db);
    const agent = { id: 'a1', name: 'A', kind: 'sip', address: 'a', state: 'ready' } as const;
    await agentStore(db).addAgent({ ...agent, pools: ['p'], capacity: 1 }, 1);
    await store.agentTimeIn('a1', { fromMs: 1, toMs: 4 * QUARTER_MS - 1 });
    expect(await store.countAgentTimes(4 * QUARTER_MS)).toBe(true);
  });
  expect(walked(steps)).toEqual([]);
  expect(steps.filter((step) => /^SCAN (agents|agent_times)\b/.test(step))).toEqual([]);
});

test('statistics are read from counters by an index of what is asked for, and of the calls only live ones are read', async () => {
  const span = { fromMs: 1, toMs: 2 };
  const plans = async (which: object) =>
    (await stepsOf((db) => statisticsStore(db).callsByQuarter({ ...span, ...which }))).filter(
      (step) => /\bcall/.test(step),
    );
  const deltas =
    'SEARCH call_bucket_deltas USING INDEX call_bucket_deltas_by_time (bucket_ms>? AND bucket_ms<?)';
  const live = 'SCAN calls USING INDEX calls_live';
  expect(await plans({})).toEqual([
    'SEARCH call_buckets USING PRIMARY KEY (bucket_ms>? AND bucket_ms<?)',
    deltas,
    live,
  ]);
  expect(await plans({ campaignId: 'c1' })).toEqual([
    'SEARCH call_buckets USING INDEX call_buckets_of_campaign (campaign_id=? AND bucket_ms>? AND bucket_ms<?)',
    deltas,
    live,
  ]);
  expect(await plans({ agentId: 'a1' })).toEqual([
    'SEARCH call_buckets USING INDEX call_buckets_of_agent (agent_id=? AND bucket_ms>? AND bucket_ms<?)',
    deltas,
    live,
  ]);
  const groups = await stepsOf((db) =>
    statisticsStore(db).callsByGroup({ ...span, by: 'agent', limit: 1 }),
  );
  expect(walked(groups)).toEqual([live]);
});

test('placements are sealed and exported by their ids, and what is known of their numbers by an index', async () => {
  const opened = openSqliteUnderTest();
  onTestFinished(() => opened.drop());
  await playCampaigns(new World(opened));
  const connection = new Explained(opened.path, 0);
  const db = new SqliteDatabase(connection);
  await sealStore(db).sealDecisions(1);
  const snapshot = async () => ({
    sql: SQLITE,
    get: <Row>(sql: string, params?: Params) => db.get<Row>(sql, params),
    all: <Row>(sql: string, params?: Params) => db.all<Row>(sql, params),
    close: async () => undefined,
  });
  const selection = { campaigns: ['c1'], fromMs: 1, toMs: null };
  const lines = exportDecisions({ snapshot } as unknown as Database, selection);
  expect(await Array.fromAsync(lines)).not.toEqual([]);
  await db.close();
  const steps = [...connection.plans.values()].flat();
  const large = /\b(placements|calls|dials|contacts|entries|suppression_entries)\b/;
  expect(steps.filter((step) => step.startsWith('SCAN') && large.test(step))).toEqual([]);
  const byId = 'SEARCH placements USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)';
  expect(steps.filter((step) => step === byId)).toHaveLength(3);
});

const AT = { fromMs: 1, toMs: 9 };
/** Live calls are few, and the index holds no others. */
const ALL_LIVE = 'SCAN calls USING INDEX calls_live';
test.each([
  ['a number', { number: '+12025550101' }, 'calls_of_number', []],
  ['an agent', { agentId: 'a1', state: 'ended' }, 'calls_of_agent', []],
  ['a campaign', { campaignId: 'c1' }, 'calls_of_campaign', []],
  ['a time', AT, 'calls_by_creation', []],
  ['a number in a time', { number: '+12025550101', ...AT }, 'calls_of_number', []],
  ['a disposition in a time', { disposition: 'completed', ...AT }, 'calls_by_creation', [ALL_LIVE]],
] as const)(
  'a page of the calls of %s is found by an index, in both orders',
  async (_, filter, index, walks) => {
    for (const order of ['asc', 'desc'] as const) {
      const steps = await stepsOf((db) =>
        callStore(db).calls({ filter, order }, { ...PAGE, after: CURSOR }),
      );
      expect(walked(steps)).toEqual(walks);
      expect(steps.join('\n')).toContain(index);
    }
  },
);

test('the contact of a number or row key, and a page from a position, is found in a long campaign by an index', async () => {
  const steps = await stepsOf(async (db) => {
    await campaignStore(db).createCampaign({ id: 'c1', settings: SETTINGS, nowMs: 1 });
    const store = campaignReadingStore(db);
    const input = { campaignId: 'c1', filter: {} };
    await store.contacts({ ...input, person: { number: '+12025550101' } }, PAGE);
    await store.contacts({ ...input, person: { rowKey: 'key' } }, PAGE);
    await store.contacts({ ...input, fromPosition: 500_000 }, PAGE);
  });
  expect(walked(steps)).toEqual([]);
  expect(steps.filter((step) => / contacts\b/.test(step))).toEqual([
    expect.stringMatching(/contacts_number \(number=\? AND campaign_id=\?/),
    expect.stringMatching(/contacts_row_key \(campaign_id=\? AND row_key=\?/),
    'SEARCH contacts USING PRIMARY KEY (campaign_id=? AND position>?)',
  ]);
});

test('contacts of all campaigns are found by number or row key, and campaigns by state, by an index', async () => {
  const steps = await stepsOf(async (db) => {
    const after = Buffer.from('c1.7').toString('base64url');
    await campaignReadingStore(db).findContacts({ number: '+12025550101' }, { ...PAGE, after });
    await campaignReadingStore(db).findContacts({ rowKey: 'key' }, { ...PAGE, after });
    await campaignStore(db).campaigns({ ...PAGE, after: CURSOR }, { state: 'running' });
  });
  expect(walked(steps)).toEqual([]);
  for (const index of ['contacts_number', 'contacts_by_row_key', 'campaigns_in_state']) {
    expect(steps.join('\n')).toContain(index);
  }
});

test('figures for monitoring are read from indexes of what is live, waits or is recent', async () => {
  const steps = await stepsOf((db) => figuresStore(db).installationFigures(1));
  expect(walked(steps)).toEqual([
    'SCAN calls USING COVERING INDEX calls_polled',
    'SCAN calls USING COVERING INDEX calls_live',
    'SCAN inbox USING INDEX inbox_unrelayed',
    'SCAN inbox USING INDEX inbox_received',
    'SCAN calls USING COVERING INDEX calls_recording_wanted',
    'SCAN calls USING COVERING INDEX calls_holding_agents',
  ]);
  // Nothing is read of other tables that grow, except by a key.
  expect(
    steps.filter((step) => /^SCAN (call_buckets|call_bucket_deltas|placements)\b/.test(step)),
  ).toEqual([]);
  expect(steps.join('\n')).toContain('contacts_due (campaign_id=? AND due_at_ms<?)');
});
