/** Sends events to one endpoint for as long as it is enabled. Its place in the outbox is in the store. */
import {
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { WebhookTest } from '../activities/events/webhook-delivery.ts';
import { delivering, testing } from './activity-options.ts';
import { goesOnWithTheCurrentBuild } from './long-lived.ts';
import { asMarkdown } from './markdown.ts';
import type { WebhookEndpointInput } from '../contract/messages.ts';
import { endpointChangedSignal } from './signals.ts';

export async function webhookEndpointWorkflow(input: WebhookEndpointInput): Promise<void> {
  let changed = false;
  setHandler(endpointChangedSignal, () => void (changed = true));
  while (!workflowInfo().continueAsNewSuggested) {
    changed = false;
    const slice = await delivering.deliverWebhooks.executeWithOptions({ summary: 'send events' }, [
      input.endpointId,
    ]);
    if (slice.kind === 'over' && !changed) return;
    if (slice.kind === 'wait') {
      setCurrentDetails(`**the endpoint fails: ${slice.reason}**  \nnext try ${at(slice.waitMs)}`);
      await condition(() => changed, slice.waitMs, {
        summary: `next try: ${asMarkdown(slice.reason)}`,
      });
    }
  }
  await continueAsNew<typeof webhookEndpointWorkflow>(input);
}
goesOnWithTheCurrentBuild(webhookEndpointWorkflow);

/** One test request. Null: the endpoint was deleted. */
export function webhookTestWorkflow({
  endpointId,
}: WebhookEndpointInput): Promise<WebhookTest | null> {
  return testing.testWebhook.executeWithOptions({ summary: 'send a test event' }, [endpointId]);
}

const at = (waitMs: number): string => new Date(Date.now() + waitMs).toISOString();
