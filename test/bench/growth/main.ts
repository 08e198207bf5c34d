/**
 * A database of many calls: what it takes, how long the most used queries, a copy and its restore take, and how long
 * retention needs to move the oldest tenth to archives while webhooks arrive.
 *
 *   npm run bench -- growth                          1,000,000 calls on SQLite
 *   … --engine postgres                          on Postgres
 *   … --calls 50000
 *
 * The calls are copies of one that was really made (claim, intent, six webhooks, end, bill), inserted by the database itself.
 * They are spread over 200 days, and calls are kept for 180.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { archiveCalls } from '../../../src/api/privacy/archive-calls.ts';
import { backupStore } from '../../../src/process/backup-store.ts';
import { recordingsFolder } from '../../../src/recordings-archive/recordings-folder.ts';
import type { Store } from '../../../src/store/store.ts';
import { table } from '../../../src/terminal/table.ts';
import { oneOf, readOptions, whole } from '../../command-options.ts';
import { ENGINES, type Engine } from '../../faults/faults.ts';
import { postgresPrograms } from '../../store/postgres/postgres-server.ts';
import { openBenchStore } from '../bench-store.ts';
import { DAY_MS, fill, oneCall, openStoreOf, worldOf } from './filling.ts';
import { timeQueries, type Timed } from './queries.ts';

const DAYS = 200;
const KEPT_MS = 180 * DAY_MS;
const WEBHOOK_EVERY_MS = 100;

const values = readOptions(import.meta.filename, {
  engine: { type: 'string', default: 'sqlite' },
  calls: { type: 'string', default: '1000000' },
});
const calls = whole('calls', values.calls);
const engine = oneOf<Engine>('engine', values.engine, ENGINES);
const folder = mkdtempSync(join(tmpdir(), 'dialwright-growth-'));
const bench = await openBenchStore(engine, folder);
try {
  await measure();
} finally {
  await bench.stop();
  rmSync(folder, { recursive: true });
}

async function measure(): Promise<void> {
  let store = await openStoreOf(bench);
  await oneCall(worldOf(store), DAYS);
  await store.close();
  const filledS = await fill(engine, bench, { calls, days: DAYS });
  store = await openStoreOf(bench);
  say('filled', `${seconds(filledS)}, ${megabytes(await bench.bytes())}`);
  say(
    'sealed',
    seconds(
      await timed(async () => {
        while ((await store.sealDecisions(Date.now())) > 0);
      }),
    ),
  );
  const before = await timeQueries(store, calls);
  await copyAndRestore();
  await retention(store);
  const after = await timeQueries(store, calls);
  console.log(queryTable(before, after));
  await store.close();
  await giveBack();
}

async function copyAndRestore(): Promise<void> {
  const copy = join(folder, 'copy');
  const restored = join(folder, 'restored.sqlite');
  if (engine === 'sqlite') {
    const path = bench.url.slice('sqlite:'.length);
    say('backup', seconds(await timed(() => backupStore({ engine, path }, copy))));
    say('restore', seconds(await timed(async () => copyFileSync(copy, restored))));
    rmSync(restored);
  } else {
    const program = (name: string) => join(postgresPrograms()!, name);
    say(
      'pg_dump',
      seconds(
        await timed(async () =>
          run(program('pg_dump'), '--format=custom', `--file=${copy}`, bench.url),
        ),
      ),
    );
    run(program('psql'), '--quiet', '--command=CREATE DATABASE restored', bench.url);
    const other = new URL(bench.url);
    other.pathname = '/restored';
    say(
      'pg_restore',
      seconds(await timed(async () => run(program('pg_restore'), `--dbname=${other.href}`, copy))),
    );
  }
  say('its copy', megabytes(statSync(copy).size));
  rmSync(copy);
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** As the server does it, with a webhook of a young call now and then. */
async function retention(store: Store): Promise<void> {
  const place = join(folder, 'archives');
  const tookMs: number[] = [];
  const over = new AbortController();
  // The call that lasts into this instant stays for the next round.
  const beforeMs = Date.now() - KEPT_MS - 60_000;
  const webhooks = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      const startedMs = performance.now();
      await store.appendEvent({
        ref: `c1.${calls - (n % 100)}.1`,
        placement: 1,
        seq: 1_000 + n,
        name: 'click2call.finalized',
        occurredAt: null,
        carrierCallId: `id-c1.${calls - (n % 100)}.1`,
        receivedAtMs: Date.now(),
        body: '{}',
      });
      tookMs.push(performance.now() - startedMs);
      await new Promise((resolve) => setTimeout(resolve, WEBHOOK_EVERY_MS));
    }
  })();
  const recordings = recordingsFolder(place);
  const quota = { fileBytes: 1, totalBytes: 1, keepFreeBytes: 0 };
  const log = pino({ level: 'warn' });
  const cpuBefore = process.cpuUsage();
  const tookS = await timed(async () => {
    const archiving = archiveCalls({
      store,
      recordings,
      quota,
      keptMs: KEPT_MS,
      nowMs: () => Date.now(),
      log,
    });
    while (!(await isDone(store, beforeMs)))
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    await archiving.stop();
  });
  const { user, system } = process.cpuUsage(cpuBefore);
  over.abort();
  await webhooks;
  tookMs.sort((one, other) => one - other);
  const { calls: deleted, files } = await store.archiveState();
  const bytes = readdirSync(place).reduce((sum, name) => sum + statSync(join(place, name)).size, 0);
  say(
    'retention',
    `${deleted} calls in ${seconds(tookS)} (${seconds((user + system) / 1e6)} of a processor), ${files} files of ${megabytes(bytes)}`,
  );
  const at = (share: number) => `${tookMs[Math.floor((tookMs.length - 1) * share)]!.toFixed(1)} ms`;
  say('webhooks meanwhile', `${tookMs.length}: median ${at(0.5)}, 99 % ${at(0.99)}, most ${at(1)}`);
  say('afterwards', megabytes(await bench.bytes()));
}

async function isDone(store: Store, beforeMs: number): Promise<boolean> {
  const oldest = await store.oldestCall();
  return oldest === undefined || oldest.createdAtMs >= beforeMs;
}

async function giveBack(): Promise<void> {
  const before = await bench.bytes();
  const sql = engine === 'sqlite' ? 'VACUUM' : 'VACUUM (FULL)';
  const tookS = await timed(() => bench.run(sql));
  say(sql, `${seconds(tookS)}, ${megabytes(before)} to ${megabytes(await bench.bytes())}`);
}

function queryTable(before: readonly Timed[], after: readonly Timed[]): string {
  const ms = ({ medianMs, mostMs }: Timed) => `${medianMs.toFixed(2)} (${mostMs.toFixed(1)})`;
  const rows = before.map((one, n) => [one.what, ms(one), ms(after[n]!)]);
  return table([['query, ms: median (most)', `${calls} calls`, 'after retention'], ...rows]);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
}

function seconds(s: number): string {
  return `${s.toFixed(1)} s`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function say(what: string, found: string): void {
  console.log(`${what}: ${found}`);
}
