/**
 * How many calls a second the store carries through all their transactions (claim, intent, acceptance, six webhooks,
 * end and bill), and the processor time of each, without Temporal and without a carrier. Calls run beside each other,
 * and each runs through its own transactions one after the other.
 *
 *   npm run bench -- store                                          SQLite
 *   npm run bench -- store --engine postgres --beside 16         Postgres, 16 calls beside each other
 *   npm run bench -- store --engine postgres --processes 4       several processes' pools, in one process here
 *   … --delay-ms 0.5                                             Postgres: a link that delays each direction by so much
 *   … --detail                                                   Postgres: statements, updates and log by table and index
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDatabaseUrl, type PostgresServer } from '../../src/store/sql/database-url.ts';
import { openStore } from '../../src/store/sql/open-store.ts';
import { DEFAULT_POLICY } from '../../src/domain/campaigns/policy.ts';
import type { CallRef } from '../../src/domain/ids.ts';
import type { Store } from '../../src/store/store.ts';
import { table } from '../../src/terminal/table.ts';
import { readOptions, whole } from '../command-options.ts';
import { CALL_EVENTS, COMPLETED, HOLD, phone, World } from '../store/contract/world.ts';
import { startDelayedLink, type DelayedLink } from './delayed-link.ts';
import { openBenchStore, type BenchStore } from './bench-store.ts';
import { forgetCounts, postgresCost, postgresDetail } from './postgres-cost.ts';
import { logDetail, logPosition } from './postgres-log.ts';

const OUTCOME = { hold: HOLD, pauseAfterRefusals: 3, maxWaits: 2, retryAtMs: 0 };

const values = readOptions(import.meta.filename, {
  engine: { type: 'string', default: 'sqlite' },
  calls: { type: 'string', default: '2000' },
  beside: { type: 'string', default: '16' },
  processes: { type: 'string', default: '1' },
  campaigns: { type: 'string', default: '4' },
  'delay-ms': { type: 'string' },
  detail: { type: 'boolean', default: false },
});
const calls = whole('calls', values.calls);
const beside = whole('beside', values.beside);
const campaigns = Array.from({ length: whole('campaigns', values.campaigns) }, (_, n) => `c${n}`);
/** Calls at a time of each campaign. */
const ofEach = Math.ceil(beside / campaigns.length);
const folder = mkdtempSync(join(tmpdir(), 'dialwright-bench-'));
const bench = await openBenchStore(values.engine === 'postgres' ? 'postgres' : 'sqlite', folder);
const link = values['delay-ms'] === undefined ? undefined : await delayed(values['delay-ms']);
const stores = await Promise.all(
  Array.from({ length: whole('processes', values.processes) }, () => open(bench)),
);
const another = () => stores[0]!;
const world = new World({ store: stores[0]!, another, drop: async () => undefined });
world.nowMs = Date.now();

await callCentre();
const detail = values.detail && bench.postgres ? await detailOf(bench.postgres) : undefined;
const before = await bench.figures();
const startedMs = performance.now();
const cpuBefore = process.cpuUsage();
await Promise.all(campaigns.map((id, n) => dial(stores[n % stores.length]!, id)));
const tookS = (performance.now() - startedMs) / 1_000;
const cpu = process.cpuUsage(cpuBefore);
const after = await bench.figures();
console.log(
  table([
    ['what', 'seen'],
    ['calls a second', (calls / tookS).toFixed(0)],
    ['CPU ms a call', ((cpu.user + cpu.system) / 1_000 / calls).toFixed(3)],
    ...(before && after
      ? Object.entries(after).map(([name, seen]) => [
          `${name}, a call`,
          ((seen - before[name as keyof typeof before]) / calls).toFixed(2),
        ])
      : []),
  ]),
);
if (detail) console.log(`\n${await detail()}`);
for (const store of stores) await store.close();
link?.close();
await bench.stop();
rmSync(folder, { recursive: true, force: true });

/** Begins to count; the function that it returns says what was done since then. */
async function detailOf(server: PostgresServer): Promise<() => Promise<string>> {
  await forgetCounts(server);
  const from = await logPosition(server);
  const read = readDatabaseUrl(bench.url);
  const named = 'server' in read ? read.server : server;
  return async () => {
    const { statements } = await postgresCost(server);
    return [
      `${(statements / calls).toFixed(2)} statements a call`,
      await postgresDetail(server, calls),
      await logDetail(named, from, calls),
    ].join('\n\n');
  };
}

async function open({ url }: BenchStore): Promise<Store> {
  const read = readDatabaseUrl(url);
  if ('fault' in read) throw new Error(read.fault);
  if (read.engine === 'sqlite') return openStore(read);
  const server = { ...read.server, ...(link && { host: '127.0.0.1', port: link.port }) };
  return openStore({
    ...read,
    server,
    tls: { kind: 'off' },
    poolSize: 10,
    statementTimeoutMs: 10_000,
  });
}

/** Between the stores and their server. */
function delayed(text: string): Promise<DelayedLink> {
  const delayMs = Number(text);
  if (!(delayMs >= 0)) throw new Error('--delay-ms is a number of milliseconds');
  if (!bench.postgres) throw new Error('--delay-ms needs --engine postgres');
  return startDelayedLink(bench.postgres.port, delayMs);
}

/** Each campaign has agents of its own: campaigns that share them take turns, call by call. */
async function callCentre(): Promise<void> {
  const each = Math.ceil(calls / campaigns.length);
  for (const [index, id] of campaigns.entries()) {
    for (let n = 0; n < ofEach; n++) await world.agent({ id: `${id}-${n}`, pools: [id] });
    const numbers = Array.from({ length: each }, (_, n) => phone(index * each + n));
    const agents = { ...DEFAULT_POLICY.agents, pool: id, wrapUpMs: 0 };
    await world.campaign(id, numbers, { agents });
  }
}

/** Claims calls as a dispatcher does, and carries them, until no contact is due. */
async function dial(store: Store, id: string): Promise<void> {
  for (;;) {
    const { claims, facts } = await store.claim({ id, limit: ofEach, nowMs: Date.now() });
    if (claims.length === 0 && facts.dueNow === 0) return;
    const refs = claims.map(({ ref }) => ref);
    await store.markStarted(refs, Date.now());
    await Promise.all(refs.map((ref) => carry(store, ref)));
  }
}

async function carry(store: Store, ref: CallRef): Promise<void> {
  const key = { ref, placement: 1 };
  const { kind } = await store.writeIntent(key, { nowMs: Date.now(), hold: HOLD });
  if (kind !== 'send') return;
  await store.recordPlacement(
    key,
    { kind: 'accepted', carrierCallId: `id-${ref}`, status: 201 },
    { ...OUTCOME, nowMs: Date.now() },
  );
  for (const [index, name] of CALL_EVENTS.entries()) {
    await store.appendEvent(world.event(key, index + 1, name));
  }
  const relayed = await store.unrelayedEvents(ref);
  await store.markRelayed(
    ref,
    relayed.map((event) => event.id),
    'signal',
  );
  await store.endCall(ref, { ...COMPLETED, cost: '0.25', webhookReceived: true }, Date.now());
}
