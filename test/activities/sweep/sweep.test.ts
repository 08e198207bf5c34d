/** The sweep as an activity, over a real store. Temporal's answers are given by hand: one start fails whenever it is tried. */
import type { Client } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, onTestFinished, test } from 'vitest';
import type { ActivityDeps } from '../../../src/activities/deps.ts';
import { CallShare } from '../../../src/activities/campaigns/call-share.ts';
import { sweep } from '../../../src/activities/sweep/sweep.ts';
import { timingFor } from '../../../src/domain/timing.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { phone, World } from '../../store/contract/world.ts';
import { openSqliteUnderTest } from '../../store/sqlite-files.ts';

const timing = timingFor(DEFAULT_CARRIER_PROFILE.timing);
const CALLS = 230;

async function unstartedCalls() {
  const opened = openSqliteUnderTest();
  onTestFinished(() => opened.drop());
  const world = new World(opened);
  await world.agent({ id: 'a1', kind: 'stream', capacity: CALLS });
  const numbers = Array.from({ length: CALLS }, (_, index) => phone(index + 1));
  await world.campaign('c1', numbers);
  const { claims } = await world.store.claim({ id: 'c1', limit: CALLS, nowMs: world.nowMs });
  world.later(timing.sweepMs);
  return { world, refs: claims.map(({ ref }) => ref) };
}

/** As much of a client as answers that Temporal knows no run. */
const WITHOUT_RUNS = {
  options: { namespace: 'default' },
  connection: { withDeadline: async (_at: number, request: () => unknown) => request() },
  workflowService: { describeWorkflowExecution: async () => ({}) },
};

function sweeping(world: World, failing: string) {
  const started: string[] = [];
  const workflow = {
    async start(_type: string, { workflowId }: { workflowId: string }) {
      if (workflowId === `call.${failing}`) throw new Error('this one never starts');
      started.push(workflowId);
    },
    async signalWithStart() {},
  };
  const client = { workflow, ...WITHOUT_RUNS } as unknown as Client;
  const callShare = new CallShare(() => 0);
  const deps = { store: world.store, client, callShare, timing, nowMs: () => world.nowMs };
  const run = () => new MockActivityEnvironment().run(() => sweep(deps as unknown as ActivityDeps));
  return { started, run };
}

test('a call that cannot be started keeps neither the others of its page nor the next page from starting', async () => {
  const { world, refs } = await unstartedCalls();
  expect(refs).toHaveLength(CALLS);
  const { started, run } = sweeping(world, refs[3]!);
  await expect(run()).rejects.toThrow('this one never starts');
  const calls = started.filter((id) => id.startsWith('call.'));
  expect(new Set(calls).size).toBe(CALLS - 1);
  const left = await world.store.sweep({ nowMs: world.nowMs, graceMs: timing.sweepMs, limit: 9 });
  expect(left.unstarted).toEqual([refs[3]]);
});

test('the sweep folds the last changes of counters', async () => {
  const { world } = await unstartedCalls();
  await sweeping(world, 'none').run();
  expect(await world.store.foldTallies({ atLeast: 1 })).toBe(0);
});
