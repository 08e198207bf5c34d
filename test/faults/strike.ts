/** Makes the faults of a schedule happen, each at its moment, and says which had something to hit. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf } from './chance.ts';
import type { Action, Fault, ProcessName } from './faults.ts';
import { operate } from './load.ts';
import type { World } from './world.ts';

export interface Struck {
  fault: Fault;
  /** What it hit; undefined: its moment never came, or nothing was there to be hit. */
  hit: string | undefined;
}

type DoOf<Do extends Action['do']> = Extract<Action, { do: Do }>;

/** A moment that has not come by then does not come. */
const MOMENT_WITHIN_MS = 25_000;
const CLOCK_STARTS_WITHIN_MS = 15_000;

/** Settles when every fault is over and every process runs again. */
export async function strikeAll(world: World, campaigns: string[]): Promise<Struck[]> {
  const timed = world.schedule.faults.filter((fault) => fault.do !== 'carrier');
  const strikes = timed.map((fault, nth) => strike({ world, campaigns, fault, nth }));
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
}

async function strike(one: Strike): Promise<Struck> {
  const { fault, world } = one;
  const { moment } = fault;
  if (moment.on === 'clock') {
    await clockStarted(world);
    await sleep(moment.ms);
    return { fault, hit: await act(one) };
  }
  const link = moment.on === 'post' ? world.carrier : world.webhooks;
  const came = Promise.withResolvers<string | undefined>();
  link.at(moment.nth, moment.phase, async () => {
    const done = act(one);
    done.then(came.resolve, came.reject);
    // What a kill must come before waits for it; anything else goes on at once.
    if (fault.do !== 'kill') return 'go on';
    await Promise.all(fault.who.map((name) => world.processes.ended(name)));
    return fault.held === 'lost' ? 'drop' : 'go on';
  });
  const patience = sleep(MOMENT_WITHIN_MS, undefined, { ref: false });
  return { fault, hit: await Promise.race([came.promise, patience]) };
}

async function clockStarted(world: World): Promise<void> {
  const untilMs = Date.now() + CLOCK_STARTS_WITHIN_MS;
  while (world.firstPostAtMs() === undefined && Date.now() < untilMs) await sleep(20);
}

async function act({ world, campaigns, fault, nth }: Strike): Promise<string | undefined> {
  switch (fault.do) {
    case 'kill':
      return kill(world, fault);
    case 'freeze':
      return freeze(world, fault);
    case 'roll':
      return roll(world, fault);
    case 'link':
      return trouble(world, fault, nth);
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

async function freeze({ processes, client }: World, { who, forMs }: DoOf<'freeze'>) {
  if (!processes.signal(who, 'SIGSTOP')) return undefined;
  const from = new Date().toISOString();
  await sleep(forMs);
  const stopped = processes.isAlive(who) && processes.isStopped(who);
  processes.signal(who, 'SIGCONT');
  client.note({ fact: 'frozen', who, from, until: new Date().toISOString() });
  return stopped ? `froze ${who} for ${forMs} ms` : undefined;
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

async function trouble(world: World, fault: DoOf<'link'>, nth: number) {
  const { link, forMs, ratio } = fault;
  const before = world[link].hits;
  if (link === 'temporal') {
    const kind = fault.trouble === 'refused' ? 'refused' : 'request-silent';
    await world.temporal.make(kind, forMs);
  } else {
    const { seed, index } = world.schedule;
    const chance = chanceOf(seed, index, 'link', nth).next;
    await world[link].make({ trouble: fault.trouble, ratio, chance }, forMs);
  }
  const hits = world[link].hits - before;
  return hits > 0 ? `${link} ${fault.trouble}, ${hits} hits` : undefined;
}
