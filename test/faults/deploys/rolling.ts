/** Without Worker Versioning: each worker takes every run, so what replaces it must replay them. */
import { builtAs } from './builds.ts';
import { countBy, runsOfCalls } from './runs.ts';
import type { Site } from './site.ts';

/** Calls that each build dials before the next one comes. */
const CALLS = 8;
/** The runs that a step in the settling strikes: calls that have ended and wait for their bill or their recording. */
const ENDED = "WorkflowType = 'callWorkflow' AND DialwrightState = 'ended'";

/** A compatible build, back again, a patched one; a breaking one is kept out. */
export async function rolling(site: Site, today: string): Promise<void> {
  const [compatible, patched, breaking] = await builds(today);
  await site.startWorker('worker', { root: today });
  await site.untilMoreCalls(CALLS);
  await rollTo(site, compatible, ['worker', 'second-worker']);
  await rollTo(site, today, ['second-worker', 'worker']);
  await rollTo(site, patched, ['worker', 'second-worker']);
  await site.untilRunning(ENDED, 'a call that waits for its bill');
  const { goesOn, said } = await site.replay(breaking);
  site.must(!goesOn, 'a build that breaks open runs was not caught by replay --open');
  site.must(/callWorkflow/.test(said), `its table does not name callWorkflow: ${said}`);
  const runs = await runsOfCalls(site.temporal);
  const several = runs.filter((run) => run.builds.length > 1);
  site.must(several.length > 0, 'no call was open while a worker was replaced');
  const worked = new Set(runs.flatMap((run) => run.builds));
  site.must(worked.size === 3, `three builds should have worked: ${[...worked].join(', ')}`);
  site.note(`${several.length} calls went on with another build`);
}

async function rollTo(
  site: Site,
  root: string,
  [old, next]: ['worker' | 'second-worker', 'worker' | 'second-worker'],
): Promise<void> {
  const { goesOn, said } = await site.replay(root);
  site.must(goesOn, `open runs do not replay: ${said}`);
  await site.replaceServer({ root });
  await site.startWorker(next, { root });
  await site.stop(old);
  await site.untilMoreCalls(CALLS);
}

/** Nobody asked: the breaking build is deployed, and then the old one again. What fails is started again from the store. */
export async function forced(site: Site, today: string): Promise<void> {
  const breaking = await builtAs(today, 'breaking');
  await site.startWorker('worker', { root: today });
  await site.untilMoreCalls(CALLS);
  await site.untilRunning(ENDED, 'a call that waits for its bill');
  await site.startWorker('second-worker', { root: breaking });
  await site.stop('worker');
  await site.untilMoreCalls(CALLS);
  await site.untilRunning(ENDED, 'a call that waits for its bill');
  await site.startWorker('worker', { root: today });
  await site.stop('second-worker');
  await site.untilMoreCalls(CALLS);
  const failed = (await runsOfCalls(site.temporal)).filter((run) => run.status === 'FAILED');
  site.must(failed.length > 0, 'no run was broken, so this shows nothing');
  site.note(`${failed.length} runs failed: ${countBy(failed, ({ builds }) => builds.at(-1)!)}`);
}

const builds = (today: string) =>
  Promise.all([
    builtAs(today, 'compatible'),
    builtAs(today, 'patched'),
    builtAs(today, 'breaking'),
  ]);
