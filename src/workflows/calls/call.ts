/** One call, from the queue to its final cost: place → progress → confirm → settle and recording. */
import { allHandlersFinished, CancellationScope, condition } from '@temporalio/workflow';
import type { Ended } from '../../activities/calls/call-endings.ts';
import type { CallInput, CallResult } from '../../contract/messages.ts';
import { callWaitFor } from '../../domain/calls/call-wait.ts';
import type { CallContext } from './call-context.ts';
import { CallDetails } from './call-details.ts';
import { CallInbox } from './call-inbox.ts';
import { place, type Placed } from './call-placement.ts';
import { followToEnd, UNDER_WAY } from './call-progress.ts';
import { collectRecording } from './call-recording.ts';
import { settle } from './call-settlement.ts';

export function callWorkflow(input: CallInput): Promise<CallResult> {
  const workflow = CancellationScope.current();
  const inbox = new CallInbox(input.ref);
  const details = new CallDetails(input, inbox);
  const isCancelled = () => workflow.consideredCancelled;
  // A call that may have been placed is followed to its end, so a cancellation stops only the waits before the POST.
  return CancellationScope.nonCancellable(() => run({ input, inbox, details, isCancelled }));
}

async function run(context: CallContext): Promise<CallResult> {
  const { inbox, details } = context;
  const placed = await place(context);
  if (placed.kind === 'ended') {
    await inbox.readIfAsked();
    details.setSearchAttributes('ended', placed.disposition);
    details.show(placed.disposition, placed.why);
    return { disposition: placed.disposition, cost: null, recording: 'none' };
  }
  if (placed.resumed) await inbox.read();
  return follow(context, placed);
}

async function follow(
  context: CallContext,
  { resumed, polled, posted }: Extract<Placed, { kind: 'accepted' }>,
): Promise<CallResult> {
  const { input, details } = context;
  if (posted) details.setPosted(posted);
  details.show(
    UNDER_WAY,
    input.webhooks && polled === undefined
      ? callWaitFor('webhook')
      : callWaitFor('poll', { more: polled ?? 'there is no public URL' }),
  );
  const ended = await followToEnd(context, resumed || polled !== undefined);
  const reason = ended.reason === null ? [] : [ended.reason];
  details.setSearchAttributes('ended', ended.disposition);
  // Webhooks did not arrive when the call was placed, so the call does not wait for those of its bill and recording.
  const after =
    polled === undefined ? context : { ...context, input: { ...input, webhooks: false } };
  const { known, recording } = await settleAndCollect(after, ended);
  await condition(allHandlersFinished);
  if (known.disposition !== ended.disposition) {
    details.setSearchAttributes('ended', known.disposition);
  }
  const cost = known.cost ?? 'never settled';
  details.showRecording(null);
  details.show(known.disposition, `cost ${cost}`, `recording ${recording}`, ...reason);
  return { disposition: known.disposition, cost: known.cost, recording };
}

/** Settles the cost and collects the recording in parallel. Late events are handled until both are done. */
async function settleAndCollect(
  context: CallContext,
  ended: Ended,
): Promise<{ known: Ended; recording: string }> {
  let isCollected = false;
  const collected = collectRecording(context, ended).finally(() => {
    isCollected = true;
  });
  const [known, recording] = await Promise.all([
    settle(context, ended, () => isCollected),
    collected,
  ]);
  // A late event may show that the call was bridged, so that there is a recording after all.
  const isBridgedAfterAll = recording === 'none' && known.recording !== 'none';
  return isBridgedAfterAll ? settleAndCollect(context, known) : { known, recording };
}
