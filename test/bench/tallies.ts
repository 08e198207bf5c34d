/**
 * How long a campaign is read while many changes of its counters are not folded yet, on both engines, and how fast they
 * are folded.
 *
 *   npm run bench:tallies                     100,000 changes
 *   npm run bench:tallies -- --changes 10000
 */
import type { Database } from '../../src/store/sql/engine/tx.ts';
import { sqlStore } from '../../src/store/sql/sql-store.ts';
import { table } from '../../src/terminal/table.ts';
import { readOptions, whole } from '../command-options.ts';
import { SETTINGS } from '../store/contract/world.ts';
import { onBothEngines } from './both-engines.ts';
import { percentile } from './calls/process-cost.ts';

const READS = 50;
const STATES = ['claimed', 'placing', 'accepted', 'agent-ringing', 'bridged', 'ended'];

const values = readOptions(import.meta.filename, {
  changes: { type: 'string', default: '100000' },
});
const changes = whole('changes', values.changes);
const rows = await onBothEngines(measured);
console.log(table([['database', 'what', 'seen'], ...rows]));

async function measured(engine: string, db: Database): Promise<string[][]> {
  const store = sqlStore(db);
  await store.createCampaign({ id: 'c1', settings: SETTINGS, nowMs: 0 });
  const seen = [[engine, 'read without changes, p50 / p99', await readsOf(store)]];
  await change(db);
  seen.push([engine, `read with ${changes} changes, p50 / p99`, await readsOf(store)]);
  const beganAtMs = performance.now();
  let units = 0;
  while ((await store.foldTallies({ atLeast: 1 })) > 0) units += 1;
  const tookMs = performance.now() - beganAtMs;
  seen.push([
    engine,
    'folded',
    `${tookMs.toFixed(0)} ms in ${units} units: ${((changes / tookMs) * 1_000).toFixed(0)} a second`,
  ]);
  seen.push([engine, 'read after that, p50 / p99', await readsOf(store)]);
  await store.close();
  return seen;
}

/** Calls of the campaign go from one state to the next. */
async function change(db: Database): Promise<void> {
  await db.write(async (tx) => {
    for (let made = 0; made < changes; made++) {
      await tx.run(
        `INSERT INTO call_tally_deltas (campaign_id, state, disposition, settlement, recording, placed, calls,
                                        cost_whole, cost_rest, reserved_whole, reserved_rest)
         VALUES ('c1', :state, '', 'none', 'none', 1, :calls, 0, 0, 0, 0)`,
        { state: STATES[Math.floor(made / 2) % STATES.length]!, calls: made % 2 === 0 ? 1 : -1 },
      );
    }
  });
}

async function readsOf(store: ReturnType<typeof sqlStore>): Promise<string> {
  const tookMs: number[] = [];
  for (let read = 0; read < READS; read++) {
    const beganAtMs = performance.now();
    await store.campaignProgress('c1', 0);
    tookMs.push(performance.now() - beganAtMs);
  }
  return `${percentile(tookMs, 0.5).toFixed(1)} / ${percentile(tookMs, 0.99).toFixed(1)} ms`;
}
