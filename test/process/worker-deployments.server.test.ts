/** Worker Versioning: calls end on the build on which they began, and campaigns go on with the current one. */
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { workers as checkWorkers } from '../../src/cli/doctor/doctor-temporal.ts';
import { TASK_QUEUE, WORKFLOWS } from '../../src/contract/messages.ts';
import { loadConfig } from '../../src/config/config.ts';
import { startWorker, type RunningWorker } from '../../src/process/start-worker.ts';
import { startWorld, type World } from '../workflows/world.ts';

const DEPLOYMENT = 'dialwright';
/** `VersioningBehavior` of Temporal's API. */
const PINNED = 1;
const AUTO_UPGRADE = 2;

let world: World;
const workers: RunningWorker[] = [];

beforeAll(async () => {
  world = await startWorld({ worker: false });
  await world.addAgents(1);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await world.stop();
});

/** A worker of this build. */
async function startBuild(buildId: string): Promise<void> {
  const deployment = { TEMPORAL_DEPLOYMENT_NAME: DEPLOYMENT, TEMPORAL_WORKER_BUILD_ID: buildId };
  workers.push(await startWorker(loadConfig({ ...world.env, ...deployment })));
}

/** As Temporal's worker controller starts it. */
const gateOf = (buildId: string): Promise<string> =>
  vi.waitFor(
    () =>
      world.client.workflow.execute(WORKFLOWS.gate, {
        taskQueue: TASK_QUEUE,
        workflowId: `gate.${buildId}`,
        versioningOverride: { pinnedTo: { deploymentName: DEPLOYMENT, buildId } },
      }),
    { timeout: 30_000, interval: 500 },
  );

/** New runs go to it from now on. */
async function makeCurrent(buildId: string): Promise<void> {
  const { client } = world;
  const request = { namespace: client.options.namespace, deploymentName: DEPLOYMENT, buildId };
  // The server knows a build once all its task queues were polled.
  await vi.waitFor(() => client.workflowService.setWorkerDeploymentCurrentVersion(request), {
    timeout: 30_000,
    interval: 500,
  });
}

async function versionOf(workflowId: string) {
  const { raw } = await world.client.workflow.getHandle(workflowId).describe();
  const { behavior, deploymentVersion } = raw.workflowExecutionInfo?.versioningInfo ?? {};
  return { behavior, build: deploymentVersion?.buildId };
}

test('a call that is open at a deploy ends on its build, and its campaign goes on with the new one', async () => {
  await startBuild('one');
  await makeCurrent('one');
  await world.simulator.change({ refuse: ['account_not_verified'] });
  const id = await world.campaign(['+12025550101'], { redial: { max_attempts: 1, max_calls: 1 } });
  const call = `call.${id}.1.1`;
  // The account is on hold, so the call waits.
  await expect.poll(() => versionOf(call)).toEqual({ behavior: PINNED, build: 'one' });
  await expect.poll(async () => (await world.api('GET', '/v1/account')).body.hold).not.toBeNull();
  await startBuild('two');
  // The call is pinned. A run of the sweep that has just begun is not yet.
  expect(await gateOf('two')).toMatch(/^1 campaignWorkflow(, 1 sweepWorkflow)? replay$/);
  await makeCurrent('two');
  await world.simulator.change({ refuse: [] });
  expect((await world.api('POST', '/v1/account/hold/lift')).status).toBe(200);
  await world.untilClosed(`${id}.1.1`);
  expect(await versionOf(call)).toEqual({ behavior: PINNED, build: 'one' });
  await world.untilState(id, 'completed');
  await expect
    .poll(() => versionOf(`campaign.${id}`))
    .toEqual({ behavior: AUTO_UPGRADE, build: 'two' });
});

test('a new call goes to the current build, and each of its tasks names it', async () => {
  const id = await world.campaign(['+12025550102'], { redial: { max_attempts: 1, max_calls: 1 } });
  await world.untilState(id, 'completed');
  await world.untilClosed(`${id}.1.1`);
  expect(await versionOf(`call.${id}.1.1`)).toEqual({ behavior: PINNED, build: 'two' });
  expect(await world.placedBy(`${id}.1.1`)).toMatch(/^\d+@\S+ two$/);
});

test('doctor sees that versioned workers poll all task queues', async () => {
  vi.stubEnv('TEMPORAL_NAMESPACE', world.client.options.namespace);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await checkWorkers()).toMatchObject({ state: 'ok' });
});

test('without versioning the same workflows run, and name no behaviour', async () => {
  const plain = await startWorld();
  try {
    await plain.addAgents(1);
    const id = await plain.campaign(['+12025550103'], {
      redial: { max_attempts: 1, max_calls: 1 },
    });
    await plain.untilState(id, 'completed');
    const { raw } = await plain.client.workflow.getHandle(`campaign.${id}`).describe();
    expect(raw.workflowExecutionInfo?.versioningInfo?.behavior ?? 0).toBe(0);
  } finally {
    await plain.stop();
  }
});
