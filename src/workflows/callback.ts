/** Syncs one callback: makes due the turns that have come, and brings its schedule up to date. */
import { setCurrentDetails } from '@temporalio/workflow';
import { durable } from './activity-options.ts';
import type { CallbackInput } from './messages.ts';

export async function callbackWorkflow({ callbackId }: CallbackInput): Promise<void> {
  // The server's clock started this; a worker's own clock may be behind, and no turn would have come yet.
  const { madeDue, schedule } = await durable.syncCallback.executeWithOptions(
    { summary: 'make due the turns that have come' },
    [callbackId, Date.now()],
  );
  setCurrentDetails(`**${madeDue ? 'made due' : 'nothing was due'}**  \nschedule ${schedule}`);
}
