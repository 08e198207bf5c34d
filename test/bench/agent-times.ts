/**
 * How long the history, occupancy and time of one agent with many calls take, on both engines. The agent is a stream
 * endpoint whose calls, of two minutes each, are spread evenly over 31 days.
 *
 *   npm run bench:agents                       1,000,000 calls
 *   npm run bench:agents -- --calls 100000
 */
import { DEFAULT_POLICY } from '../../src/domain/campaigns/policy.ts';
import { DAY_MS } from '../../src/domain/zone.ts';
import { rowsAsJson } from '../../src/store/sql/engine/json-rows.ts';
import type { Database } from '../../src/store/sql/engine/tx.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { table } from '../../src/terminal/table.ts';
import { readOptions, whole } from '../command-options.ts';
import { onBothEngines } from './both-engines.ts';
import { readsOf } from './reads-of.ts';

const CALL_MS = 120_000;
const START_MS = Date.parse('2026-01-01T00:00:00Z');
const END_MS = START_MS + 31 * DAY_MS;
const BATCH = 5_000;

const values = readOptions(import.meta.filename, {
  calls: { type: 'string', default: '1000000' },
});
const calls = whole('calls', values.calls);
const rows = await onBothEngines(measured);
console.log(table([['database', 'what', 'p50 / p99'], ...rows]));

async function measured(engine: string, db: Database): Promise<string[][]> {
  const store = sqlStore(db);
  await fill(db);
  const beganAtMs = performance.now();
  let units = 0;
  while (await store.countAgentTimes(END_MS + DAY_MS)) units += 1;
  const countedMs = performance.now() - beganAtMs;
  const middle = { fromMs: START_MS + 15 * DAY_MS, toMs: START_MS + 16 * DAY_MS };
  const whole31 = { fromMs: START_MS + 1, toMs: END_MS - 1 };
  const quarters = { fromMs: START_MS, toMs: END_MS };
  const seen = [
    [engine, `counting ${calls} calls, in ${units} units`, `${Math.round(countedMs)} ms in all`],
  ];
  const asked: [string, () => Promise<unknown>][] = [
    ['a page of 100 of the history of a day', () => store.agentTimes('a1', middle, { limit: 100 })],
    ['occupancy of 31 days', () => store.agentTimeIn('a1', whole31)],
    ['the time by quarter of an hour of 31 days', () => store.agentTimesByQuarter(quarters)],
  ];
  for (const [what, ask] of asked) seen.push([engine, what, await readsOf(ask)]);
  await store.close();
  return seen;
}

async function fill(db: Database): Promise<void> {
  const store = sqlStore(db);
  const agent = { id: 'a1', name: 'A', address: 'wss://agents.example', pools: ['default'] };
  await store.addAgent({ ...agent, kind: 'stream', state: 'ready', capacity: 10_000 }, START_MS);
  const settings = { name: 'C', keepOpen: true, deadlineAtMs: null, policy: DEFAULT_POLICY };
  await store.createCampaign({ id: 'c1', settings, nowMs: START_MS });
  for (let made = 0; made < calls; made += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, calls - made) }, (_, index) => {
      const position = made + index + 1;
      const atMs = START_MS + Math.floor(((END_MS - START_MS) * position) / (calls + 1));
      const times = {
        agent_answered: { atMs: atMs + 5_000, source: 'carrier' },
      };
      return { position, atMs, toMs: atMs + CALL_MS, times: JSON.stringify(times) };
    });
    await db.write(async (tx) => {
      const json = rowsAsJson(batch);
      await tx.run(
        `INSERT INTO contacts (campaign_id, position, number, state, due_at_ms, added_at_ms)
         SELECT 'c1', CAST(value ->> 'position' AS BIGINT), '+12025550100', 'final', 0, 0 FROM ${tx.sql.objects(':json')}`,
        { json },
      );
      await tx.run(
        `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, agent_id, agent_freed_at_ms, wrap_up_ms, state,
                            disposition, deepest, placed_at_ms, ended_at_ms, times, created_at_ms, touched_at_ms)
         SELECT 'c1.' || (value ->> 'position') || '.1', 'c1', CAST(value ->> 'position' AS BIGINT), 1, '+12025550100',
                'a1', CAST(value ->> 'toMs' AS BIGINT), 10000, 'ended', 'completed', 'bridged',
                CAST(value ->> 'atMs' AS BIGINT), CAST(value ->> 'toMs' AS BIGINT), value ->> 'times',
                CAST(value ->> 'atMs' AS BIGINT), CAST(value ->> 'toMs' AS BIGINT)
         FROM ${tx.sql.objects(':json')}`,
        { json },
      );
    });
  }
}
