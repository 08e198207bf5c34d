/**
 * Copies of the database, of Temporal's, or of both are put back while a campaign is dialled: nobody may be rung twice. All
 * processes but the carrier are killed with -9, first when the copies are taken, then at a random moment after it.
 *
 *   npm run faults -- restores --runs 20 --seed 7              random cases
 *   npm run faults -- restores --case both-old --only 3 --keep  one case; the third drawn of this seed, its folder kept
 *   … --engine postgres                                        the store is in a Postgres database
 *
 * Exit code 0 only where no number was called twice, the account was stopped wherever the database was older than what had
 * happened, and the campaign ended after a person had released it.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneOf, readOptions, whole } from '../command-options.ts';
import { asked } from '../store/postgres/postgres-server.ts';
import { chanceOf } from './chance.ts';
import { copyFiles, removeFiles } from './database-files.ts';
import { ENGINES, type Engine, type ProcessName, type Schedule } from './faults.ts';
import { openWorld, type World } from './world.ts';

const CASES = ['store-old', 'both-old', 'temporal-old', 'store-emptied'] as const;
type Case = (typeof CASES)[number];

const values = readOptions(import.meta.filename, {
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  runs: { type: 'string', default: '4' },
  engine: { type: 'string', default: 'sqlite' },
  case: { type: 'string' },
  only: { type: 'string' },
  keep: { type: 'boolean', default: false },
});
const engine = oneOf('engine', values.engine, ENGINES);
const which = values.case === undefined ? undefined : oneOf('case', values.case, CASES);
const indexes =
  values.only === undefined
    ? Array.from({ length: whole('runs', values.runs) }, (_, index) => index + 1)
    : [whole('only', values.only)];

const ROOT = join(import.meta.dirname, '..', '..');
const OURS: readonly ProcessName[] = ['server', 'worker', 'second-worker'];
const CONTACTS = 24;
const AGENTS = 4;
const TIME_FACTOR = 60;
const WITHIN_MS = 120_000;
const FILES = { store: 'dialwright.sqlite', temporal: 'temporal.db' } as const;
/** How long nothing may be dialled before it counts as stopped: claims are made several times a second. */
const QUIET_MS = 5_000;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
let failed = 0;
for (const index of indexes) {
  const found = await drill(index).catch((error: Error) => [String(error.stack)]);
  failed += found.length === 0 ? 0 : 1;
  for (const line of found) console.log(`  ${line}`);
}
console.log(
  `restores on ${engine}, seed ${values.seed}: ${indexes.length - failed} of ${indexes.length} hold`,
);
process.exit(failed === 0 ? 0 : 1);

/** What was wrong. */
async function drill(index: number): Promise<string[]> {
  const chance = chanceOf(`${values.seed}.${index}`);
  const kind = which ?? CASES[(index - 1) % CASES.length]!;
  const copyAfter = chance.whole(0, CONTACTS / 2);
  const lost = chance.whole(3, CONTACTS / 2 - 2);
  const folder = mkdtempSync(join(tmpdir(), 'dialwright-restores-'));
  const world = await openWorld(ROOT, folder, scheduleOf(index, engine), {
    DIALWRIGHT_LOG_LEVEL: 'info',
  });
  try {
    await world.processes.start(['postgres', 'temporal', 'simulator']);
    await world.processes.start(['server', 'worker', 'second-worker']);
    const campaign = await campaignOf(world);
    await until(() => posts(world).length >= copyAfter, 'the calls before the copy');
    await kill(world);
    const copied = posts(world).length;
    await takeCopies(world);
    await start(world);
    // More may have been made than were waited for. Without a call since the copy there is nothing to find.
    await until(() => posts(world).length >= copied + lost, 'the calls after the copy');
    await sleep(chance.whole(0, 2_000));
    await kill(world);
    const before = posts(world).length;
    await putBack(world, kind);
    const problems = await afterwards(world, { kind, campaign, made: before - copied });
    const twice = calledTwice(world);
    if (twice.length > 0) problems.push(`called twice: ${twice.join(', ')}`);
    const said = problems.length === 0 ? 'holds' : 'DOES NOT HOLD';
    console.log(`${index} ${kind}: copy after ${copied} calls, back after ${before}: ${said}`);
    return problems;
  } finally {
    await world.stop();
    if (values.keep) console.log(`  kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

function scheduleOf(index: number, ofEngine: Engine): Schedule {
  return {
    seed: values.seed,
    index,
    engine: ofEngine,
    timeFactor: TIME_FACTOR,
    webhooks: true,
    load: { campaigns: 1, contacts: CONTACTS, sharedNumbers: 0, agents: AGENTS },
    faults: [],
  };
}

async function campaignOf({ client }: World): Promise<string> {
  for (let n = 1; n <= AGENTS; n++) {
    const agent = { id: `agent-${n}`, name: `Agent ${n}`, kind: 'sip', address: `sip-${n}` };
    await client.ask('POST', '/v1/agents', agent);
  }
  const rules = { name: 'restored', redial: { max_attempts: 1, max_calls: 1 } };
  const { body } = await client.ask('POST', '/v1/campaigns', rules);
  const contacts = Array.from({ length: CONTACTS }, (_, n) => ({
    number: `+120255501${String(n).padStart(2, '0')}`,
  }));
  await client.ask('POST', `/v1/campaigns/${body.id}/contacts`, { contacts });
  await client.ask('POST', `/v1/campaigns/${body.id}/start`);
  return body.id as string;
}

async function kill({ processes }: World): Promise<void> {
  const names = [...OURS, 'temporal'] as const;
  for (const name of names) processes.signal(name, 'SIGKILL');
  await Promise.all(names.map((name) => processes.ended(name)));
}

async function start({ processes }: World): Promise<void> {
  await processes.start(['temporal']);
  await processes.start(['server', 'worker', 'second-worker']);
}

async function takeCopies(world: World): Promise<void> {
  copyFiles(world.processes, FILES.temporal, { from: '', to: '.copy' });
  if (world.database)
    await asked(world.database.server, `CREATE DATABASE copy TEMPLATE dialwright`);
  else copyFiles(world.processes, FILES.store, { from: '', to: '.copy' });
}

async function putBack(world: World, kind: Case): Promise<void> {
  if (kind === 'both-old' || kind === 'temporal-old')
    copyFiles(world.processes, FILES.temporal, { from: '.copy', to: '' });
  if (kind === 'temporal-old') return;
  const isEmptied = kind === 'store-emptied';
  if (!world.database) {
    if (isEmptied) removeFiles(world.processes, FILES.store);
    else copyFiles(world.processes, FILES.store, { from: '.copy', to: '' });
    return;
  }
  await asked(world.database.server, 'DROP DATABASE dialwright WITH (FORCE)');
  await asked(
    world.database.server,
    `CREATE DATABASE dialwright${isEmptied ? '' : ' TEMPLATE copy'}`,
  );
}

/** What a person does, and what must hold. */
async function afterwards(
  world: World,
  { kind, campaign, made }: { kind: Case; campaign: string; made: number },
): Promise<string[]> {
  switch (kind) {
    case 'store-emptied':
      await start(world).catch(() => undefined);
      return isQuiet(world);
    case 'temporal-old':
      await start(world);
      await untilCompleted(world, campaign);
      return [];
    case 'store-old':
    case 'both-old':
      await start(world);
      return releasedByAPerson(world, campaign, made);
    default:
      return kind satisfies never;
  }
}

async function releasedByAPerson(world: World, campaign: string, made: number): Promise<string[]> {
  const { client } = world;
  const open = async () => (await client.look('/v1/account/restore'))?.body.open;
  await until(open, 'the restore to be found');
  const problems = await isQuiet(world);
  await until(async () => (await open()).read_at !== null, 'Temporal to be read');
  await sleep(QUIET_MS);
  const { calls, unexplained } = await open();
  if (calls.followed + calls.unknown + (unexplained ?? 0) < made)
    problems.push(
      `of ${made} calls only ${JSON.stringify({ calls, unexplained })} are accounted for`,
    );
  // The carrier's records name whom nobody here knows.
  await client.ask('PUT', '/v1/suppressions/called', { name: 'Called since' });
  for (const number of posts(world))
    await client.ask('PUT', `/v1/suppressions/called/numbers/${encodeURIComponent(number)}`);
  const body = { unexplained: unexplained === 0 ? null : unexplained };
  const released = await client.ask('POST', '/v1/account/restore/release', body);
  if (released.status !== 200) return [...problems, JSON.stringify(released.body)];
  await untilCompleted(world, campaign);
  return problems;
}

async function isQuiet(world: World): Promise<string[]> {
  const before = posts(world).length;
  await sleep(QUIET_MS);
  const after = posts(world).length;
  return after === before
    ? []
    : [`${after - before} calls were made before anybody had released it`];
}

async function untilCompleted({ client }: World, id: string): Promise<void> {
  const state = async () => (await client.look(`/v1/campaigns/${id}`))?.body.state;
  await until(async () => (await state()) === 'completed', 'the campaign to complete');
}

/** The numbers of the POSTs that the carrier has taken, in order. */
function posts({ processes }: World): string[] {
  const ledger = processes.file('ledger.ndjson');
  if (!existsSync(ledger)) return [];
  return readFileSync(ledger, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"fact":"decision"'))
    .map((line) => JSON.parse(line) as { outcome: string; destination?: string })
    .filter(({ outcome }) => outcome === 'accepted')
    .map(({ destination }) => destination!);
}

function calledTwice(world: World): string[] {
  const numbers = posts(world);
  return [...new Set(numbers.filter((number, index) => numbers.indexOf(number) !== index))];
}

async function until(condition: () => unknown, what: string): Promise<void> {
  const untilMs = Date.now() + WITHIN_MS;
  while (!(await condition())) {
    if (Date.now() > untilMs) throw new Error(`waited ${WITHIN_MS} ms for ${what}`);
    await sleep(50);
  }
}
