/** One run: real processes, campaigns under tight limits, a person at work, and the verdict of the checker. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient, type Answer, type Client } from '../faults/client-log.ts';
import { DatabaseServer, type DatabaseFigures } from '../faults/database-server.ts';
import type { Engine, ProcessName, Schedule } from '../faults/faults.ts';
import { HttpLink } from '../faults/link.ts';
import { takePorts, type Ports } from '../faults/port-block.ts';
import { API_KEY, Processes } from '../faults/processes.ts';
import { restWithinMs, untilRest } from '../faults/rest.ts';
import type { Verdict } from '../faults/verdict.ts';
import { judge } from './judging.ts';
import { deedsFor, must, Operator } from './operating.ts';
import { planOf, type Plan } from './plan.ts';

export interface ScaleOptions {
  engine: Engine;
  contacts: number;
  servers: number;
  workers: number;
  seed: string;
  timeFactor: number;
  folder: string;
  tell: (line: string) => void;
}

export interface ScaleRun extends Verdict {
  /** What a person did meanwhile. */
  done: string[];
  /** From the start of the campaigns to the last one's end. */
  dialledMs: number;
  /** Contacts by disposition. */
  contacts: Record<string, number>;
  cpus: string;
  /** Calls of all campaigns. */
  calls: number;
  /** What Postgres counted meanwhile. */
  database: DatabaseFigures | undefined;
}

const LOOK_EVERY_MS = 1_000;
const TELL_EVERY_MS = 5_000;
const SUPPRESS_EVERY_MS = 500;
const IMPORT_ROWS = 1_000;
const API_ANSWERS_WITHIN_MS = 60_000;
/** A run that stands still for so long has failed. */
const NO_PROGRESS_MS = 600_000;
/** Nothing was broken, but every process had much to do. */
const BUSY_MACHINE = 3;
/** How long a campaign waits for its budget before somebody gives it up. */
const WAITS_FOR_BUDGET_MS = 5_000;

export async function runScale(options: ScaleOptions): Promise<ScaleRun> {
  const { folder, tell } = options;
  mkdirSync(folder, { recursive: true });
  const { ports, release } = await takePorts();
  const database =
    options.engine === 'postgres' ? await DatabaseServer.start(direct(ports)) : undefined;
  const places = { root: ROOT, folder, ports: direct(ports), env: MILESTONES_ONLY };
  const processes = new Processes(
    { ...places, ...(database ? { database } : {}) },
    scheduleOf(options),
  );
  const servers = SERVERS.slice(0, options.servers);
  const front = new HttpLink(servers.map((_, index) => [ports.server, ports.secondServer][index]!));
  await front.open(ports.webhooksLink);
  try {
    // Starting is the dearest of all: one after the other.
    await processes.start(['temporal', 'simulator', ...servers]);
    await processes.start(workerNames(options.workers));
    const count = `${options.workers} workers, ${servers.length} servers`;
    tell(`processes run, ${count}; records in ${folder}`);
    const url = `http://127.0.0.1:${ports.webhooksLink}`;
    const client = openClient({ url, apiKey: API_KEY, logPath: join(folder, 'client.ndjson') });
    const plan = planOf({ ...options, startMs: Date.now() });
    const ids = await load(client, plan);
    tell(`${plan.campaigns.length} campaigns loaded`);
    const before = await database?.figures();
    const startedMs = Date.now();
    for (const id of ids.values()) await must(client, 'POST', `/v1/campaigns/${id}/start`);
    const { done, contacts } = await watch(client, { plan, ids, tell });
    const dialledMs = Date.now() - startedMs;
    client.note({ fact: 'faults-over' });
    const withinMs = BUSY_MACHINE * restWithinMs(options.timeFactor, false);
    const asked = { client, temporalAddress: `127.0.0.1:${ports.temporal}` };
    const rest = await untilRest(asked, [...ids.values()], withinMs);
    client.note({ fact: 'at-rest', within_ms: withinMs, stuck: rest.stuck });
    const { calls } = await look(client, ids);
    await processes.killAll();
    tell('judging');
    const judged = await judge(folder, ROOT, { ...options, database: database?.url() });
    const figures = database && since(before!, await database.figures());
    if (database) writeFileSync(join(folder, 'postgres.log'), database.log());
    const machine = `${cpus().length} × ${cpus()[0]?.model}`;
    const seen = { done, contacts, dialledMs, calls, cpus: machine, database: figures };
    return { ...withoutDeadlocks(judged, figures), ...seen };
  } finally {
    await processes.killAll();
    await front.close();
    await database?.stop();
    await release();
  }
}

const SERVERS: ProcessName[] = ['server', 'second-server'];

function since(before: DatabaseFigures, after: DatabaseFigures): DatabaseFigures {
  const grown = (name: keyof DatabaseFigures) => after[name] - before[name];
  return {
    deadlocks: grown('deadlocks'),
    commits: grown('commits'),
    writes: grown('writes'),
    rollbacks: grown('rollbacks'),
    retries: grown('retries'),
    walBytes: grown('walBytes'),
    bytes: after.bytes,
  };
}

/** Locks are taken in one documented order, so there is none. */
function withoutDeadlocks(judged: Verdict, figures: DatabaseFigures | undefined): Verdict {
  if (!figures || figures.deadlocks === 0) return judged;
  return { holds: false, said: `${judged.said}\nDEADLOCKS: ${figures.deadlocks} on Postgres\n` };
}

const ROOT = join(import.meta.dirname, '..', '..');

/** As with a hundred live calls and more, so that the machine's time goes into calls. */
const MILESTONES_ONLY = { DIALWRIGHT_EVERY_EVENT_BELOW: '0' };

/** Nothing but the reverse proxy stands in between here. */
const direct = (ports: Ports): Ports => ({
  ...ports,
  temporalLink: ports.temporal,
  carrierLink: ports.simulator,
  postgresLink: ports.postgres,
});

function workerNames(workers: number): ProcessName[] {
  return Array.from({ length: workers }, (_, index): ProcessName => `worker-${index + 1}`);
}

/**
 * The carrier as usual, but with webhooks for recordings, and lookups a second apart and not a minute: what is tried
 * is dialling.
 */
function scheduleOf({ seed, timeFactor }: ScaleOptions): Schedule {
  const flags = ['--lost-recording-webhooks=0', '--lookup-gap-ms=1s', '--request-gap-ms=0'];
  const profile = { timing: { recordingLookupSpacingMs: 1_000 } };
  const moment = { on: 'clock', ms: 0 } as const;
  return {
    seed: `scale-${seed}`,
    index: 0,
    timeFactor,
    webhooks: true,
    load: { campaigns: 0, contacts: 0, sharedNumbers: 0, agents: 0 },
    faults: [{ cell: '', name: 'quick lookups', moment, do: 'carrier', flags, profile }],
  };
}

async function load(client: Client, plan: Plan): Promise<Map<string, string>> {
  for (const agent of plan.agents) await must(client, 'POST', '/v1/agents', agent);
  await must(client, 'PATCH', '/v1/account', plan.account);
  await must(client, 'PUT', '/v1/suppressions/optout', { name: 'Opted out' });
  const ids = new Map<string, string>();
  for (const { name, settings, contacts } of plan.campaigns) {
    const created = await client.ask('POST', '/v1/campaigns', { name, ...settings });
    if (created.status !== 201) throw new Error(`${name}: ${JSON.stringify(created.body)}`);
    const id = created.body.id as string;
    for (let from = 0; from < contacts.length; from += IMPORT_ROWS) {
      const rows = contacts.slice(from, from + IMPORT_ROWS);
      await must(client, 'POST', `/v1/campaigns/${id}/contacts`, { contacts: rows });
    }
    ids.set(name, id);
  }
  return ids;
}

interface Watched {
  plan: Plan;
  ids: Map<string, string>;
  tell: (line: string) => void;
}

/** Until every campaign is over. */
async function watch(client: Client, { plan, ids, tell }: Watched) {
  const operator = new Operator(client, deedsFor(ids, plan.account.max_live_calls));
  const over = new AbortController();
  const suppressing = suppressAllTheWhile(client, plan.suppressed, over.signal);
  const budget = new BudgetWatch();
  let best = { finished: -1, atMs: Date.now() };
  let toldMs = Date.now();
  try {
    for (;;) {
      const seen = await look(client, ids);
      operator.see(seen.finished / seen.total);
      if (seen.finished > best.finished) best = { finished: seen.finished, atMs: Date.now() };
      if (Date.now() - toldMs >= TELL_EVERY_MS) {
        tell(seen.line);
        toldMs = Date.now();
      }
      if (seen.open === 0) {
        tell(seen.line);
        await operator.finish();
        return { done: operator.done, contacts: seen.dispositions };
      }
      for (const id of budget.spentLong(seen.campaigns))
        await must(client, 'POST', `/v1/campaigns/${id}/cancel`);
      if (Date.now() - best.atMs > NO_PROGRESS_MS) throw new Error(`nothing moves: ${seen.line}`);
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    over.abort();
    await suppressing;
  }
}

async function suppressAllTheWhile(
  client: Client,
  numbers: string[],
  signal: AbortSignal,
): Promise<void> {
  for (const number of numbers) {
    if (signal.aborted) return;
    const path = `/v1/suppressions/optout/numbers/${encodeURIComponent(number)}`;
    await must(client, 'PUT', path, {});
    await sleep(SUPPRESS_EVERY_MS);
  }
}

interface Seen {
  campaigns: { id: string; state: string; waiting: string | null }[];
  open: number;
  finished: number;
  total: number;
  calls: number;
  dispositions: Record<string, number>;
  line: string;
}

async function look(client: Client, ids: Map<string, string>): Promise<Seen> {
  const counts = { open: 0, finished: 0, total: 0, calls: 0 };
  const seen: Seen = { campaigns: [], ...counts, dispositions: {}, line: '' };
  const words: string[] = [];
  for (const [name, id] of ids) {
    const answer = await answerFor(client, id);
    const { state, contacts, calls, waiting_for: waiting } = answer.body;
    const { final = 0, locked = 0 } = contacts.by_state;
    const isOver = state === 'completed' || state === 'cancelled';
    if (!isOver) seen.open += 1;
    seen.finished += final + locked;
    seen.total += contacts.total;
    seen.calls += calls.total;
    for (const [what, count] of Object.entries<number>(contacts.by_disposition))
      seen.dispositions[what] = (seen.dispositions[what] ?? 0) + count;
    seen.campaigns.push({ id, state, waiting: waiting?.reason ?? null });
    const { ended = 0 } = calls.by_state;
    const why = isOver ? state : (waiting?.reason ?? 'dials');
    words.push(`${name} ${final + locked}/${contacts.total}, ${calls.total - ended} live, ${why}`);
  }
  seen.line = `${seen.finished}/${seen.total} · ${words.join(' · ')}`;
  return seen;
}

/** Where the store has too much to do, the API is 503 for a while. */
async function answerFor(client: Client, id: string): Promise<Answer> {
  const untilMs = Date.now() + API_ANSWERS_WITHIN_MS;
  for (;;) {
    const answer = await client.look(`/v1/campaigns/${id}`);
    if (answer?.status === 200) return answer;
    if (Date.now() > untilMs) throw new Error(`the API does not answer for ${id}`);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Campaigns whose money is spent, and not for a moment only. */
class BudgetWatch {
  readonly #sinceMs = new Map<string, number>();

  spentLong(campaigns: Seen['campaigns']): string[] {
    return campaigns
      .filter(({ id, state, waiting }) => {
        if (state !== 'running' || waiting !== 'budget') {
          this.#sinceMs.delete(id);
          return false;
        }
        const sinceMs = this.#sinceMs.get(id) ?? Date.now();
        this.#sinceMs.set(id, sinceMs);
        return Date.now() - sinceMs >= WAITS_FOR_BUDGET_MS;
      })
      .map(({ id }) => id);
  }
}
