/**
 * What one call costs, beside the floor: a bare workflow per call with one signal for each webhook, on the same
 * Temporal server, against the same carrier without think time, in the same run.
 *
 *   npm run bench                          three rounds of both, 1,000 calls, 100 in flight
 *   … --calls 10000 --rounds 1 --in-flight 100
 *   … --per-second 5                       paced, far from saturation (then 50 calls will do)
 *   … --variant every-event                also: plain (as ever), polling, recordings; may be given several times
 *   … --store postgres                     the product's own store in Postgres; with `--store sqlite` too, both in turns
 *   … --with postgres                      another system beside: dbos, restate, postgres, bullmq; several times;
 *                                          `npm run bench:peers` is all four (docs/performance.md lists what they need)
 *   … --no-floor                           the product alone
 *   … --sync NORMAL                        how Temporal's SQLite writes to the disk (FULL)
 *   … --cpu-prof DIR                       CPU profiles of the threads of server and worker, for a browser's developer
 *                                          tools; what each was busy with is printed
 *   … --json FILE                          all figures
 *
 * Rates on a busy machine mean little: the ratios of one run do, and processor time per call.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PEERS, versionsOf, whatIsMissing, type Peer } from '../peers/programs.ts';
import { startPeer } from '../peers/start-peer.ts';
import { amount, oneOf, readOptions, whole } from '../../command-options.ts';
import { ENGINES, type Engine } from '../../faults/faults.ts';
import { startFloor } from './floor.ts';
import { measure, type Figures } from './measure.ts';
import { startProduct } from './product.ts';
import { profileReport } from './profiles.ts';
import { report, type Row } from './report.ts';
import { runFolder, type SyncMode } from './processes.ts';
import type { Load, System } from './system.ts';

const VARIANTS = ['plain', 'recordings', 'every-event', 'polling'] as const;
type Variant = (typeof VARIANTS)[number];

const values = readOptions(import.meta.filename, {
  calls: { type: 'string', default: '1000' },
  rounds: { type: 'string', default: '3' },
  'in-flight': { type: 'string', default: '100' },
  'per-second': { type: 'string', default: '0' },
  variant: { type: 'string', multiple: true, default: ['plain'] },
  store: { type: 'string', multiple: true, default: ['sqlite'] },
  with: { type: 'string', multiple: true, default: [] },
  'no-floor': { type: 'boolean', default: false },
  sync: { type: 'string', default: 'FULL' },
  'cpu-prof': { type: 'string' },
  json: { type: 'string' },
});

const load: Load = {
  calls: whole('calls', values.calls),
  inFlight: whole('in-flight', values['in-flight']),
  perSecond: amount('per-second', values['per-second']),
};
const sync = oneOf<SyncMode>('sync', values.sync, ['FULL', 'NORMAL']);
const variants = values.variant.map((name) => oneOf<Variant>('variant', name, VARIANTS));
const peers = values.with.map((name) => oneOf<Peer>('with', name, PEERS)).filter(canRun);
const engines = values.store.map((name) => oneOf<Engine>('store', name, ENGINES));
const products = variants.flatMap((variant) => engines.map((engine) => ({ variant, engine })));
const systems = [...(values['no-floor'] ? [] : ['floor' as const]), ...products, ...peers];
type Measured = (typeof systems)[number];
const rounds = whole('rounds', values.rounds);
const profileTo = values['cpu-prof'] === undefined ? undefined : resolve(values['cpu-prof']);
const rows: Row[] = [];
for (let round = 1; round <= rounds; round++) {
  for (const system of systems) {
    const figures = await measured(system);
    rows.push({ round, system: nameOf(system), figures });
    const { perSecond, ackMs } = figures;
    console.error(
      `round ${round} ${nameOf(system)}: ${perSecond.toFixed(1)}/s, ack p99 ${ackMs.p99.toFixed(1)} ms`,
    );
  }
}
const versions = peers.map(versionsOf);
console.log(report(rows, { load, sync, versions }));
if (profileTo !== undefined) console.log(`\n${profileReport(profileTo)}`);
if (values.json)
  writeFileSync(values.json, JSON.stringify({ load, sync, versions, rows }, null, 2));

function canRun(peer: Peer): boolean {
  const missing = whatIsMissing(peer);
  if (missing !== undefined) console.error(`${peer} is left out, for want of ${missing}`);
  return missing === undefined;
}

function nameOf(system: Measured): string {
  if (typeof system === 'string') return system;
  return system.engine === 'postgres' ? `${system.variant}, on Postgres` : system.variant;
}

async function measured(measuredSystem: Measured): Promise<Figures> {
  const folder = runFolder();
  let system: System | undefined;
  try {
    system = await started(measuredSystem, folder);
    const figures = await measure(system, load);
    await system.stop();
    rmSync(folder, { recursive: true });
    return figures;
  } catch (error) {
    await system?.stop();
    throw new Error(`${nameOf(measuredSystem)} failed; its logs are in ${folder}`, {
      cause: error,
    });
  }
}

function started(asked: Measured, folder: string): Promise<System> {
  if (asked === 'floor') return startFloor({ folder, sync, talkMs: 0 });
  if (typeof asked === 'string') return startPeer(asked, { folder, talkMs: 0 });
  const { variant, engine } = asked;
  return startProduct({
    folder,
    sync,
    engine,
    webhooks: variant !== 'polling',
    recordings: variant === 'recordings' ? 'by-webhook' : 'none',
    everyEvent: variant === 'every-event',
    talkMs: 0,
    ...(profileTo === undefined ? {} : { profileTo }),
  });
}
