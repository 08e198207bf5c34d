/** Replays the open runs that would move to this build, for the gate of a deploy. */
import { Client } from '@temporalio/client';
import type { NativeConnection, ReplayWorkerOptions } from '@temporalio/worker';
import { WORKFLOWS } from '../../contract/messages.ts';
import type { ActivityDeps } from '../../activities/deps.ts';
import { openRunsOf, replayRuns } from './replay-runs.ts';

/** A pinned run stays on its build. The gate itself is no run to ask about. */
const MOVES =
  `WorkflowType != '${WORKFLOWS.gate}' AND ` +
  "(TemporalWorkflowVersioningBehavior IS NULL OR TemporalWorkflowVersioningBehavior != 'Pinned')";
/** Its worker may have other work. */
const AT_ONCE = 2;

interface Here {
  connection: NativeConnection;
  namespace: string;
  /** Of histories, so that failures are readable. */
  dataConverter: NonNullable<ReplayWorkerOptions['dataConverter']>;
  /** Undefined: this worker runs no workflows. */
  bundle: Promise<string> | undefined;
}

export function movingRunsOn({
  connection,
  namespace,
  dataConverter,
  bundle,
}: Here): ActivityDeps['replayMovingRuns'] {
  return async (mostOfEachType, progress) => {
    const { types } = await replayRuns({
      client: new Client({ connection, namespace }),
      build: { workflowBundle: { code: (await bundle)! }, dataConverter },
      filter: openRunsOf(MOVES),
      parallel: AT_ONCE,
      mostOfEachType,
      progress,
    });
    return types;
  };
}
