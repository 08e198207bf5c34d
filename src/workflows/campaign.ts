/** A campaign: it dials, waits with a reason, and ends. The store decides which contact is next. */
import {
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { DispatchSlice } from '../activities/campaigns/dispatch.ts';
import { dispatcher } from './activity-options.ts';
import { DAY_MS } from '../domain/zone.ts';
import { formatBoard } from './campaign-board.ts';
import { goesOnWithTheCurrentBuild } from './long-lived.ts';
import { asMarkdown } from './markdown.ts';
import type { CampaignInput } from '../contract/messages.ts';
import { campaignChangedSignal } from './signals.ts';
import { CAMPAIGN_NAME_ATTRIBUTE } from '../contract/starts.ts';

export async function campaignWorkflow(input: CampaignInput): Promise<void> {
  const { namespace } = workflowInfo();
  let changes = 0;
  setHandler(campaignChangedSignal, () => void changes++);
  let started = 0;
  let slices = 0;
  while (!workflowInfo().continueAsNewSuggested) {
    const before = changes;
    const slice = await dispatcher.dispatch.executeWithOptions(
      { summary: 'claim contacts and start their calls' },
      [input.campaignId, slices++],
    );
    started += slice.started;
    setName(slice);
    setCurrentDetails(formatBoard(slice, { ...input, started, namespace }));
    if (slice.next.kind === 'over' || slice.next.kind === 'complete') return;
    if (isDraft(slice) && changes === before) return;
    if (slice.next.kind === 'wait' && slice.leave) {
      const waitMs = Math.min(slice.dispatchAgainMs, LONGEST_SLEEP_MS);
      const summary = asMarkdown(slice.next.waitingFor.text);
      await condition(() => changes !== before, waitMs, { summary });
    }
  }
  await continueAsNew<typeof campaignWorkflow>(input);
}
goesOnWithTheCurrentBuild(campaignWorkflow);

/** The Temporal server refuses timers of centuries, so a longer wait is split. */
const LONGEST_SLEEP_MS = 30 * DAY_MS;

/** The scheduled start was cancelled. The next start of the campaign starts its workflow again. */
function isDraft({ next }: DispatchSlice): boolean {
  return (
    next.kind === 'wait' && next.waitingFor.reason === 'start' && next.waitingFor.untilMs === null
  );
}

/** One event for each run, and one for each new name. */
function setName({ campaignName: name }: DispatchSlice): void {
  if (name === null) return;
  if (workflowInfo().typedSearchAttributes.get(CAMPAIGN_NAME_ATTRIBUTE) === name) return;
  upsertSearchAttributes([{ key: CAMPAIGN_NAME_ATTRIBUTE, value: name }]);
}
