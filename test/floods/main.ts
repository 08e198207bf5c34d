/**
 * Floods the real server from outside, without a key, while webhooks of real calls and requests with a key come in: what
 * it costs in memory and disk, how long the others wait, and how long the server's event loop is held. The others are
 * sent by a process of their own, and the flood's sender has less of the processor than they and the server.
 *
 *   npm run floods                             all floods, 20 s each
 *   npm run floods -- --only held --only docs  those whose names contain one of these words
 *   npm run floods -- --seconds N              how long the sockets are kept
 *   … --store postgres                         the server's store is in a Postgres of the run's own
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneOf, readOptions, refuse, whole } from '../command-options.ts';
import { ENGINES, type Engine } from '../faults/faults.ts';
import { callsToTalkOf } from '../malformed/furniture.ts';
import { API_KEY, startServerUnderFire } from '../malformed/server-under-fire.ts';
import { floodsOf, type Flood } from './floods.ts';
import { startProber, type Answer } from './prober.ts';

const values = readOptions(import.meta.filename, {
  store: { type: 'string', default: 'sqlite' },
  seconds: { type: 'string', default: '20' },
  only: { type: 'string', multiple: true, default: [''] },
});
const seconds = whole('seconds', values.seconds);

const WATCHED_EVERY_MS = 50;
/** As much less of the processor as a nice value of 10 more gives. */
const BELOW = 10;
/** Connections of the flood that are closing are no part of the next. */
const REST_MS = 2_000;
const MEGABYTE = 1_000_000;
const MOST_MEMORY_MB = 200;
const MOST_DISK_MB = 30;

const wanted = floodsOf(() => ({ server, live, seconds, faults })).filter(({ name }) =>
  values.only.some((word) => name.includes(word)),
);
if (wanted.length === 0) refuse(`no flood’s name contains ${values.only.join(' or ')}`);

const faults: string[] = [];
const engine = oneOf<Engine>('store', values.store, ENGINES);
const folder = mkdtempSync(join(tmpdir(), 'dialwright-floods-'));
const server = await startServerUnderFire(folder, engine);
const { live } = await callsToTalkOf(server);
const prober = await startProber({
  webhooks: live.map((ref) => ({
    url: server.url + server.eventHook({ ref, placement: 1 }),
    carrierCallId: `carrier-${ref}`,
  })),
  accountUrl: `${server.url}/v1/account`,
  apiKey: API_KEY,
});
// Whoever floods has a machine of its own: here it takes what server and prober leave of this one.
setPriority(Math.min(getPriority() + BELOW, constants.priority.PRIORITY_LOW));
for (const each of wanted) {
  await flood(each);
  await sleep(REST_MS);
}
prober.stop();
faults.push(...server.faults());
await server.stop();
rmSync(folder, { recursive: true, force: true });
for (const fault of faults) console.log(`fault: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);

async function flood({ name, run }: Flood): Promise<void> {
  const before = { memory: memoryMb(), disk: await diskMb(), cpu: cpuSeconds() };
  let peak = before.memory;
  const watching = setInterval(() => (peak = Math.max(peak, memoryMb())), WATCHED_EVERY_MS);
  await server.held();
  let sent = '';
  const { webhooks, api } = await prober.during(async () => void (sent = await run()));
  const held = await server.held();
  clearInterval(watching);
  const disk = (await diskMb()) - before.disk;
  console.log(
    `${name}${sent}: webhooks ${told(webhooks, 204)}; API ${told(api, 200)}; ` +
      `event loop held p99 ${Math.round(held.p99Ms)} ms, longest ${Math.round(held.longestMs)} ms; processor ${(cpuSeconds() - before.cpu).toFixed(1)} s; ` +
      `memory ${before.memory} → ${peak} MB; database +${disk.toFixed(1)} MB`,
  );
  for (const { status, ms } of webhooks.filter((answer) => answer.status !== 204).slice(0, 3)) {
    faults.push(`${name}: a webhook got ${status} after ${Math.round(ms)} ms`);
  }
  if (peak - before.memory > MOST_MEMORY_MB) faults.push(`${name}: memory up to ${peak} MB`);
  if (disk > MOST_DISK_MB) faults.push(`${name}: the database grew by ${disk.toFixed(0)} MB`);
}

function told(answers: readonly Answer[], right: number): string {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  const others = answers.filter(({ status }) => status !== right).length;
  return `${answers.length}, ${others} not ${right}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
}

function memoryMb(): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1_024);
}

/** Of the server. Unlike times, it hardly depends on what else the machine does. */
function cpuSeconds(): number {
  const [, fields = ''] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (user! + system!) / 100;
}

async function diskMb(): Promise<number> {
  return (await server.storedBytes()) / MEGABYTE;
}
