/**
 * Builds that replace each other while a campaign is dialled, on a real Temporal server: no call is stranded, none is placed
 * twice, no run fails for ever.
 *
 *   npm run faults -- deploys                        all cases
 *   npm run faults -- deploys --case versioned --keep  one of them, its folder kept
 *   … --engine postgres                              the store is in a Postgres database
 *   … --temporal 1.32                                Temporal's own server of that version (also 1.29), on a Postgres of its own;
 *                                                    Go builds it once, in some minutes. By default the dev server
 *   … --before DIR                                   two-versions: a source tree of an older release is the old one
 *
 *   rolling       without Worker Versioning: a compatible build, back again, a patched one; a breaking one is caught by
 *                 `dialwright replay --open` before it is deployed
 *   forced        the breaking one is deployed all the same, and then the old one again
 *   versioned     with Worker Versioning: a ramp, a breaking build, and back; each call ends on its build
 *   two-versions  the next release adds to the schema while processes of the old one dial
 *
 * Exit code 0 only where every case held.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneOf, readOptions } from '../../command-options.ts';
import { startTemporalOnPostgres } from '../../temporal/postgres/temporal-on-postgres.ts';
import { SERVER_VERSIONS, type ServerVersion } from '../../temporal/postgres/server-programs.ts';
import { postgresPrograms, startPostgres } from '../../store/postgres/postgres-server.ts';
import { ENGINES, type Schedule } from '../faults.ts';
import { restWithinMs, untilRest } from '../rest.ts';
import { check } from '../run-schedule.ts';
import { openWorld, type World } from '../world.ts';
import { forced, rolling } from './rolling.ts';
import { Site } from './site.ts';
import { releasesOf, twoVersions } from './two-versions.ts';
import { eachOnItsBuild, versioned } from './versioned.ts';

const CASES = ['rolling', 'forced', 'versioned', 'two-versions'] as const;
type Case = (typeof CASES)[number];
const DEV_SERVER = 'dev';
const TEMPORALS = [DEV_SERVER, ...(Object.keys(SERVER_VERSIONS) as ServerVersion[])] as const;

const values = readOptions(import.meta.filename, {
  case: { type: 'string' },
  engine: { type: 'string', default: 'sqlite' },
  temporal: { type: 'string', default: DEV_SERVER },
  before: { type: 'string' },
  keep: { type: 'boolean', default: false },
});
const engine = oneOf('engine', values.engine, ENGINES);
const version = oneOf('temporal', values.temporal, TEMPORALS);
const cases = values.case === undefined ? CASES : [oneOf('case', values.case, CASES)];

const TODAY = join(import.meta.dirname, '..', '..', '..');
const TIME_FACTOR = 20;
/** More than any case dials, on a slow machine too: the campaign is cancelled in the end. */
const CONTACTS = 400;
/** Slow enough that calls of every state are open at each deploy. */
const CARRIER = ['--talk-ms=30s-90s'];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
let failed = 0;
for (const [index, which] of cases.entries()) {
  const problems = await drill(which, index + 1).catch((error: Error) => [String(error.stack)]);
  failed += problems.length === 0 ? 0 : 1;
  for (const line of problems) console.log(`  ${line}`);
}
console.log(
  `deploys on ${engine}, Temporal ${version}: ${cases.length - failed} of ${cases.length} hold`,
);
process.exit(failed === 0 ? 0 : 1);

/** What was wrong. */
async function drill(which: Case, index: number): Promise<string[]> {
  const startedMs = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-deploys-'));
  const world = await openWorld(TODAY, folder, scheduleOf(index), { DIALWRIGHT_LOG_LEVEL: 'info' });
  const temporal = await startTemporal(world);
  try {
    const problems = await deployed({ ...world, temporalAddress: temporal.address }, which);
    const seconds = Math.round((Date.now() - startedMs) / 1_000);
    console.log(`${which}: ${problems.length === 0 ? 'holds' : 'DOES NOT HOLD'}, ${seconds} s`);
    return problems;
  } finally {
    await world.stop();
    await temporal.stop();
    if (values.keep) console.log(`  kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

async function deployed(world: World, which: Case): Promise<string[]> {
  const releases =
    which === 'two-versions' ? await releasesOf(TODAY, values.before) : { old: TODAY, next: TODAY };
  const site = await Site.open(world, { root: releases.old });
  try {
    if (which === 'rolling') await rolling(site, TODAY);
    if (which === 'forced') await forced(site, TODAY);
    if (which === 'versioned') await versioned(site, TODAY);
    if (which === 'two-versions') await twoVersions(site, releases);
    for (const id of site.campaigns) await world.client.ask('POST', `/v1/campaigns/${id}/cancel`);
    const rest = await untilRest(world, site.campaigns, restWithinMs(TIME_FACTOR, false), {
      mayEndBadly: which === 'forced',
      timeFactor: TIME_FACTOR,
    });
    if (which === 'versioned') await eachOnItsBuild(site);
    site.note('at rest');
    await world.processes.killAll();
    const { violations, floors } = await check(world, releases.next);
    return [...site.problems, ...rest.stuck, ...violations, ...floors];
  } finally {
    await site.close();
  }
}

/** The dev server is one of the processes; a server of its own stands behind the same link. */
async function startTemporal(world: World): Promise<{ address: string; stop(): Promise<void> }> {
  await world.processes.start(['postgres']);
  if (version === DEV_SERVER) {
    await world.processes.start(['temporal']);
    return { address: world.temporalAddress, stop: async () => undefined };
  }
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('no Postgres is installed here');
  const postgres = await startPostgres(programs);
  const { folder } = world;
  const own = await startTemporalOnPostgres({ folder, postgres: postgres.server, version });
  world.temporal.aim(Number(own.address.split(':').at(-1)));
  return {
    address: own.address,
    async stop() {
      await own.stop();
      await postgres.stop();
    },
  };
}

function scheduleOf(index: number): Schedule {
  return {
    seed: 'deploys',
    index,
    engine,
    timeFactor: TIME_FACTOR,
    webhooks: true,
    load: { campaigns: 1, contacts: CONTACTS, sharedNumbers: 0, agents: 4 },
    faults: [
      {
        cell: '',
        name: 'slow calls',
        moment: { on: 'clock', ms: 0 },
        do: 'carrier',
        flags: CARRIER,
      },
    ],
  };
}
