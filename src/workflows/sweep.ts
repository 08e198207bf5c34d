/** One sweep, started by a schedule: starts again work that was left undone. */
import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities.ts';

const { sweep } = proxyActivities<Activities>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '30s',
  retry: { maximumAttempts: 3 },
});

export async function sweepWorkflow(): Promise<void> {
  const { started, resumed, signalled, campaigns } = await sweep();
  setCurrentDetails(
    `**${started} started, ${resumed} resumed, ${signalled} signalled to read their inbox**  \n${campaigns} campaigns running`,
  );
}
