/**
 * The one place that spends the recording quota: lookups one by one, spaced from the end of the last. A rate
 * limit on a task queue does not hold such a quota over restarts; one workflow does.
 */
import {
  condition,
  continueAsNew,
  defineSignal,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { DeskNext } from '../activities/recording.ts';
import { placing } from './activity-options.ts';
import { SIGNALS, type DeskInput } from './messages.ts';

export async function recordingDesk(input: DeskInput): Promise<void> {
  let asked = false;
  setHandler(defineSignal(SIGNALS.ask), () => void (asked = true));
  while (!workflowInfo().continueAsNewSuggested) {
    asked = false;
    const next = await takeTurn(input);
    setCurrentDetails(`**${next.said}**  \nnext turn ${at(next.untilMs)}`);
    if (next.spent) await sleep(waitMs(next), { summary: 'the quota opens again' });
    else if (next.untilMs === null) await condition(() => asked);
    else await condition(() => asked, waitMs(next), { summary: 'the next retry is due' });
  }
  await continueAsNew<typeof recordingDesk>(input);
}

// A turn whose end is not known has spent the quota.
async function takeTurn(input: DeskInput): Promise<DeskNext> {
  try {
    return await placing.takeDeskTurn.executeWithOptions(
      { summary: 'one lookup', startToCloseTimeout: '2m' },
      [input],
    );
  } catch {
    return { untilMs: Date.now() + input.spacingMs, said: 'a turn failed', spent: true };
  }
}

const waitMs = ({ untilMs }: DeskNext): number => Math.max(1, (untilMs ?? 0) - Date.now());

const at = (ms: number | null): string => (ms === null ? 'when asked' : new Date(ms).toISOString());
