/**
 * Floods the real server from outside, without a key, while webhooks of real calls come in: what it costs in memory and
 * disk, how long the others wait, and how long the server's event loop is held. The others are sent by a process of
 * their own, and the flood's sender has less of the processor than they and the server.
 *
 *   npm run floods                             4,096 sockets for 20 s, 1,200 uploads, 20,000 posts
 *   npm run floods -- --sockets N --seconds N --uploads N --posts N
 *   … --store postgres                         the server's store is in a Postgres of the run's own
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { constants, getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { oneOf, readOptions, whole } from '../command-options.ts';
import { ENGINES, type Engine } from '../faults/faults.ts';
import { callsToTalkOf } from './furniture.ts';
import { startServerUnderFire } from './server-under-fire.ts';
import { startWebhookProber } from './webhook-prober.ts';

const values = readOptions(import.meta.filename, {
  store: { type: 'string', default: 'sqlite' },
  sockets: { type: 'string', default: '4096' },
  seconds: { type: 'string', default: '20' },
  uploads: { type: 'string', default: '1200' },
  posts: { type: 'string', default: '20000' },
});
const sockets = whole('sockets', values.sockets);
const seconds = whole('seconds', values.seconds);
const uploadCount = whole('uploads', values.uploads);
const posts = whole('posts', values.posts);

const DRIBBLE_MS = 5_000;
const WATCHED_EVERY_MS = 50;
/** As much less of the processor as a nice value of 10 more gives. */
const BELOW = 10;
const UPLOAD = Buffer.alloc(960_000, 'x');
const POSTS_AT_ONCE = 64;
const MEGABYTE = 1_000_000;
const MOST_MEMORY_MB = 200;
const MOST_DISK_MB = 30;

const folder = mkdtempSync(join(tmpdir(), 'dialwright-floods-'));
const server = await startServerUnderFire(folder, oneOf<Engine>('store', values.store, ENGINES));
const { live } = await callsToTalkOf(server);
const targets = live.map((ref) => ({
  url: `http://127.0.0.1:${server.port}${server.eventHook({ ref, placement: 1 })}`,
  id: `carrier-${ref}`,
}));
const faults: string[] = [];
const prober = await startWebhookProber(targets);
// Whoever floods has a machine of its own: here it takes what server and prober leave of this one.
setPriority(Math.min(getPriority() + BELOW, constants.priority.PRIORITY_LOW));

await flood('nothing', () => sleep(3_000));
await flood(`${sockets} dribbling sockets`, () => dribbling(sockets));
await flood(`${uploadCount} uploads to nowhere`, () => uploads(uploadCount));
await flood(`${posts} recording webhooks`, () => recordingPosts(posts));
prober.stop();
faults.push(...server.faults());
await server.stop();
rmSync(folder, { recursive: true, force: true });
for (const fault of faults) console.log(`fault: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);

async function flood(name: string, run: () => Promise<void>): Promise<void> {
  const before = { memory: memoryMb(), disk: await diskMb() };
  let peak = before.memory;
  const watching = setInterval(() => (peak = Math.max(peak, memoryMb())), WATCHED_EVERY_MS);
  await server.held();
  const acks = await prober.during(run);
  const held = await server.held();
  clearInterval(watching);
  const times = acks.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)]!);
  const disk = (await diskMb()) - before.disk;
  const turnedAway = acks.filter(({ status }) => status !== 204);
  console.log(
    `${name}: ${acks.length} webhooks, ${turnedAway.length} not acknowledged, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
      `longest ${at(1)} ms; event loop held p99 ${Math.round(held.p99Ms)} ms, longest ${Math.round(held.longestMs)} ms; ` +
      `memory ${before.memory} → ${peak} MB; database +${disk.toFixed(1)} MB`,
  );
  if (turnedAway.length > 0) faults.push(`${name}: ${JSON.stringify(turnedAway.slice(0, 3))}`);
  if (peak - before.memory > MOST_MEMORY_MB) faults.push(`${name}: memory up to ${peak} MB`);
  if (disk > MOST_DISK_MB) faults.push(`${name}: the database grew by ${disk.toFixed(0)} MB`);
}

/** In their headers, or in the bodies of paths that are not there; each comes again when it is cut off. */
async function dribbling(count: number): Promise<void> {
  const untilMs = Date.now() + seconds * 1_000;
  const sockets = new Set<Socket>();
  const openOne = (n: number): void => {
    const socket = connect({
      port: server.port,
      host: '127.0.0.1',
      localAddress: `127.0.0.${2 + (n % 8)}`,
      allowHalfOpen: true,
    });
    sockets.add(socket);
    const head = n % 2 === 0 ? 'POST /v1/nothing HTTP/1.1\r\nX: ' : unfinished('/nothing');
    socket.on('connect', () => socket.write(head)).on('error', () => undefined);
    socket.on('data', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (Date.now() < untilMs) setTimeout(() => openOne(n), 100);
    });
  };
  for (let n = 0; n < count; n++) {
    openOne(n);
    if (n % 64 === 0) await sleep(10);
  }
  const dribble = setInterval(
    () => sockets.forEach((socket) => void socket.write('x')),
    DRIBBLE_MS,
  );
  while (Date.now() < untilMs) await sleep(200);
  clearInterval(dribble);
  for (const socket of sockets) socket.destroy();
}

async function uploads(count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port: server.port, host: '127.0.0.1' });
      socket.on('error', () => undefined).on('data', () => undefined);
      socket.on('connect', () => {
        socket.write(unfinished('/v1/nothing'));
        socket.write(UPLOAD);
      });
      await new Promise((resolve) => socket.on('close', resolve));
    }),
  );
}

function unfinished(path: string): string {
  const headers = 'Content-Type: application/json\r\nContent-Length: 990000';
  return `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n{`;
}

/** Half of them name a live call, each with a link of its own; the others name calls that nobody knows. */
async function recordingPosts(count: number): Promise<void> {
  const dispatcher = new Agent({ connections: POSTS_AT_ONCE });
  let sent = 0;
  const lane = async () => {
    while (sent < count) {
      const n = ++sent;
      const call_id = n % 2 === 0 ? `carrier-${live[n % live.length]!}` : `nobody-${n}`;
      const data = {
        call_id,
        recording_url: `https://cdn.example/${n}.mp3`,
        pad: 'x'.repeat(50_000),
      };
      const url = `http://127.0.0.1:${server.port}${server.recordingHook}`;
      const { statusCode, body } = await request(url, {
        method: 'POST',
        body: JSON.stringify({ data }),
        dispatcher,
      });
      await body.dump();
      if (statusCode >= 400 && statusCode < 500 && statusCode !== 408) {
        faults.push(`a recording webhook got ${statusCode}, the carrier's last try`);
      }
    }
  };
  await Promise.all(Array.from({ length: POSTS_AT_ONCE }, lane));
  await dispatcher.close();
}

function memoryMb(): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1_024);
}

async function diskMb(): Promise<number> {
  return (await server.storedBytes()) / MEGABYTE;
}
