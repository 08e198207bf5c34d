/** One call, from its place in the queue to its last cent: place → progress → confirm → settle and recording. */
import { allHandlersFinished, CancellationScope, condition } from '@temporalio/workflow';
import type { Ended } from '../../activities/calls/call-endings.ts';
import { CallInbox } from './call-inbox.ts';
import { place, type Placed } from './call-placement.ts';
import { followToEnd } from './call-progress.ts';
import { collectRecording } from './call-recording.ts';
import { settle } from './call-settlement.ts';
import { CallDetails } from './call-details.ts';
import type { CallInput, CallResult } from '../messages.ts';

export function callWorkflow(input: CallInput): Promise<CallResult> {
  const workflow = CancellationScope.current();
  // Nothing but a wait before the POST gives way: a call that may have been placed is followed to its end.
  return CancellationScope.nonCancellable(() => run(input, () => workflow.consideredCancelled));
}

async function run(input: CallInput, isCancelled: () => boolean): Promise<CallResult> {
  const inbox = new CallInbox(input.ref);
  const story = new CallDetails(input, inbox);
  const placed = await place(input, inbox, story, isCancelled);
  if (placed.kind === 'ended') {
    await inbox.lookIfAsked();
    story.search('ended', placed.disposition);
    story.tell(placed.disposition, placed.why);
    return { disposition: placed.disposition, cost: null, recording: 'none' };
  }
  if (placed.resumed) await inbox.look();
  return follow(input, inbox, story, placed);
}

async function follow(
  input: CallInput,
  inbox: CallInbox,
  story: CallDetails,
  { resumed, polled }: Extract<Placed, { kind: 'accepted' }>,
): Promise<CallResult> {
  const awaited = 'waiting for the carrier to tell of progress';
  story.tell('placed', polled === undefined ? awaited : `${polled}: looked at by GET`);
  const ended = await followToEnd(input, inbox, resumed || polled !== undefined);
  // Nor are those of its bill and recording waited for, where webhooks did not arrive when it was placed.
  const after = polled === undefined ? input : { ...input, webhooks: false };
  const reason = ended.reason === null ? '' : ` · ${ended.reason}`;
  story.search('ended', ended.disposition);
  story.tell(
    ended.disposition,
    (ended.cost === null ? 'waiting for the bill' : `cost ${ended.cost}`) + reason,
  );
  const { known, recording } = await settleAndCollect(after, inbox, story, ended);
  await condition(allHandlersFinished);
  if (known.disposition !== ended.disposition) story.search('ended', known.disposition);
  const cost = known.cost ?? 'never settled';
  story.tell(known.disposition, `cost ${cost} · recording ${recording}${reason}`);
  return { disposition: known.disposition, cost: known.cost, recording };
}

/** Late events are weighed for as long as either goes on. */
async function settleAndCollect(
  input: CallInput,
  inbox: CallInbox,
  story: CallDetails,
  ended: Ended,
): Promise<{ known: Ended; recording: string }> {
  let isCollected = false;
  const collected = collectRecording(input, inbox, story, ended).finally(() => {
    isCollected = true;
  });
  const [known, recording] = await Promise.all([
    settle(input, inbox, ended, () => isCollected),
    collected,
  ]);
  // That it was bridged may have come out late.
  const isBridgedAfterAll = recording === 'none' && known.recording !== 'none';
  return isBridgedAfterAll ? settleAndCollect(input, inbox, story, known) : { known, recording };
}
