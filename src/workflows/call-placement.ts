/** Getting a call placed at most once, and finding out whether it was when nobody can say. */
import { ActivityFailure, CancellationScope, isCancellation } from '@temporalio/workflow';
import type { PlaceOutcome } from '../activities/placing.ts';
import type { Disposition } from '../domain/disposition.ts';
import type { PlacementKey } from '../domain/ids.ts';
import { unreachable } from '../domain/unreachable.ts';
import { durable, placing } from './activity-options.ts';
import type { CallInbox } from './call-inbox.ts';
import type { CallStory } from './call-story.ts';
import type { CallInput } from './messages.ts';

export type Placed =
  { kind: 'accepted'; resumed: boolean } | { kind: 'ended'; disposition: Disposition; why: string };

/** Placement after placement, until the carrier has accepted the call or it has ended without one. */
export async function place(input: CallInput, inbox: CallInbox, story: CallStory): Promise<Placed> {
  let placement = 1;
  for (;;) {
    if (CancellationScope.current().consideredCancelled && (await isWithdrawn(input))) {
      return WITHDRAWN;
    }
    const key = { ref: input.ref, placement };
    const outcome = await CancellationScope.nonCancellable(() => placeOnce(key));
    switch (outcome.kind) {
      case 'accepted':
      case 'ended':
        return outcome;
      case 'unknown':
        return CancellationScope.nonCancellable(() => awaitSign(input, outcome, inbox, story));
      case 'wait':
        if (await isCalledOffWhileWaiting(inbox, story, outcome)) {
          if (await isWithdrawn(input)) return WITHDRAWN;
        }
        placement = outcome.placement;
        break;
      default:
        return unreachable(outcome);
    }
  }
}

async function placeOnce(key: PlacementKey): Promise<PlaceOutcome> {
  try {
    return await placing.placeCall.executeWithOptions(
      { summary: `placement ${key.placement}: one POST at most` },
      [key],
    );
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return durable.resolvePlacement.executeWithOptions(
      { summary: `placement ${key.placement}: what is known of it` },
      [key],
    );
  }
}

/** Cancelled or hung up before anything was sent. */
async function isCalledOffWhileWaiting(
  inbox: CallInbox,
  story: CallStory,
  { untilMs, why }: PlaceOutcome & { kind: 'wait' },
): Promise<boolean> {
  const waitMs = Math.max(0, untilMs - Date.now());
  story.tell('waiting to be placed', `${why}; next try ${new Date(untilMs).toISOString()}`);
  try {
    return await inbox.wait(() => inbox.hangupAsked, waitMs, why);
  } catch (error) {
    if (isCancellation(error)) return true;
    throw error;
  } finally {
    story.tell('to be placed');
  }
}

const WITHDRAWN = { kind: 'ended', disposition: 'not-dialled', why: 'withdrawn' } as const;

/** False where a placement of the call may be out: then it is followed, whoever cancels. */
function isWithdrawn({ ref }: CallInput): Promise<boolean> {
  return CancellationScope.nonCancellable(() => durable.withdrawCall(ref));
}

/**
 * Nobody may POST again. Only a webhook on this placement's own URL can tell that there is a call; silence
 * up to the horizon, while our ingress listened, ends it as `unknown`, for a person to look at.
 */
async function awaitSign(
  input: CallInput,
  { placement, why }: PlaceOutcome & { kind: 'unknown' },
  inbox: CallInbox,
  story: CallStory,
): Promise<Placed> {
  const key = { ref: input.ref, placement };
  story.search('unknown');
  story.tell('unknown: it may have been placed', `${why}; waiting for a webhook to tell`);
  // Without webhooks nothing will ever tell; but until phones have stopped ringing its agent is not free.
  let waitMs = input.webhooks ? input.timing.horizonMs : input.timing.unknownAgentMs;
  let agentHeld = true;
  for (;;) {
    const waitedFromMs = Date.now();
    const spanMs = agentHeld ? Math.min(waitMs, input.timing.unknownAgentMs) : waitMs;
    if (await identifyWithin(key, inbox, spanMs)) return { kind: 'accepted', resumed: true };
    if (agentHeld) {
      await durable.freeAgent(input.ref);
      agentHeld = false;
      waitMs -= spanMs;
      if (waitMs > 0) continue;
    }
    const end = await durable.endUnknown({
      ref: input.ref,
      why,
      waitedFromMs,
      waitedToMs: Date.now(),
    });
    if (end.ended) return { kind: 'ended', disposition: 'unknown', why };
    waitMs = end.waitMs;
  }
}

/** Asks the inbox now and at every sign of a webhook, for so long. */
async function identifyWithin(
  key: PlacementKey,
  inbox: CallInbox,
  waitMs: number,
): Promise<boolean> {
  const endsAtMs = Date.now() + waitMs;
  for (;;) {
    const heard = inbox.state.seen.length;
    const found = await durable.identifyCall.executeWithOptions(
      { summary: 'has a webhook named the call?' },
      [key],
    );
    if (found) return true;
    const leftMs = endsAtMs - Date.now();
    const woken = await inbox.wait(
      () => inbox.state.seen.length > heard,
      Math.max(0, leftMs),
      'silence up to the horizon',
    );
    if (!woken) return false;
  }
}
