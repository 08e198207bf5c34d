/** With Worker Versioning: builds run side by side, and a call ends on the one on which it began. */
import type { ProcessName } from '../faults.ts';
import { builtAs } from './builds.ts';
import { countBy, runsOfCalls } from './runs.ts';
import type { Site } from './site.ts';

const DEPLOYMENT = 'dialwright';
const CALLS = 8;
const RAMP_PERCENT = 50;
/** Those move to the current build; calls do not. */
const MOVING = "WorkflowType != 'callWorkflow'";

/** A ramp to a compatible build, then a breaking one without a patch, then back. */
export async function versioned(site: Site, today: string): Promise<void> {
  await start(site, 'worker', { buildId: 'A', root: today });
  await setCurrent(site, 'A');
  await site.untilMoreCalls(CALLS);

  const compatible = await builtAs(today, 'compatible');
  await mustMove(site, compatible);
  await start(site, 'second-worker', { buildId: 'B', root: compatible });
  await setRamp(site, 'B');
  const ramped = new Date().toISOString();
  for (const buildId of ['A', 'B'])
    await site.until(
      async () => (await startedOn(site, buildId, ramped)) > 0,
      `a call on ${buildId}`,
    );
  site.note(`with a ramp of ${RAMP_PERCENT} % calls began on both builds`);
  await setCurrent(site, 'B');
  await drain(site, 'worker', 'A');

  const breaking = await builtAs(today, 'breaking');
  await mustMove(site, breaking);
  await start(site, 'worker-3', { buildId: 'D', root: breaking });
  await setCurrent(site, 'D');
  await site.untilMoreCalls(CALLS);
  await setCurrent(site, 'B');
  site.note('back to B');
  await drain(site, 'worker-3', 'D');
}

/** After the end of the campaign. */
export async function eachOnItsBuild(site: Site): Promise<void> {
  const runs = await runsOfCalls(site.temporal);
  for (const { workflowId, builds } of runs)
    site.must(builds.length === 1, `${workflowId} was worked on by ${builds.join(', ')}`);
  for (const buildId of ['A', 'B', 'D'])
    site.must(
      runs.some(({ builds }) => builds[0] === buildId),
      `no call began on ${buildId}`,
    );
  site.note(`each call ended where it began: ${countBy(runs, ({ builds }) => `on ${builds[0]}`)}`);
}

function start(
  site: Site,
  name: ProcessName,
  { buildId, root }: { buildId: string; root: string },
): Promise<void> {
  const env = { TEMPORAL_DEPLOYMENT_NAME: DEPLOYMENT, TEMPORAL_WORKER_BUILD_ID: buildId };
  return site.startWorker(name, { root, env });
}

async function mustMove(site: Site, root: string): Promise<void> {
  const { goesOn, said } = await site.replay(root, MOVING);
  site.must(goesOn, `what moves to the build does not replay: ${said}`);
}

/** The server knows a build once all its task queues were polled. */
async function setCurrent(site: Site, buildId: string): Promise<void> {
  const { client, request } = asked(site, buildId);
  await accepted(site, `${buildId} to be current`, () =>
    client.setWorkerDeploymentCurrentVersion(request),
  );
}

async function setRamp(site: Site, buildId: string): Promise<void> {
  const { client, request } = asked(site, buildId);
  await accepted(site, `the ramp to ${buildId}`, () =>
    client.setWorkerDeploymentRampingVersion({ ...request, percentage: RAMP_PERCENT }),
  );
}

const asked = ({ temporal }: Site, buildId: string) => ({
  client: temporal.workflowService,
  request: { namespace: temporal.options.namespace, deploymentName: DEPLOYMENT, buildId },
});

/** Its last refusal is the reason, if it never is. */
async function accepted(site: Site, what: string, ask: () => Promise<unknown>): Promise<void> {
  let refusal = '';
  const asking = () =>
    ask().then(
      () => true,
      (error: Error) => ((refusal = error.message), false),
    );
  await site.until(asking, what).catch((error: Error) => {
    throw new Error(`${error.message}: ${refusal}`);
  });
}

/** Until no run is left on it: then its worker may go. */
async function drain(site: Site, name: ProcessName, buildId: string): Promise<void> {
  const open = `ExecutionStatus = 'Running' AND WorkflowType = 'callWorkflow' AND ${versionIs(buildId)}`;
  await site.until(async () => (await count(site, open)) === 0, `${buildId} to drain`);
  await site.stop(name);
  site.note(`${buildId} has drained and is stopped`);
}

const versionIs = (buildId: string) =>
  `TemporalWorkerDeploymentVersion = '${DEPLOYMENT}:${buildId}'`;

const startedOn = (site: Site, buildId: string, since: string) =>
  count(site, `WorkflowType = 'callWorkflow' AND StartTime > '${since}' AND ${versionIs(buildId)}`);

const count = async ({ temporal }: Site, query: string): Promise<number> =>
  (await temporal.workflow.count(query)).count;
