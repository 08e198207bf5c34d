/** A look at one callback: what has come is made due, and its schedule follows what people have changed. */
import { setCurrentDetails } from '@temporalio/workflow';
import { durable } from './activity-options.ts';
import type { CallbackInput } from './messages.ts';

export async function callbackWorkflow({ callbackId }: CallbackInput): Promise<void> {
  // The server's clock started this: a worker's own, somewhat behind, would find that nothing has come.
  const { rang, schedule } = await durable.syncCallback.executeWithOptions(
    { summary: 'make what has come due' },
    [callbackId, Date.now()],
  );
  setCurrentDetails(`**${rang ? 'made due' : 'nothing was due'}**  \nschedule ${schedule}`);
}
