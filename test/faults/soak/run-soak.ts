/** One soak: real processes at the carrier's real speed, a kill every ten minutes, a sample every half minute. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { numbersFrom } from '../../scale/plan.ts';
import { chanceOf } from '../chance.ts';
import type { Answer } from '../client-log.ts';
import { PROCESSES, type Engine, type ProcessName, type Schedule } from '../faults.ts';
import type { Ports } from '../port-block.ts';
import { withMetrics } from '../processes.ts';
import { restWithinMs, untilRest } from '../rest.ts';
import { verdictOn, withRecordings } from '../verdict.ts';
import { openWorld, type World } from '../world.ts';
import { takeSample } from './sample.ts';

export interface SoakOptions {
  hours: number;
  engine: Engine;
  seed: string;
  folder: string;
  tell: (line: string) => void;
}

/** What the run itself found; the slopes are read from the samples. */
export interface SoakVerdict {
  dialledMs: number;
  restMs: number;
  checkerHolds: boolean;
  /** What did not come to rest, and processes that ended by themselves. */
  problems: string[];
}

export interface Kill {
  atMs: number;
  who: ProcessName;
  downMs: number;
}

export const SAMPLES = 'samples.ndjson';
export const KILLS = 'kills.ndjson';
export const VERDICT = 'verdict.json';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SAMPLE_EVERY_MS = 30_000;
const KILL_EVERY_MS = 10 * 60_000;
const LOOK_EVERY_MS = 1_000;
const DOWN_MS = [1_000, 15_000] as const;
/** A call takes some 80 s of an agent at the simulated carrier's usual times. */
const AGENTS = 150;
const CONTACTS_AN_HOUR = 3_600;
const IMPORT_ROWS = 1_000;

export async function runSoak(options: SoakOptions): Promise<SoakVerdict> {
  const { folder, tell } = options;
  mkdirSync(folder, { recursive: true });
  const world = await openWorld(ROOT, folder, scheduleOf(options), settingsOf);
  try {
    await world.processes.start();
    const campaign = await beginCampaign(world, options.hours);
    tell('dialling');
    const soak = new Soak(world, options, campaign);
    const dialledMs = await soak.run();
    await must(world.client.ask('POST', `/v1/campaigns/${campaign}/cancel`));
    world.client.note({ fact: 'faults-over' });
    tell('waiting for rest');
    const withinMs = restWithinMs(1, false);
    const rest = await untilRest(world, [campaign], withinMs, { timeFactor: 1 });
    world.client.note({ fact: 'at-rest', within_ms: withinMs, stuck: rest.stuck });
    await world.processes.killAll();
    const judged = await judge(world);
    const problems = [...rest.stuck, ...soak.endedByThemselves];
    const verdict = { dialledMs, restMs: rest.tookMs, checkerHolds: judged.holds, problems };
    writeFileSync(join(folder, VERDICT), `${JSON.stringify(verdict, null, 2)}\n`);
    return verdict;
  } finally {
    await world.stop();
  }
}

class Soak {
  readonly #world: World;
  readonly #options: SoakOptions;
  readonly #campaign: string;
  readonly #beganMs = Date.now();
  /** Killed, and not yet to be started again. */
  readonly #down = new Set<ProcessName>();
  readonly endedByThemselves: string[] = [];

  constructor(world: World, options: SoakOptions, campaign: string) {
    this.#world = world;
    this.#options = options;
    this.#campaign = campaign;
  }

  /** @returns how long it dialled, in ms */
  async run(): Promise<number> {
    const connection = Connection.lazy({ address: this.#world.temporalAddress });
    const client = new Client({ connection });
    const untilMs = this.#beganMs + this.#options.hours * 3_600_000;
    try {
      await Promise.all([this.#sampleUntil(untilMs, client), this.#killUntil(untilMs)]);
    } finally {
      await connection.close();
    }
    return Date.now() - this.#beganMs;
  }

  async #sampleUntil(untilMs: number, client: Client): Promise<void> {
    const place = { campaign: this.#campaign, beganMs: this.#beganMs };
    for (let nextMs = Date.now(); nextMs < untilMs; nextMs += SAMPLE_EVERY_MS) {
      while (Date.now() < nextMs) await this.#superviseOnce();
      this.#keep(SAMPLES, await takeSample(this.#world, client, place));
    }
  }

  /** As a supervisor does. The product must not need one: what ends by itself is told. */
  async #superviseOnce(): Promise<void> {
    await sleep(LOOK_EVERY_MS);
    const { processes } = this.#world;
    const gone = this.#names().filter((name) => !processes.isAlive(name) && !this.#down.has(name));
    if (gone.length === 0) return;
    this.endedByThemselves.push(...gone.map((name) => `the ${name} ended by itself`));
    await processes.start(gone).catch(() => undefined);
  }

  async #killUntil(untilMs: number): Promise<void> {
    const chance = chanceOf('soak', this.#options.seed);
    const { processes } = this.#world;
    for (;;) {
      if (Date.now() + KILL_EVERY_MS > untilMs) return;
      await sleep(KILL_EVERY_MS);
      const who = chance.pick(this.#names());
      const downMs = chance.whole(...DOWN_MS);
      this.#keep(KILLS, { atMs: Date.now() - this.#beganMs, who, downMs } satisfies Kill);
      this.#options.tell(`kill -9 of the ${who}, down for ${downMs} ms`);
      this.#down.add(who);
      processes.signal(who, 'SIGKILL');
      await processes.ended(who);
      await sleep(downMs);
      // Where a busy machine is too slow for it, the supervisor tries again.
      await processes.start([who]).catch(() => undefined);
      this.#down.delete(who);
    }
  }

  #names(): readonly ProcessName[] {
    return this.#world.database ? [...PROCESSES, 'postgres'] : PROCESSES;
  }

  #keep(file: string, line: object): void {
    appendFileSync(join(this.#world.folder, file), `${JSON.stringify(line)}\n`);
  }
}

/** As `npm run server` and `npm run worker` start them, with metrics. */
function settingsOf(name: ProcessName, ports: Ports): Record<string, string> {
  if (name !== 'server' && name !== 'worker') return {};
  return {
    ...withMetrics(name, ports),
    NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=256',
    MALLOC_ARENA_MAX: '2',
    MALLOC_TRIM_THRESHOLD_: '131072',
  };
}

function scheduleOf({ engine, seed }: SoakOptions): Schedule {
  // The carrier allows one lookup a minute: more lost webhooks would make a queue without end.
  const flags = ['--lost-recording-webhooks=0.004'];
  const moment = { on: 'clock', ms: 0 } as const;
  return {
    seed: `soak-${seed}`,
    index: 0,
    engine,
    timeFactor: 1,
    webhooks: true,
    load: { campaigns: 0, contacts: 0, sharedNumbers: 0, agents: 0 },
    faults: [{ cell: '', name: 'few lost recordings', moment, do: 'carrier', flags }],
  };
}

async function beginCampaign({ client }: World, hours: number): Promise<string> {
  for (let n = 1; n <= AGENTS; n++) {
    const agent = { id: `agent-${n}`, name: `Agent ${n}`, kind: 'sip', address: `sip-${n}` };
    await must(client.ask('POST', '/v1/agents', agent));
  }
  // A campaign that is paused by unknown placements would wait for a person.
  await must(client.ask('PATCH', '/v1/account', { pause_after_unknown: null }));
  const { body } = await must(
    client.ask('POST', '/v1/campaigns', {
      name: 'soak',
      calls_per_second: 1,
      redial: { max_attempts: 2, max_calls: 3, customer_unreached: { after: '10m' } },
    }),
  );
  const numbers = numbersFrom(0);
  const contacts = Array.from({ length: Math.ceil(hours * CONTACTS_AN_HOUR) }, () => ({
    number: numbers.next().value as string,
  }));
  for (let from = 0; from < contacts.length; from += IMPORT_ROWS) {
    const rows = { contacts: contacts.slice(from, from + IMPORT_ROWS) };
    await must(client.ask('POST', `/v1/campaigns/${body.id}/contacts`, rows));
  }
  await must(client.ask('POST', `/v1/campaigns/${body.id}/start`));
  return body.id as string;
}

function judge({ folder, database }: World) {
  const places = {
    base: ROOT,
    root: ROOT,
    folder,
    ...(database ? { database: database.url() } : {}),
  };
  // A POST that was decided on leaves within 15 s or not at all; see docs/reliability.md.
  const demands = ['--finished', '--stop-grace-ms', '15000', ...withRecordings(folder)];
  return verdictOn(places, demands);
}

async function must(asking: Promise<Answer>): Promise<Answer> {
  const answer = await asking;
  if (answer.status < 300) return answer;
  throw new Error(`the API answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
