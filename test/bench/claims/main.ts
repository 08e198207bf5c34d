/**
 * A long campaign in the store and the API, from its list to its report: how long it takes, whether anything becomes
 * slower with what is done already, and what memory and disk it needs.
 *
 *   npm run bench -- claims                                  1,000,000 contacts, all of them claimed
 *   npm run bench -- claims --contacts 100000 --claims 50000
 *   … --processes 4             so many at the same time, each with a campaign and a share of contacts and agents
 *   … --store postgres          on a Postgres of the run's own; with `--store sqlite` too, on both, one after the other
 *
 * The list comes through the API to a server as `npm run server` starts it. A process of its own then claims the
 * contacts, in rounds as large as the worker's and with 100 agents, and writes what a call with a conversation writes at
 * least: intent, the carrier's id, the end with its bill. Nobody is rung, and Temporal has no part in it: what is
 * measured is the store, and the API beside it. Of one contact more, behind the others and not due before tomorrow,
 * the campaign knows all the while.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLAIMS_PER_ROUND } from '../../../src/activities/campaigns/dispatch.ts';
import type { CampaignProgress } from '../../../src/terminal/api-shapes.ts';
import { table } from '../../../src/terminal/table.ts';
import { keep, message } from '../calls/processes.ts';
import { cpuMs, peakRssMb } from '../calls/process-cost.ts';
import { startServer, type BenchServer } from '../server-process.ts';
import { oneOf, readOptions, refuse, whole } from '../../command-options.ts';
import { ENGINES, type Engine } from '../../faults/faults.ts';
import type { Claimed, ClaimingPlan, Tenth } from './claiming.ts';
import { addAgents, fillCampaign } from './filling.ts';
import { progressOf, reporter } from './progress.ts';
import { alongPages, exported, p50p99, pagesOf, timesOf } from './reporting.ts';

const AGENTS = 100;
const LOOK_EVERY_MS = 1_000;
const ASKED_TIMES = 50;
const MEGABYTE = 1e6;

const values = readOptions(import.meta.filename, {
  contacts: { type: 'string', default: '1000000' },
  claims: { type: 'string' },
  processes: { type: 'string', default: '1' },
  store: { type: 'string', multiple: true, default: ['sqlite'] },
});
const contacts = whole('contacts', values.contacts);
const claims = values.claims === undefined ? contacts : whole('claims', values.claims);
if (claims > contacts) refuse(`--claims is at most --contacts, ${contacts}`);

const processes = whole('processes', values.processes, AGENTS);
const engines = values.store.map((name) => oneOf<Engine>('store', name, ENGINES));
/** What was seen, by engine. */
const rows = new Map<string, Map<Engine, string>>();
for (const engine of engines) await measured(engine);
const body = [...rows].map(([what, seen]) => [
  what,
  ...engines.map((engine) => seen.get(engine) ?? '–'),
]);
console.log(`\n${table([['what', ...engines], ...body])}`);

interface Run {
  server: BenchServer;
  folder: string;
  /** One line of the report. */
  tell: (what: string, seen: string) => void;
}

async function measured(engine: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-bench-'));
  const server = await startServer(folder, { engine });
  const tell = (what: string, seen: string) => {
    reporter.say(`${engine}: ${what}: ${seen}`);
    rows.set(what, (rows.get(what) ?? new Map<Engine, string>()).set(engine, seen));
  };
  const run = { server, folder, tell };
  try {
    tell('server RSS at rest', mb(peakRssMb(server.pid)));
    const ids = await imported(run);
    await claimed(run, ids);
    if (processes === 1) await reported(run, ids[0]!);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function imported({ server, folder, tell }: Run): Promise<string[]> {
  const beganAtMs = performance.now();
  const cpuBeforeMs = cpuMs(server.pid);
  const onProgress = progressOf('imported', contacts);
  await addAgents(server, AGENTS);
  const ids: string[] = [];
  for (const { length, from } of shares(contacts)) {
    const plan = { contacts: length, from, onProgress: (done: number) => onProgress(from + done) };
    ids.push(await fillCampaign(server, folder, plan));
  }
  tell(`import of ${contacts}`, `${secondsSince(beganAtMs)} s`);
  tell('… CPU of the server', `${((cpuMs(server.pid) - cpuBeforeMs) / 1_000).toFixed(1)} s`);
  tell('… server’s peak RSS', mb(peakRssMb(server.pid)));
  tell('… database then', mb((await server.store.bytes()) / MEGABYTE));
  return ids;
}

/** Of each process. */
function shares(all: number): { length: number; from: number }[] {
  return Array.from({ length: processes }, (_, index) => {
    const from = Math.floor((all * index) / processes);
    return { from, length: Math.floor((all * (index + 1)) / processes) - from };
  });
}

async function claimed({ server, tell }: Run, ids: readonly string[]): Promise<void> {
  const before = await server.store.figures();
  const beganAtMs = performance.now();
  const over = Promise.all(
    shares(claims).map(({ length }, index) => {
      const plan: ClaimingPlan = {
        database: server.store.url,
        campaignId: ids[index]!,
        claims: length,
        perRound: CLAIMS_PER_ROUND,
        inFlight: Math.floor(AGENTS / processes),
      };
      const child = keep(fork(join(import.meta.dirname, 'claiming.ts'), [JSON.stringify(plan)]));
      return message(child) as Promise<Claimed>;
    }),
  );
  const beside = await watched(server, ids[0]!, over);
  const each = await over;
  const tenths = each[0]!.tenths.map((_, index) => together(each.map((one) => one.tenths[index]!)));
  const peak = Math.max(...each.map(({ peakRssMb: one }) => one));
  const seconds = (performance.now() - beganAtMs) / 1_000;
  tell(
    `claims of ${claims}, each to its end`,
    `${seconds.toFixed(0)} s, ${(claims / seconds).toFixed(0)}/s`,
  );
  tell('… process’s peak RSS', mb(peak));
  tell('… campaign asked for meanwhile, p50 / p99', p50p99(beside.askedMs));
  tell('… largest log of the database', mb(beside.mostLogBytes / MEGABYTE));
  tell('… database at the end', mb((await server.store.bytes()) / MEGABYTE));
  if (server.store.pid !== undefined) tell('… Postgres’s peak memory', mb(beside.storeMb));
  const after = await server.store.figures();
  if (before && after) {
    tell('… writing transactions of each', ((after.writes - before.writes) / claims).toFixed(1));
    const written = (after.walBytes - before.walBytes) / claims / 1_024;
    tell('… log that was written for each', `${written.toFixed(1)} KiB`);
    tell('… deadlocks', String(after.deadlocks));
  }
  const head = ['tenth', 'claims/s', 'round p50 ms', 'p99 ms', 'most ms', 'RSS MB'];
  const body = tenths.map(({ claims: count, seconds, roundMs, rssMb }, index) => [
    String(index + 1),
    (count / seconds).toFixed(0),
    ...[roundMs.p50, roundMs.p99, roundMs.most].map((ms) => ms.toFixed(1)),
    rssMb.toFixed(0),
  ]);
  console.log(`\n${table([head, ...body])}\n`);
}

/** Of processes that work at the same time: the sum of what they did, and the worst of what each waited. */
function together(tenths: readonly Tenth[]): Tenth {
  const most = (of: (tenth: Tenth) => number) => Math.max(...tenths.map(of));
  const roundMs = {
    p50: most((tenth) => tenth.roundMs.p50),
    p99: most((tenth) => tenth.roundMs.p99),
    most: most((tenth) => tenth.roundMs.most),
  };
  return {
    claims: tenths.reduce((sum, tenth) => sum + tenth.claims, 0),
    seconds: most((tenth) => tenth.seconds),
    roundMs,
    rssMb: most((tenth) => tenth.rssMb),
  };
}

/** As a page that shows the campaign asks for it, once a second. */
async function watched(
  { api, store }: BenchServer,
  id: string,
  over: Promise<unknown>,
): Promise<{ askedMs: number[]; mostLogBytes: number; storeMb: number }> {
  const onProgress = progressOf('claimed and ended', claims);
  const askedMs: number[] = [];
  let mostLogBytes = 0;
  let storeMb = 0;
  const ended = new AbortController();
  const ending = over.then(
    () => ended.abort(),
    () => ended.abort(),
  );
  while (!ended.signal.aborted) {
    const askedAtMs = performance.now();
    const seen = await api.get<CampaignProgress>(`/v1/campaigns/${id}`);
    askedMs.push(performance.now() - askedAtMs);
    onProgress(processes * (seen.calls.by_disposition['completed'] ?? 0));
    mostLogBytes = Math.max(mostLogBytes, await store.logBytes());
    if (store.pid !== undefined) storeMb = Math.max(storeMb, peakRssMb(store.pid));
    await Promise.race([ending, sleep(LOOK_EVERY_MS)]);
  }
  return { askedMs, mostLogBytes, storeMb };
}

async function reported({ server, folder, tell }: Run, id: string): Promise<void> {
  const { api, pid, store } = server;
  const path = `/v1/campaigns/${id}`;
  check(await api.get<CampaignProgress>(path));
  tell('campaign, p50 / p99', p50p99(await timesOf(api, path, ASKED_TIMES)));
  for (const [list, length] of [
    ['contacts', contacts + 1],
    ['calls', claims],
  ] as const) {
    const onProgress = progressOf(`${list} listed`, length);
    const tookMs = await pagesOf(api, `${path}/${list}`, { rows: length, onProgress });
    tell(`all ${tookMs.length} pages of its ${list}`, alongPages(tookMs));
  }
  for (const rare of [
    `${path}/contacts?state=due`,
    `${path}/contacts?state=locked`,
    `${path}/contacts?reason=suppressed`,
    `${path}/calls?disposition=unknown`,
    `/v1/calls?disposition=unknown`,
  ]) {
    tell(rare.replace(path, '…'), p50p99(await timesOf(api, rare, ASKED_TIMES)));
  }
  tell('server’s peak RSS', mb(peakRssMb(pid)));
  const { seconds, bytes, peakRssMb: peak } = await exported(store.url, join(folder, 'export'));
  tell('export', `${seconds.toFixed(1)} s, ${mb(bytes / MEGABYTE)}`);
  tell('… its peak RSS', mb(peak));
}

function check({ contacts: seen, calls, money }: CampaignProgress): void {
  const counts = [
    seen.total - 1,
    seen.by_state['final'],
    calls.by_disposition['completed'],
    money.settled.calls,
  ];
  const expected = [contacts, claims, claims, claims];
  if (counts.join() === expected.join()) return;
  throw new Error(`the report does not add up: ${counts.join()}, not ${expected.join()}`);
}

function mb(megabytes: number): string {
  return `${megabytes.toFixed(0)} MB`;
}

function secondsSince(beganAtMs: number): string {
  return ((performance.now() - beganAtMs) / 1_000).toFixed(0);
}
