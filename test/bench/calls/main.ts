/**
 * What one call costs, beside the floor: a bare workflow per call with one signal for each webhook, on the same
 * Temporal server, against the same carrier without think time, in the same run.
 *
 *   npm run bench                          three rounds of both, 1,000 calls, 100 in flight
 *   … --limit                              beside them an empty workflow with one local activity: the least that Temporal costs
 *   … --calls 10000 --rounds 1 --in-flight 100
 *   … --per-second 5                       paced, far from saturation (then 50 calls will do)
 *   … --variant every-event                also: plain (as ever), polling, recordings; may be given several times
 *   … --store postgres                     the product's own store in Postgres; with `--store sqlite` too, both in turns
 *   … --temporal postgres                  Temporal's own server with its data in Postgres, instead of the dev server with
 *                                          SQLite; the floor runs on it too; with `--temporal sqlite` too, both in turns.
 *                                          Needs Postgres, and Go once: the server is built into the cache
 *   … --temporal postgres-1.32             the same with its newest server
 *   … --detail FILE                        what each Postgres did for a call, by statement and table; HOT updates
 *   … --with postgres                      another system beside: dbos, restate, postgres, bullmq; several times;
 *                                          `npm run bench -- peers` is all four (docs/performance.md lists what they need)
 *   … --no-floor                           the product alone
 *   … --servers 4 --workers 8              so many processes of the product; webhooks go to the servers in turns
 *   … --nice 5                             workers stand back behind the servers for a processor (nice(1))
 *   … --campaigns 20                       campaigns of one account that share the calls, with pace, caps and most live calls
 *   … --sync NORMAL                        how the dev server's SQLite writes to the disk (FULL)
 *   … --cpu-prof DIR                       CPU profiles of the threads of server and worker, for a browser's developer
 *                                          tools; what each was busy with is printed
 *   … --json FILE                          all figures
 *
 * Each Postgres is a server of the run's own, one for Temporal and one for the store, with `fsync` on.
 *
 * Rates on a busy machine mean little: the ratios of one run do, and processor time per call.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PEERS, versionsOf, whatIsMissing, type Peer } from '../peers/programs.ts';
import { startPeer } from '../peers/start-peer.ts';
import { postgresPrograms } from '../../store/postgres/postgres-server.ts';
import { canHaveServerPrograms } from '../../temporal/postgres/server-programs.ts';
import { amount, oneOf, readOptions, refuse, whole } from '../../command-options.ts';
import { ENGINES, type Engine } from '../../faults/faults.ts';
import { startFloor } from './floor.ts';
import { measure, WARM_UP, type Figures } from './measure.ts';
import { startProduct } from './product.ts';
import { profileReport } from './profiles.ts';
import { report, type Row } from './report.ts';
import { runFolder } from './processes.ts';
import type { Load, System } from './system.ts';
import { TEMPORALS, type SyncMode, type TemporalKind } from './temporal-servers.ts';

const VARIANTS = ['plain', 'recordings', 'every-event', 'polling'] as const;
type Variant = (typeof VARIANTS)[number];
const MOST_PROCESSES = 64;

const values = readOptions(import.meta.filename, {
  calls: { type: 'string', default: '1000' },
  rounds: { type: 'string', default: '3' },
  'in-flight': { type: 'string', default: '100' },
  'per-second': { type: 'string', default: '0' },
  variant: { type: 'string', multiple: true, default: ['plain'] },
  store: { type: 'string', multiple: true, default: ['sqlite'] },
  temporal: { type: 'string', multiple: true, default: ['sqlite'] },
  detail: { type: 'string' },
  with: { type: 'string', multiple: true, default: [] },
  'no-floor': { type: 'boolean', default: false },
  servers: { type: 'string', default: '1' },
  workers: { type: 'string', default: '1' },
  campaigns: { type: 'string', default: '1' },
  nice: { type: 'string', default: '0' },
  limit: { type: 'boolean', default: false },
  sync: { type: 'string' },
  'cpu-prof': { type: 'string' },
  json: { type: 'string' },
});

const load: Load = {
  calls: whole('calls', values.calls),
  inFlight: whole('in-flight', values['in-flight']),
  perSecond: amount('per-second', values['per-second']),
};
const scale = {
  servers: whole('servers', values.servers, MOST_PROCESSES),
  workers: whole('workers', values.workers, MOST_PROCESSES),
  campaigns: whole('campaigns', values.campaigns, load.calls),
  nice: amount('nice', values.nice),
};
const sync = oneOf<SyncMode>('sync', values.sync ?? 'FULL', ['FULL', 'NORMAL']);
const variants = values.variant.map((name) => oneOf<Variant>('variant', name, VARIANTS));
const peers = values.with.map((name) => oneOf<Peer>('with', name, PEERS)).filter(canRun);
const engines = values.store.map((name) => oneOf<Engine>('store', name, ENGINES));
const temporals = values.temporal.map((name) => oneOf<TemporalKind>('temporal', name, TEMPORALS));
refuseWhatCannotBe();
const onTemporal = temporals.flatMap((temporal) => [
  ...(values['no-floor'] ? [] : [{ temporal, variant: 'floor' as const }]),
  ...(values.limit ? [{ temporal, variant: 'limit' as const }] : []),
  ...variants.flatMap((variant) => engines.map((engine) => ({ temporal, variant, engine }))),
]);
const systems = [...onTemporal, ...peers];
type Measured = (typeof systems)[number];
const rounds = whole('rounds', values.rounds);
const profileTo = values['cpu-prof'] === undefined ? undefined : resolve(values['cpu-prof']);
const rows: Row[] = [];
for (let round = 1; round <= rounds; round++) {
  for (const system of systems) {
    const figures = await measured(system);
    rows.push({ round, system: nameOf(system), floor: floorOf(system), figures });
    const { perSecond, ackMs } = figures;
    console.error(
      `round ${round} ${nameOf(system)}: ${perSecond.toFixed(1)}/s, ack p99 ${ackMs.p99.toFixed(1)} ms`,
    );
  }
}
const versions = peers.map(versionsOf);
const servers = temporals.map((temporal) =>
  temporal === 'sqlite'
    ? `Temporal’s dev server on SQLite in WAL mode, synchronous ${sync}`
    : `Temporal’s own server (${temporal}), all roles in one process, 4 history shards`,
);
const { campaigns, nice } = scale;
const processes = `${scale.servers} servers, ${scale.workers} workers (nice ${nice}), ${campaigns} campaigns`;
console.log(report(rows, { load, temporal: [...servers, processes], versions }));
if (values.detail !== undefined) writeFileSync(values.detail, details());
if (profileTo !== undefined) console.log(`\n${profileReport(profileTo)}`);
if (values.json)
  writeFileSync(values.json, JSON.stringify({ load, sync, versions, rows }, null, 2));

function canRun(peer: Peer): boolean {
  const missing = whatIsMissing(peer);
  if (missing !== undefined) console.error(`${peer} is left out, for want of ${missing}`);
  return missing === undefined;
}

function refuseWhatCannotBe(): void {
  if (load.calls % scale.campaigns !== 0 || WARM_UP.calls % scale.campaigns !== 0)
    refuse(
      `--campaigns must divide ${load.calls} and ${WARM_UP.calls} calls, got ${scale.campaigns}`,
    );
  if (scale.servers > 1 && engines.includes('sqlite'))
    refuse('--servers above 1 needs --store postgres: a SQLite file has one server');
  if (values.sync !== undefined && !temporals.includes('sqlite'))
    refuse('--sync is of the dev server’s SQLite, and --temporal postgres runs without it');
  const onPostgres = temporals.some((temporal) => temporal !== 'sqlite');
  const needsPostgres = onPostgres || engines.includes('postgres');
  if (values.detail !== undefined && !needsPostgres)
    refuse('--detail tells what Postgres did: add --store postgres or --temporal postgres');
  if (new Set(temporals).size < temporals.length || new Set(engines).size < engines.length)
    refuse('--temporal and --store take each engine once; --rounds repeats');
  if (!needsPostgres) return;
  if (postgresPrograms() === undefined)
    refuse('postgres cannot be measured: none is installed here (apt-get install postgresql)');
  if (onPostgres && !canHaveServerPrograms(process.env))
    refuse('--temporal postgres needs Go (1.21 or newer) on the PATH, to build the server once');
}

function nameOf(system: Measured): string {
  if (typeof system === 'string') return system;
  const { temporal, variant } = system;
  const store = 'engine' in system ? system.engine : 'sqlite';
  if (temporal === 'sqlite') return store === 'postgres' ? `${variant}, on Postgres` : variant;
  const newest = temporal === 'postgres-1.32' ? ' (Temporal 1.32)' : '';
  return `${variant}, ${store === 'postgres' ? 'both' : 'Temporal'} on Postgres${newest}`;
}

/** Each is compared with the floor on its own engine; what runs without Temporal, with the first. */
function floorOf(system: Measured): string {
  const temporal = typeof system === 'string' ? temporals[0]! : system.temporal;
  return nameOf({ temporal, variant: 'floor' });
}

/** Of the last round. */
function details(): string {
  const last = rows.filter(({ round, figures }) => round === rounds && figures.detail !== '');
  return last.map(({ system, figures }) => `# ${system}\n\n${figures.detail}\n`).join('\n');
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
  if (typeof asked === 'string') return startPeer(asked, { folder, talkMs: 0 });
  const { temporal: temporalKind, variant } = asked;
  if (variant === 'floor' || variant === 'limit')
    return startFloor({ folder, sync, temporalKind, talkMs: 0, kind: variant });
  const { engine } = asked;
  return startProduct({
    folder,
    sync,
    temporalKind,
    engine,
    webhooks: variant !== 'polling',
    recordings: variant === 'recordings' ? 'by-webhook' : 'none',
    everyEvent: variant === 'every-event',
    talkMs: 0,
    ...scale,
    ...(profileTo === undefined ? {} : { profileTo }),
  });
}
