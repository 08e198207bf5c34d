/** A campaign: it dials, waits with a reason, and ends. The store decides which contact is next. */
import {
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { DispatchSlice } from '../activities/campaigns/dispatch.ts';
import { dispatcher } from './activity-options.ts';
import { DAY_MS } from '../domain/zone.ts';
import type { CampaignInput } from './messages.ts';
import { campaignChangedSignal } from './signals.ts';

export async function campaignWorkflow(input: CampaignInput): Promise<void> {
  let changes = 0;
  setHandler(campaignChangedSignal, () => void changes++);
  let started = 0;
  while (!workflowInfo().continueAsNewSuggested) {
    const before = changes;
    const slice = await dispatcher.dispatch.executeWithOptions(
      { summary: 'claim contacts and start their calls' },
      [input.campaignId],
    );
    started += slice.started;
    show(slice, started);
    if (slice.next.kind === 'over' || slice.next.kind === 'complete') return;
    if (isDraft(slice) && changes === before) return;
    if (slice.next.kind === 'wait' && slice.leave) {
      const { untilMs, text } = slice.next.waitingFor;
      const waitMs = untilMs === null ? slice.lookAgainMs : sleepUntil(untilMs);
      await condition(() => changes !== before, waitMs, { summary: text });
    }
  }
  await continueAsNew<typeof campaignWorkflow>(input);
}

/** The Temporal server refuses timers of centuries, so a longer wait is split. */
const LONGEST_SLEEP_MS = 30 * DAY_MS;

const sleepUntil = (untilMs: number): number =>
  Math.min(Math.max(0, untilMs - Date.now()), LONGEST_SLEEP_MS);

/** The scheduled start was cancelled. The next start of the campaign starts its workflow again. */
function isDraft({ next }: DispatchSlice): boolean {
  return (
    next.kind === 'wait' && next.waitingFor.reason === 'start' && next.waitingFor.untilMs === null
  );
}

function show({ next, liveCalls }: DispatchSlice, started: number): void {
  const now = next.kind === 'wait' ? `waiting: ${next.waitingFor.text}` : next.kind;
  setCurrentDetails(`**${now}**  \n${liveCalls} calls live · ${started} started in this run`);
}
