/** Syncs one callback: makes turns due whose time has come, and updates its schedule. */
import { setCurrentDetails } from '@temporalio/workflow';
import { durable } from './activity-options.ts';
import type { CallbackInput } from '../contract/messages.ts';

export async function callbackWorkflow({ callbackId }: CallbackInput): Promise<void> {
  // Uses the Temporal server's time, because the worker's clock may be behind, and the turn would not be due yet.
  const { madeDue, schedule } = await durable.syncCallback.executeWithOptions(
    { summary: 'make due the turns that have come' },
    [callbackId, Date.now()],
  );
  setCurrentDetails(`**${madeDue ? 'made due' : 'nothing was due'}**  \nschedule ${schedule}`);
}
