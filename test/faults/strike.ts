/** Makes the faults of a schedule happen, each at its moment, and reports which had an effect. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf } from './chance.ts';
import { clocksOf, type Action, type Fault, type ProcessName } from './faults.ts';
import { dribble, floodRecordings } from './floods.ts';
import { operate } from './load.ts';
import { liftHeldByPerson } from './rest.ts';
import { breakSchedule, signalByHand, terminateByHand } from './by-hand.ts';
import { sendSignal } from './database-server.ts';
import { API_KEY } from './processes.ts';
import { forgeEnds } from './forged-ends.ts';
import type { World } from './world.ts';

export interface Struck {
  fault: Fault;
  /** What it hit; undefined: its moment never came, or nothing was there to be hit. */
  hit: string | undefined;
  /** From when to when it was under way. */
  span?: { fromMs: number; untilMs: number };
}

type DoOf<Do extends Action['do']> = Extract<Action, { do: Do }>;

/** Longer than it takes to find out that a worker was killed. */
const SILENT_FOR_MS = 40_000;
/** A hold that nobody probes would keep every other fault from its moment. */
const PERSON_LOOKS_AFTER_MS = 2_000;
const LOOK_EVERY_MS = 500;
/** Longer than whatever else was killed meanwhile stays away. */
const COMES_BACK_WITHIN_MS = 15_000;
/** Far longer than any schedule needs. */
const DIALLED_WITHIN_MS = 240_000;
/** What the SDK logs of a workflow task that does not replay. */
const NO_REPLAY = /^.*(?:TMPRL1100|[Nn]ondeterminism).*$/gmu;
const FOUND_WITHIN_MS = 25_000;
const OVER = ['completed', 'cancelled'];

/** Settles when every fault is over and every process runs again. */
export async function strikeAll(world: World, campaigns: string[]): Promise<Struck[]> {
  const timed = world.schedule.faults.filter((fault) => fault.do !== 'carrier');
  const strikes = timed.map((fault, nth) => strike({ world, campaigns, fault, nth, begun: false }));
  // Each is over before anything follows, whatever became of another.
  await Promise.allSettled(strikes);
  await world.processes.start();
  return Promise.all(strikes);
}

interface Strike {
  world: World;
  campaigns: string[];
  fault: Fault;
  nth: number;
  begun: boolean;
  fromMs?: number;
}

async function strike(one: Strike): Promise<Struck> {
  const over = new AbortController();
  const hit = await Promise.race([atItsMoment(one), nothingMore(one, over.signal)]);
  over.abort();
  const { fault, fromMs } = one;
  return { fault, hit, ...(fromMs === undefined ? {} : { span: { fromMs, untilMs: Date.now() } }) };
}

async function atItsMoment(one: Strike): Promise<string | undefined> {
  const { fault, world } = one;
  const { moment } = fault;
  if (moment.on === 'clock') {
    while (world.carrier.posts === 0) await sleep(LOOK_EVERY_MS);
    await sleep(moment.ms);
    return act(one);
  }
  const link = moment.on === 'post' ? world.carrier : world.webhooks;
  const came = Promise.withResolvers<string | undefined>();
  const begin = () => act(one).then(came.resolve, came.reject);
  link.at(moment.nth, moment.phase, async () => {
    const { afterMs } = moment;
    if (afterMs === undefined) void begin();
    else void sleep(afterMs).then(begin);
    // What a kill must come before waits for it; anything else goes on at once.
    if (fault.do !== 'kill' || afterMs !== undefined) return 'go on';
    await Promise.all(fault.who.map((name) => world.processes.ended(name)));
    return fault.held === 'lost' ? 'drop' : 'go on';
  });
  return came.promise;
}

/** Settles when no moment can be expected any more: all is dialled, or nothing has passed for long. */
async function nothingMore(one: Strike, signal: AbortSignal): Promise<undefined> {
  const { campaigns } = one;
  const { carrier, webhooks, client } = one.world;
  let passed = -1;
  let sinceMs = Date.now();
  while (!signal.aborted && Date.now() - sinceMs < SILENT_FOR_MS) {
    const now = carrier.posts + webhooks.posts;
    if (now !== passed || one.begun) sinceMs = Date.now();
    passed = now;
    if (Date.now() - sinceMs > PERSON_LOOKS_AFTER_MS) await liftHeldByPerson(one.world);
    const states = await Promise.all(campaigns.map((id) => client.look(`/v1/campaigns/${id}`)));
    const isOver = states.every((answer) => OVER.includes(answer?.body.state as string));
    if (isOver && !one.begun) break;
    await sleep(LOOK_EVERY_MS);
  }
  return undefined;
}

async function act(one: Strike): Promise<string | undefined> {
  const { world, campaigns, fault, nth } = one;
  one.begun = true;
  one.fromMs = Date.now();
  switch (fault.do) {
    case 'kill':
      return kill(world, fault);
    case 'freeze':
      return freeze(world, fault);
    case 'freeze-backend':
      return freezeBackend(world, fault);
    case 'fail-over':
      return failOver(world);
    case 'roll':
      return roll(world, fault);
    case 'link':
      return trouble(one, fault, nth);
    case 'set-clock':
      return setClock(world, fault);
    case 'fill-disk':
      return fillDisk(world, fault);
    case 'flood':
      return floodRecordings(world, fault.posts);
    case 'dribble':
      return dribble(world, fault);
    case 'forge':
      return forge(one, fault);
    case 'signal':
      return signalByHand(world, campaigns, fault);
    case 'terminate':
      return terminateByHand(world, campaigns, fault);
    case 'schedule':
      return breakSchedule(world, fault);
    case 'incompatible':
      return deployIncompatible(world, fault);
    case 'empty-temporal':
      return emptyTemporal(world, fault);
    case 'operate':
      return operate(world, campaigns, fault);
    case 'carrier':
      return undefined;
    default:
      return fault satisfies never;
  }
}

async function kill({ processes }: World, { who, downMs }: DoOf<'kill'>) {
  const killed = who.filter((name) => processes.signal(name, 'SIGKILL'));
  await Promise.all(killed.map((name) => processes.ended(name)));
  await sleep(downMs);
  await processes.start(killed);
  return killed.length > 0 ? `killed ${killed.join(', ')}` : undefined;
}

async function freeze({ processes, client }: World, { who, forMs, meanwhile }: DoOf<'freeze'>) {
  const untilMs = Date.now() + COMES_BACK_WITHIN_MS;
  while (!processes.isAlive(who) && Date.now() < untilMs) await sleep(LOOK_EVERY_MS);
  if (!processes.signal(who, 'SIGSTOP')) return undefined;
  const from = new Date().toISOString();
  if (meanwhile) await processes.start([meanwhile]);
  await sleep(forMs);
  const stopped = processes.isAlive(who) && processes.isStopped(who);
  processes.signal(who, 'SIGCONT');
  client.note({ fact: 'frozen', who, from, until: new Date().toISOString() });
  return stopped ? `froze ${who} for ${forMs} ms` : undefined;
}

async function freezeBackend({ database }: World, { forMs }: DoOf<'freeze-backend'>) {
  const pid = database?.stopBackend();
  if (pid === undefined) return undefined;
  await sleep(forMs);
  return sendSignal(pid, 'SIGCONT') ? `froze a process of Postgres for ${forMs} ms` : undefined;
}

async function failOver({ database, postgres }: World): Promise<string | undefined> {
  if (!(await database?.failOver())) return undefined;
  postgres.aim(database!.port);
  return 'failed over to the standby';
}

async function roll({ processes }: World, { who }: DoOf<'roll'>) {
  const rolled: ProcessName[] = [];
  for (const name of who) {
    if (!processes.signal(name, 'SIGTERM')) continue;
    await processes.ended(name);
    rolled.push(name);
    await processes.start([name]);
  }
  return rolled.length > 0 ? `rolled ${rolled.join(', ')}` : undefined;
}

async function emptyTemporal({ processes }: World, { downMs, bare }: DoOf<'empty-temporal'>) {
  if (!processes.signal('temporal', 'SIGKILL')) return undefined;
  await processes.ended('temporal');
  processes.emptyTemporal(bare);
  await sleep(downMs);
  await processes.start(['temporal']);
  return `emptied Temporal${bare ? ', without search attributes' : ''}`;
}

async function deployIncompatible({ processes }: World, fault: DoOf<'incompatible'>) {
  const isReplaced = fault.how !== 'beside' && processes.signal('worker', 'SIGTERM');
  if (isReplaced) await processes.ended('worker');
  if (fault.how === 'for good') {
    processes.deployIncompatible();
    await processes.start(['worker']);
  } else {
    await processes.start(['incompatible-worker']);
    await sleep(fault.forMs);
    processes.signal('incompatible-worker', 'SIGKILL');
    await processes.ended('incompatible-worker');
    if (isReplaced) await processes.start(['worker']);
  }
  // The right worker finds runs that the other one began, and the other one those of the right one.
  for (const untilMs = Date.now() + FOUND_WITHIN_MS; Date.now() < untilMs;) {
    const logs = [processes.logOf('incompatible-worker'), processes.logOf('worker')].join('\n');
    const broken = [...logs.matchAll(NO_REPLAY)].length;
    if (broken > 0) return `${broken} tasks did not replay`;
    await sleep(LOOK_EVERY_MS);
  }
  return undefined;
}

async function forge(one: Strike, { forMs }: DoOf<'forge'>): Promise<string | undefined> {
  let isOver = false;
  const over = forMs === 'campaign' ? dialled(one) : sleep(forMs);
  const forged = forgeEnds(one.world, one.nth, () => isOver);
  await over;
  isOver = true;
  return forged;
}

async function setClock(
  { processes, client }: World,
  { who, byMs, beside }: DoOf<'set-clock'>,
): Promise<string> {
  if (beside) await processes.start([beside]);
  client.note({ fact: 'clock', who, by_ms: byMs });
  for (const name of clocksOf(who)) processes.setClock(name, byMs);
  return `the clock of the ${who} is wrong by ${byMs} ms`;
}

async function fillDisk({ disk, serverUrl }: World, { forMs }: DoOf<'fill-disk'>) {
  if (!disk) throw new Error('there is no small disk');
  const untilMs = Date.now() + forMs;
  const freeMb = disk.fill();
  let refused = 0;
  for (let write = 0; Date.now() < untilMs; write++) {
    const answer = await fetch(`${serverUrl}/v1/suppressions/full`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `List ${write}` }),
    });
    if (answer.status === 503 && (await answer.text()).includes('the disk is full')) refused++;
    await sleep(LOOK_EVERY_MS);
    // What SQLite has freed meanwhile is taken as well.
    disk.fill();
  }
  disk.free();
  if (refused === 0) return undefined;
  return `no byte of ${freeMb.toFixed(0)} MB was free for ${forMs} ms; ${refused} writes refused`;
}

/** When all is dialled. Rest and checker report a campaign that never is. */
async function dialled({ campaigns, world: { client } }: Strike): Promise<void> {
  for (const untilMs = Date.now() + DIALLED_WITHIN_MS; Date.now() < untilMs;) {
    const states = await Promise.all(campaigns.map((id) => client.look(`/v1/campaigns/${id}`)));
    if (states.every((answer) => OVER.includes(answer?.body.state as string))) return;
    await sleep(LOOK_EVERY_MS);
  }
}

async function trouble(one: Strike, fault: DoOf<'link'>, nth: number) {
  const { world } = one;
  const { link, forMs, ratio } = fault;
  const { seed, index } = world.schedule;
  const { next: chance } = chanceOf(seed, index, 'link', nth);
  const before = world[link].hits;
  // Where nothing passes meanwhile, since something else is down, it lasts longer.
  const untilMs = Date.now() + COMES_BACK_WITHIN_MS;
  do {
    if (link === 'temporal' || link === 'postgres') {
      const shortly = forMs === 'campaign' ? COMES_BACK_WITHIN_MS : forMs;
      const refused = fault.trouble === 'refused';
      await world[link].make(refused ? 'refused' : 'request-silent', shortly);
    } else {
      const lasts = forMs === 'campaign' ? dialled(one) : forMs;
      await world[link].make({ trouble: fault.trouble, ratio, chance }, lasts);
    }
  } while (world[link].hits === before && Date.now() < untilMs);
  const hits = world[link].hits - before;
  return hits > 0 ? `${link} ${fault.trouble}, ${hits} hits` : undefined;
}
