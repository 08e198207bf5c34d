/** One call, from its place in the queue to its last cent: place → progress → confirm → settle and recording. */
import { allHandlersFinished, CancellationScope, condition } from '@temporalio/workflow';
import type { Ended } from '../activities/following.ts';
import { durable, quick } from './activity-options.ts';
import { CallInbox } from './call-inbox.ts';
import { place } from './call-placement.ts';
import { followToEnd } from './call-progress.ts';
import { collectRecording } from './call-recording.ts';
import { settle } from './call-settlement.ts';
import { CallStory } from './call-story.ts';
import type { CallInput, CallResult } from './messages.ts';

export async function callWorkflow(input: CallInput): Promise<CallResult> {
  const inbox = new CallInbox(input.ref);
  const story = new CallStory(input, inbox);
  const placed = await place(input, inbox, story);
  if (placed.kind === 'ended') {
    await inbox.lookIfAsked();
    story.search('ended', placed.disposition);
    story.tell(placed.disposition, placed.why);
    return { disposition: placed.disposition, cost: null, recording: 'none' };
  }
  // A call that may have been placed is followed to its end, whoever cancels the workflow.
  return CancellationScope.nonCancellable(async () => {
    if (placed.resumed) await inbox.look();
    return follow(input, inbox, story, placed.resumed);
  });
}

async function follow(
  input: CallInput,
  inbox: CallInbox,
  story: CallStory,
  resumed: boolean,
): Promise<CallResult> {
  story.tell('placed', 'waiting for the carrier to tell of progress');
  const observed = await followToEnd(input, inbox, resumed);
  const ended = observed ?? (await confirm(input.ref));
  story.search('ended', ended.disposition);
  story.tell(
    ended.disposition,
    ended.cost === null ? 'waiting for the bill' : `cost ${ended.cost}`,
  );
  const [cost, recording] = await Promise.all([
    settle(input, inbox, ended),
    collectRecording(input, inbox, story, ended),
  ]);
  await condition(allHandlersFinished);
  story.tell(ended.disposition, `cost ${cost ?? 'never settled'} · recording ${recording}`);
  return { disposition: ended.disposition, cost, recording };
}

async function confirm(ref: string): Promise<Ended> {
  const summary = 'confirm the end by GET';
  try {
    return await quick.confirmCall.executeWithOptions({ summary }, [ref]);
  } catch {
    return durable.confirmCall.executeWithOptions({ summary }, [ref]);
  }
}
