/**
 * Only this workflow spends the recording quota. It makes lookups one by one, spaced from the end of the last. A rate
 * limit on a task queue would not keep the quota over restarts.
 */
import {
  ActivityFailure,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { DeskNext } from '../activities/recordings/recording.ts';
import { lookingUp } from './activity-options.ts';
import { goesOnWithTheCurrentBuild } from './long-lived.ts';
import { asMarkdown } from './markdown.ts';
import type { DeskInput } from '../contract/messages.ts';
import { wakeDeskSignal } from './signals.ts';

export async function recordingDeskWorkflow(input: DeskInput): Promise<void> {
  let asked = false;
  setHandler(wakeDeskSignal, () => void (asked = true));
  while (!workflowInfo().continueAsNewSuggested) {
    asked = false;
    const next = await takeTurn(input);
    setCurrentDetails(`**${asMarkdown(next.text)}**  \nnext turn ${at(next.waitMs)}`);
    if (next.closed) await sleep(next.waitMs, { summary: asMarkdown(next.text) });
    else if (next.waitMs === null) await condition(() => asked);
    else await condition(() => asked, next.waitMs, { summary: 'the next retry is due' });
  }
  await continueAsNew<typeof recordingDeskWorkflow>(input);
}
goesOnWithTheCurrentBuild(recordingDeskWorkflow);

// A turn whose end is unknown may have spent quota. The store knows when it began, and refuses a lookup that is too early.
// Because of heartbeats, a killed worker is noticed within seconds.
async function takeTurn({ spacingMs }: DeskInput): Promise<DeskNext> {
  try {
    return await lookingUp.takeDeskTurn.executeWithOptions(
      { summary: 'one lookup', startToCloseTimeout: '2m', heartbeatTimeout: '15s' },
      [],
    );
  } catch (error) {
    const why = error instanceof ActivityFailure ? error.cause?.message : undefined;
    const text = `a turn failed: ${why ?? 'for no known reason'}`;
    return { waitMs: spacingMs, text, closed: true };
  }
}

const at = (waitMs: number | null): string =>
  waitMs === null ? 'when asked' : new Date(Date.now() + waitMs).toISOString();
