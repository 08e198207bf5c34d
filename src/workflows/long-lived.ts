/** Workflows that live for weeks. Under Worker Versioning they go on with the current build; all others end where they began. */
import { setWorkflowOptions } from '@temporalio/workflow';
import { VERSIONED_WORKER } from '../contract/messages.ts';

type Workflow<Args extends unknown[]> = (...args: Args) => Promise<unknown>;

/**
 * A build that keeps them would have to run for as long as a campaign. So their changes need `patched`, and a replay of all
 * open runs before a build becomes the current one (docs/decisions/0072-calls-end-on-their-build.md).
 */
export function goesOnWithTheCurrentBuild<Args extends unknown[]>(workflow: Workflow<Args>): void {
  // From a worker without versioning the server would take no task of a workflow that names a behaviour.
  if (VERSIONED_WORKER in globalThis)
    setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, workflow);
}
