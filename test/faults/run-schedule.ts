/** One schedule from beginning to end: processes, load, faults, rest, and the verdict of the checker. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundsBroken } from './bounds.ts';
import { stillAway } from './by-hand.ts';
import { VARIANTS } from './carrier-variants.ts';
import { evidenceIn, casesIn } from './evidence.ts';
import type { Fault, Schedule } from './faults.ts';
import { eventsOf } from './implied-events.ts';
import { beginLoad } from './load.ts';
import { restWithinMs, STRIKES_WORKFLOWS, untilRest } from './rest.ts';
import { strikeAll, type Struck } from './strike.ts';
import { readLedger, verdictOn, type LedgerLine, type Verdict } from './verdict.ts';
import { openWorld, type World } from './world.ts';

export interface Outcome {
  schedule: Schedule;
  struck: Struck[];
  accepted: number;
  unknown: number;
  tookMs: number;
  /** From the end of the faults to rest. */
  restMs: number;
  /** What the checker found, and what is stuck. */
  violations: string[];
  /** How many cases each bound judged. */
  judged: Record<string, number>;
  /** Where too little happened to show anything. */
  belowFloors: string[];
}

const OWN_ROOT = join(import.meta.dirname, '..', '..');
const LEAST_FAULTS = 3;
/** Checks for which every schedule gives cases. */
const ALWAYS = ['LEDGER', 'I1', 'I1b', 'I2', 'I3', 'I8', 'I8b', 'API', 'I10', 'END'];
/** These know by its callback URL which call a POST was for, and without webhooks it has none. */
const WITH_WEBHOOKS = ['I1c', 'I11d'];
const LEAST_ACCEPTED = 5;
/** From a stop's answer to the last POST: a second, and another for a busy machine. */
const STOP_GRACE_MS = '2000';

export async function runSchedule(
  schedule: Schedule,
  { root, folder }: { root: string; folder: string },
): Promise<Outcome> {
  const startedMs = Date.now();
  const world = await openWorld(root, folder, schedule);
  writeFileSync(join(folder, 'schedule.json'), `${JSON.stringify(schedule, null, 2)}\n`);
  try {
    await world.processes.start();
    const campaigns = await beginLoad(world);
    const timed = await strikeAll(world, campaigns);
    const rest = await restAfterFaults(world, campaigns);
    const away = await stillAway(world, schedulesOf(schedule));
    const events = await eventsOf(world.client);
    await world.processes.killAll();
    const { violations, floors, cases } = await check(world, root);
    violations.push(...world.processes.endedByThemselves);
    violations.push(...away.map((id) => `the schedule ${id} is missing or paused at rest`));
    if (world.database) writeFileSync(join(folder, 'postgres.log'), world.database.log());
    const ledger = readLedger(folder);
    const bounds = boundsBroken({ world, struck: timed, ledger, events });
    violations.push(...bounds.violations);
    const struck = [
      ...timed,
      ...schedule.faults.filter(isVariant).map((fault) => shown(fault, ledger)),
    ];
    const accepted = ledger.filter(
      (line) => line['placed'] !== null && line['fact'] === 'decision',
    );
    const counts = { accepted: accepted.length, unknown: unknownIn(world) };
    const belowFloors = [
      ...floors,
      ...tooFewFaults(struck),
      ...idleChecks(schedule, struck, cases),
    ];
    const tookMs = Date.now() - startedMs;
    const { judged } = bounds;
    return {
      schedule,
      struck,
      ...counts,
      tookMs,
      restMs: rest.tookMs,
      violations,
      belowFloors,
      judged,
    };
  } finally {
    await world.stop();
  }
}

async function restAfterFaults(world: World, campaigns: string[]) {
  const { schedule, client } = world;
  const withinMs = restWithinMs(schedule.timeFactor, schedule.faults.some(losesCalls));
  client.note({ fact: 'faults-over' });
  const mayEndBadly = schedule.faults.some((fault) => STRIKES_WORKFLOWS.includes(fault.do));
  const rest = await untilRest(world, campaigns, withinMs, {
    mayEndBadly,
    timeFactor: schedule.timeFactor,
  });
  client.note({ fact: 'at-rest', within_ms: withinMs, stuck: rest.stuck });
  return rest;
}

interface Checked {
  violations: string[];
  floors: string[];
  /** How many cases each check judged. */
  cases: ReadonlyMap<string, number>;
}

/** The lines of evidence, where something does not hold. */
export async function check({ folder, database }: World, root: string): Promise<Checked> {
  const least = [
    '--finished',
    '--at-least-calls',
    String(LEAST_ACCEPTED),
    '--stop-grace-ms',
    STOP_GRACE_MS,
  ];
  const places = {
    base: OWN_ROOT,
    root,
    folder,
    ...(database ? { database: database.url() } : {}),
  };
  const verdict: Verdict & { unjudged?: string[] } = await verdictOn(places, least).catch(
    toUnjudged,
  );
  const cases = casesIn(verdict.said);
  if (verdict.holds) return { violations: [], floors: [], cases };
  const { FLOOR: floors = [], ...broken } = Object.fromEntries(evidenceIn(verdict.said));
  const violations = Object.entries(broken).flatMap(([id, lines]) =>
    lines.map((line) => `${id}: ${line}`),
  );
  return { violations: [...violations, ...(verdict.unjudged ?? [])], floors, cases };
}

// A schedule that cannot be judged does not hold.
const toUnjudged = (error: unknown) => ({ holds: false, said: '', unjudged: [String(error)] });

function unknownIn({ folder }: World): number {
  const lines = readFileSync(join(folder, 'export.ndjson'), 'utf8').split('\n');
  return lines.filter(
    (line) => line.includes('"disposition":"unknown"') && line.includes('"type":"call"'),
  ).length;
}

/** Those that must be there in the end. */
function schedulesOf({ faults }: Schedule): string[] {
  const compares = faults.some((fault) => fault.do === 'schedule' && fault.profile !== undefined);
  return ['sweep', ...(compares ? ['reconciliation'] : [])];
}

const isVariant = (fault: Fault) => fault.do === 'carrier';
const variantOf = ({ name }: Fault) => VARIANTS.find((variant) => variant.name === name);
const losesCalls = (fault: Fault) => variantOf(fault)?.losesCalls ?? false;

function shown(fault: Fault, ledger: LedgerLine[]): Struck {
  const shows = variantOf(fault)?.shows ?? (() => true);
  const count = ledger.filter(shows).length;
  return { fault, hit: count > 0 ? `${count} lines of the ledger` : undefined };
}

/** A check that had no case proves nothing about the fault that it was to judge. */
function idleChecks(
  { webhooks }: Schedule,
  struck: Struck[],
  cases: ReadonlyMap<string, number>,
): string[] {
  const wanted = struck.flatMap(({ fault, hit }) =>
    hit === undefined ? [] : (fault.checks ?? []),
  );
  const idle = [...new Set([...ALWAYS, ...(webhooks ? WITH_WEBHOOKS : []), ...wanted])].filter(
    (check) => !cases.get(check),
  );
  return idle.length === 0 ? [] : [`checks that had no case: ${idle.join(', ')}`];
}

function tooFewFaults(struck: Struck[]): string[] {
  const fired = struck.filter(({ hit }) => hit !== undefined).length;
  const least = Math.min(LEAST_FAULTS, struck.length);
  if (fired >= least) return [];
  const missed = struck.filter(({ hit }) => hit === undefined).map(({ fault }) => fault.name);
  return [`${fired} faults fired, at least ${least}; missed: ${missed.join(', ')}`];
}
