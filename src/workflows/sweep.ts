/** One sweep, started by a schedule: starts again work that was left undone. */
import { setCurrentDetails } from '@temporalio/workflow';
import { sweeping } from './activity-options.ts';

export async function sweepWorkflow(): Promise<void> {
  const { started, resumed, signalled, campaigns } = await sweeping.sweep();
  setCurrentDetails(
    `**${started} started, ${resumed} resumed, ${signalled} signalled to read their inbox**  \n${campaigns} campaigns running`,
  );
}
