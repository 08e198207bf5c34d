/**
 * How long statistics and costs are read over many calls, on both engines. The counters are written as that many calls would
 * have left them: agents in three campaigns, eight calls an agent in a quarter of an hour, which end in two or three ways,
 * eight hours a day.
 *
 *   npm run bench:statistics                      1,000,000 calls, 50 agents
 *   npm run bench:statistics -- --calls 100000
 */
import type { Disposition } from '../../src/domain/calls/disposition.ts';
import { BUCKET_KEY, BUCKET_SUMS } from '../../src/store/sql/rows/call-buckets.ts';
import { QUARTER_MS } from '../../src/domain/statistics/time-buckets.ts';
import { DAY_MS } from '../../src/domain/zone.ts';
import type { Database } from '../../src/store/sql/engine/tx.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { table } from '../../src/terminal/table.ts';
import { readOptions, whole } from '../command-options.ts';
import { onBothEngines } from './both-engines.ts';
import { readsOf } from './reads-of.ts';

const CALLS_EACH = 8;
const QUARTERS_A_DAY = 32;
const START_MS = Date.parse('2026-01-01T08:00:00Z');
/** How often calls end so, of a hundred. */
const ENDS: readonly (readonly [Disposition, number])[] = [
  ['completed', 40],
  ['customer-unreached', 52],
  ['agent-unreached', 6],
  ['refused', 1],
  ['dropped', 1],
];
const EVER = { fromMs: 0, toMs: START_MS + 10_000 * DAY_MS };

const values = readOptions(import.meta.filename, {
  calls: { type: 'string', default: '1000000' },
  agents: { type: 'string', default: '50' },
});
const calls = whole('calls', values.calls);
const agents = whole('agents', values.agents);
const rows = await onBothEngines(measured);
console.log(table([['database', 'what', 'p50 / p99'], ...rows]));

async function measured(engine: string, db: Database): Promise<string[][]> {
  const store = sqlStore(db);
  const counters = await fill(db);
  const week = { fromMs: START_MS, toMs: START_MS + 7 * DAY_MS };
  const asked: [string, () => Promise<unknown>][] = [
    ['all calls by time', () => store.callsByQuarter(EVER)],
    ['a week by time', () => store.callsByQuarter(week)],
    ['all calls of an agent', () => store.callsByQuarter({ ...EVER, agentId: 'a1' })],
    ['all calls of a campaign', () => store.callsByQuarter({ ...EVER, campaignId: 'c1' })],
    ['all calls by campaign', () => store.callsByGroup({ ...EVER, by: 'campaign', limit: 1_000 })],
    ['all calls by agent', () => store.callsByGroup({ ...EVER, by: 'agent', limit: 1_000 })],
  ];
  const seen = [[engine, `counters of ${calls} calls`, String(counters)]];
  for (const [what, ask] of asked) seen.push([engine, what, await readsOf(ask)]);
  await store.close();
  return seen;
}

/** The same for the same call, and spread over all calls. */
function endOf(call: number): Disposition {
  let left = (Math.imul(call, 2_654_435_761) >>> 0) % 100;
  for (const [disposition, share] of ENDS) {
    if (left < share) return disposition;
    left -= share;
  }
  return 'completed';
}

/** @returns how many counters there are */
async function fill(db: Database): Promise<number> {
  const columns = [...BUCKET_KEY, ...BUCKET_SUMS];
  const insert = `INSERT INTO call_buckets (${columns.join(', ')})
    VALUES (${columns.map((name) => `:${name}`).join(', ')})`;
  const sums = Object.fromEntries(BUCKET_SUMS.map((name) => [name, 1]));
  const buckets = Math.ceil(calls / CALLS_EACH);
  let counters = 0;
  for (let made = 0; made < buckets; made += 5_000) {
    await db.write(async (tx) => {
      for (let each = made; each < Math.min(buckets, made + 5_000); each++) {
        const quarter = Math.floor(each / agents);
        const day = Math.floor(quarter / QUARTERS_A_DAY);
        const ends = Array.from({ length: CALLS_EACH }, (_, n) => endOf(each * CALLS_EACH + n));
        for (const [disposition, alike] of Map.groupBy(ends, (end) => end)) {
          counters += 1;
          await tx.run(insert, {
            ...sums,
            bucket_ms: START_MS + day * DAY_MS + (quarter % QUARTERS_A_DAY) * QUARTER_MS,
            agent_id: `a${each % agents}`,
            campaign_id: `c${each % 3}`,
            disposition,
            calls: alike.length,
          });
        }
      }
    });
  }
  return counters;
}
