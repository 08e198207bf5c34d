/** One scenario on one tree, from the first process to the checker's verdict. */
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginLoad } from '../faults/load.ts';
import { untilRest, type Rest } from '../faults/rest.ts';
import { strikeAll } from '../faults/strike.ts';
import type { Schedule } from '../faults/faults.ts';
import { openWorld, type World } from '../faults/world.ts';
import type { Evidence } from '../faults/evidence.ts';
import { readLedger, type Places } from '../faults/verdict.ts';
import { checked } from './checking.ts';
import type { Scenario } from './scenario.ts';

const FIRST_POST_WITHIN_MS = 60_000;

export interface Verdict {
  violations: Evidence;
  /** How many cases each check judged. */
  cases: ReadonlyMap<string, number>;
  /** Why the situation was not reached; undefined: it was. */
  missed: string | undefined;
  /** From the end of the faults to rest, or to the end of patience. */
  restMs: number;
  tookMs: number;
}

export async function runScenario(
  scenario: Scenario,
  places: Places,
  patienceMs: number,
): Promise<Verdict> {
  const startedMs = Date.now();
  mkdirSync(places.folder, { recursive: true });
  const world = await openWorld(places.root, places.folder, scheduleOf(scenario));
  try {
    await world.processes.start();
    const campaigns = await beginLoad(world);
    const [struck, acted] = await Promise.all([strikeAll(world, campaigns), act(scenario, world)]);
    world.client.note({ fact: 'faults-over' });
    const rest = await untilRestAndTail(scenario, { world, campaigns, patienceMs });
    await world.processes.killAll();
    const missed = struck.filter(({ hit }) => hit === undefined).map(({ fault }) => fault.name);
    if (acted === 0) missed.push('nothing to act on');
    if (!scenario.reached(readLedger(places.folder))) missed.push('the ledger does not show it');
    return {
      ...(await checked(places)),
      missed: missed.length > 0 ? missed.join(', ') : undefined,
      restMs: rest.tookMs,
      tookMs: Date.now() - startedMs,
    };
  } finally {
    await world.stop();
  }
}

interface Resting {
  world: World;
  campaigns: string[];
  patienceMs: number;
}

async function untilRestAndTail(
  { tailMs = 0, excused }: Scenario,
  { world, campaigns, patienceMs }: Resting,
): Promise<Rest> {
  const rest = await untilRest(world, campaigns, patienceMs);
  if (tailMs > 0 && rest.stuck.length === 0) {
    await sleep(tailMs);
    const again = await untilRest(world, campaigns, patienceMs);
    rest.tookMs += again.tookMs;
    rest.stuck = again.stuck;
  }
  const stuck = rest.stuck.filter((one) => !excused?.test(one));
  world.client.note({ fact: 'at-rest', within_ms: 2 * patienceMs + tailMs, stuck });
  return rest;
}

async function act(scenario: Scenario, world: World): Promise<number | undefined> {
  if (!scenario.act) return undefined;
  const untilMs = Date.now() + FIRST_POST_WITHIN_MS;
  while (world.carrier.posts === 0 && Date.now() < untilMs) await sleep(20);
  return scenario.act(world);
}

function scheduleOf({ name, timeFactor, webhooks, load, carrier, faults }: Scenario): Schedule {
  const moment = { on: 'clock', ms: 0 } as const;
  const flags = { cell: '', name, moment, do: 'carrier', flags: carrier } as const;
  const all = [{ ...flags, flags: carrier }, ...faults];
  return { seed: name, index: 1, timeFactor, webhooks, load, faults: all };
}
