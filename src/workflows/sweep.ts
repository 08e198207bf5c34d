/** One sweep, run by a schedule: what was left lying is set going again. */
import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities.ts';

const { sweep } = proxyActivities<Activities>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '30s',
  retry: { maximumAttempts: 3 },
});

export async function sweepWorkflow(): Promise<void> {
  const { started, resumed, told, campaigns } = await sweep();
  setCurrentDetails(
    `**${started} started, ${resumed} resumed, ${told} told to look**  \n${campaigns} campaigns running`,
  );
}
