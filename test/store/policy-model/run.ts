/** One run of the model: a scenario on a store of its own. */
import { openSqliteStore } from '../../../src/store/sql/open-sqlite-store.ts';
import type { StoreUnderTest } from '../contract/world.ts';
import { openEverything, take } from './operator.ts';
import type { Scenario } from './scenario.ts';
import { Stage } from './stage.ts';

export interface Played {
  /** What the rules forbid and the store did, line by line; empty: nothing. */
  story: string;
  calls: number;
  dials: number;
  /** Calls that admission refused. */
  noes: number;
  /** Calls that were claimed with the end of another one. */
  nextCalls: number;
}

/** An empty store that nobody else uses. */
async function openInMemory(): Promise<StoreUnderTest> {
  const store = openSqliteStore({ path: ':memory:' });
  const another = () => {
    throw new Error('a store in memory has no second');
  };
  return { store, another, drop: () => store.close() };
}

export async function play(scenario: Scenario, open = openInMemory): Promise<Played> {
  const opened = await open();
  const stage = new Stage(opened, scenario);
  try {
    await stage.prepare(scenario);
    for (const step of scenario.steps) {
      if (stage.faults.length > 0) break;
      await take(stage, step);
      await stage.look();
    }
    if (stage.faults.length === 0) await playToTheEnd(stage);
    const { dials, noes } = stage.calls;
    const { nextCalls } = stage;
    return { story: stage.story(), calls: stage.book.calls.size, dials, noes, nextCalls };
  } finally {
    await opened.drop();
  }
}

const MOST_LOOKS = 1_500;
const PUMP_TICK_MS = 150;
/** Calls that were under way may pause agents and campaigns after everything was opened. */
const MOST_OPENINGS = 20;

/** With every door open that a person can open, each contact becomes final, when the store shows it would. */
async function playToTheEnd(stage: Stage): Promise<void> {
  await openEverything(stage);
  let openings = 0;
  for (let looks = 0; looks < MOST_LOOKS && stage.faults.length === 0; looks++) {
    await take(stage, { do: 'resolve', call: 0, as: 'not-dialled', redial: false, cost: null });
    await stage.look();
    if (isOver(stage)) return stage.blame('the end', leftOpen(stage));
    const nextMs = await nextLook(stage);
    if (nextMs !== null) stage.world.nowMs = nextMs;
    else if (openings++ < MOST_OPENINGS) await openEverything(stage);
    else return stage.blame('stuck', await waits(stage));
  }
  if (stage.faults.length === 0) stage.blame('never ends', await waits(stage));
}

const isOver = ({ book, timeline }: Stage): boolean =>
  timeline.instants().length === 0 &&
  book.campaigns.every(({ state }) => state === 'completed' || state === 'cancelled') &&
  [...book.calls.values()].every(
    ({ state, disposition }) => state === 'ended' && disposition !== 'unknown',
  );

/** When the dispatchers would claim again, by what campaigns wait for; null: never. */
async function nextLook(stage: Stage): Promise<number | null> {
  const { nowMs, world, book } = stage;
  const instants = stage.timeline.instants();
  let dials = false;
  for (const { id } of book.campaigns) {
    const { waitingFor, campaign } = await world.progress(id);
    if (waitingFor?.untilMs != null) instants.push(waitingFor.untilMs);
    dials ||= waitingFor === null && ['running', 'draining'].includes(campaign.state);
  }
  const ahead = instants.filter((atMs) => atMs > nowMs);
  if (ahead.length > 0) return Math.min(...ahead);
  // Nothing is on its way, and its dispatcher is at work: for example, a slot of its pace comes.
  return dials ? nowMs + PUMP_TICK_MS : null;
}

async function waits({ world, book }: Stage): Promise<string[]> {
  const progress = await Promise.all(book.campaigns.map(({ id }) => world.progress(id)));
  return progress.map(
    ({ campaign, contacts, waitingFor }) =>
      `${campaign.id} ${campaign.state} ${JSON.stringify(contacts)} ${waitingFor?.text}`,
  );
}

const leftOpen = ({ book }: Stage): string[] =>
  book.campaigns
    .flatMap(({ contacts }) => contacts)
    .filter(({ final, outOfTurn }) => !final && !outOfTurn)
    .map(({ campaign, position }) => `contact ${campaign.id}.${position} is not final`);
