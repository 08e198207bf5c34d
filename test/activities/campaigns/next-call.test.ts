import { expect, onTestFinished, test } from 'vitest';
import { goOnAfter } from '../../../src/activities/campaigns/next-call.ts';
import { Notifier } from '../../../src/activities/campaigns/notifier.ts';
import { WrapUps } from '../../../src/activities/campaigns/wrap-ups.ts';
import type { ActivityDeps } from '../../../src/activities/deps.ts';
import { DEFAULT_POLICY } from '../../../src/domain/campaigns/policy.ts';
import { COMPLETED, phone, World } from '../../store/contract/world.ts';
import { openSqliteUnderTest } from '../../store/sqlite-files.ts';

const WRAP_UP_MS = 50;

async function afterACall(numbers: string[]) {
  const opened = openSqliteUnderTest();
  onTestFinished(() => opened.drop());
  const world = new World(opened);
  await world.agents('ada');
  const agents = { ...DEFAULT_POLICY.agents, wrapUpMs: WRAP_UP_MS };
  await world.campaign('c1', numbers, { agents });
  const [ref] = await world.claim('c1');
  await world.live(ref!);
  const ended = await world.store.endCall(ref!, COMPLETED, world.nowMs);
  if (ended === 'outdated') throw new Error(ended);
  const { store } = world;
  const agentFreed = new Notifier();
  // Temporal is not there: the call that is claimed is started by its campaign's dispatcher.
  const deps = { store, agentFreed, wrapUps: new WrapUps() } as Partial<ActivityDeps>;
  return { world, after: ended.after!, deps: deps as ActivityDeps };
}

test('an agent whose wrap-up ends by a timer that is early has the next call', async () => {
  const { world, after, deps } = await afterACall([phone(1), phone(2)]);
  const early = { ...deps, nowMs: () => after.wrapUp!.untilMs - 1 };
  await goOnAfter(early, after);
  await expect.poll(async () => (await world.contacts('c1'))['claimed']).toBe(1);
});

test('where nothing is there for the agent after the wrap-up, the dispatchers look', async () => {
  const { after, deps } = await afterACall([phone(1)]);
  await goOnAfter({ ...deps, nowMs: () => after.wrapUp!.untilMs - 1 }, after);
  // Once at the end of the call, and once at that of the wrap-up.
  await expect.poll(() => deps.agentFreed.count).toBe(2);
});
