/** One scenario on one tree, from the first process to the checker's verdict. */
import { mkdirSync } from 'node:fs';
import { beginLoad } from '../faults/load.ts';
import { untilRest } from '../faults/rest.ts';
import { strikeAll } from '../faults/strike.ts';
import type { Schedule } from '../faults/faults.ts';
import { openWorld } from '../faults/world.ts';
import { readLedger, violationsIn, type Places, type Violations } from './checking.ts';
import type { Scenario } from './scenario.ts';

export interface Verdict {
  violations: Violations;
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
    const [struck] = await Promise.all([strikeAll(world, campaigns), scenario.act?.(world)]);
    world.client.note({ fact: 'faults-over' });
    const rest = await untilRest(world, campaigns, patienceMs);
    world.client.note({ fact: 'at-rest', within_ms: patienceMs, stuck: rest.stuck });
    await world.processes.killAll();
    const missed = struck.filter(({ hit }) => hit === undefined).map(({ fault }) => fault.name);
    if (!scenario.reached(readLedger(places.folder))) missed.push('the ledger does not show it');
    return {
      violations: await violationsIn(places),
      missed: missed.length > 0 ? missed.join(', ') : undefined,
      restMs: rest.tookMs,
      tookMs: Date.now() - startedMs,
    };
  } finally {
    await world.stop();
  }
}

function scheduleOf({ name, timeFactor, webhooks, load, carrier, faults }: Scenario): Schedule {
  const moment = { on: 'clock', ms: 0 } as const;
  const flags = { cell: '', name, moment, do: 'carrier', flags: carrier } as const;
  const all = [{ ...flags, flags: carrier }, ...faults];
  return { seed: name, index: 1, timeFactor, webhooks, load, faults: all };
}
