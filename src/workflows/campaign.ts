/** The story of a campaign: it dials, waits with a reason, and ends. Which contact is next is the store's to say. */
import {
  condition,
  continueAsNew,
  defineSignal,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { DispatchSlice } from '../activities/campaigns/dispatch.ts';
import { dispatcher } from './activity-options.ts';
import { SIGNALS, type CampaignInput } from './messages.ts';

export async function campaignWorkflow(input: CampaignInput): Promise<void> {
  let looks = 0;
  setHandler(defineSignal(SIGNALS.changed), () => void looks++);
  let started = 0;
  while (!workflowInfo().continueAsNewSuggested) {
    const before = looks;
    const slice = await dispatcher.dispatch.executeWithOptions(
      { summary: 'claim contacts and start their calls' },
      [input.campaignId],
    );
    started += slice.started;
    show(slice, started);
    if (slice.next.kind === 'over' || slice.next.kind === 'complete') return;
    if (isDraft(slice) && looks === before) return;
    if (slice.next.kind === 'wait' && slice.leave) {
      const { untilMs, text } = slice.next.waitingFor;
      const waitMs = untilMs === null ? slice.lookAgainMs : sleepUntil(untilMs);
      await condition(() => looks !== before, waitMs, { summary: text });
    }
  }
  await continueAsNew<typeof campaignWorkflow>(input);
}

/** A server refuses timers of centuries: far off, it looks again on the way. */
const LONGEST_SLEEP_MS = 30 * 86_400_000;

const sleepUntil = (untilMs: number): number =>
  Math.min(Math.max(0, untilMs - Date.now()), LONGEST_SLEEP_MS);

/** Planned, and then taken back: whoever starts it starts its workflow. */
function isDraft({ next }: DispatchSlice): boolean {
  return (
    next.kind === 'wait' && next.waitingFor.reason === 'start' && next.waitingFor.untilMs === null
  );
}

function show({ next, liveCalls }: DispatchSlice, started: number): void {
  const now = next.kind === 'wait' ? `waiting: ${next.waitingFor.text}` : next.kind;
  setCurrentDetails(`**${now}**  \n${liveCalls} calls live · ${started} started in this run`);
}
