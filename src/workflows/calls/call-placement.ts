/** Getting a call placed at most once, and finding out whether it was when nobody can say. */
import { ActivityFailure } from '@temporalio/workflow';
import type { PlaceOutcome } from '../../activities/calls/placing.ts';
import type { Disposition } from '../../domain/calls/disposition.ts';
import type { PlacementKey } from '../../domain/ids.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { durable, placing } from '../activity-options.ts';
import type { CallInbox } from './call-inbox.ts';
import type { CallDetails } from './call-details.ts';
import type { CallInput } from '../messages.ts';

export type Placed =
  | Extract<PlaceOutcome, { kind: 'accepted' }>
  | { kind: 'ended'; disposition: Disposition; why: string };

/** What an unknown placement turns out to be. */
type KnownOutcome = Exclude<PlaceOutcome, { kind: 'unknown' }>;

/** Placement after placement, until the carrier has accepted the call or it has ended without one. */
export async function place(
  input: CallInput,
  inbox: CallInbox,
  story: CallDetails,
  isCancelled: () => boolean,
): Promise<Placed> {
  let placement = 1;
  for (;;) {
    if (isCancelled() && (await durable.withdrawCall(input.ref))) return WITHDRAWN;
    const key = { ref: input.ref, placement };
    const once = await placeOnce(key, input.timing.placeWithinMs);
    const outcome = once.kind === 'unknown' ? await awaitSign(input, once, inbox, story) : once;
    switch (outcome.kind) {
      case 'accepted':
      case 'ended':
        return outcome;
      case 'wait':
        if (await isCalledOffWhileWaiting(inbox, story, outcome, isCancelled)) {
          // False where a placement of the call may be out: then it is followed all the same.
          if (await durable.withdrawCall(input.ref)) return WITHDRAWN;
        }
        placement = outcome.placement;
        break;
      default:
        return unreachable(outcome);
    }
  }
}

async function placeOnce(key: PlacementKey, withinMs: number): Promise<PlaceOutcome> {
  try {
    return await placing.placeCall.executeWithOptions(
      {
        summary: `placement ${key.placement}: one POST at most`,
        startToCloseTimeout: withinMs,
      },
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
  story: CallDetails,
  { untilMs, why }: PlaceOutcome & { kind: 'wait' },
  isCancelled: () => boolean,
): Promise<boolean> {
  const waitMs = Math.max(0, untilMs - Date.now());
  story.tell('waiting to be placed', `${why}; next try ${new Date(untilMs).toISOString()}`);
  const isCalledOff = await inbox.wait(() => inbox.hangupAsked || isCancelled(), waitMs, why);
  story.tell('to be placed');
  return isCalledOff;
}

const WITHDRAWN = { kind: 'ended', disposition: 'not-dialled', why: 'withdrawn' } as const;

/**
 * Nobody may POST again. Only a webhook on this placement's own URL can tell that there is a call; silence
 * up to the horizon, while our ingress listened, ends it as `unknown`, for a person to look at.
 */
async function awaitSign(
  input: CallInput,
  { placement, why }: PlaceOutcome & { kind: 'unknown' },
  inbox: CallInbox,
  story: CallDetails,
): Promise<KnownOutcome> {
  const key = { ref: input.ref, placement };
  story.search('unknown');
  story.tell('unknown: it may have been placed', `${why}; waiting for a webhook to tell`);
  // Without webhooks nothing will ever tell; but until phones have stopped ringing its agent is not free.
  let waitMs = input.webhooks ? input.timing.horizonMs : input.timing.unknownAgentMs;
  let waitedFromMs = Date.now();
  let agentHeld = true;
  for (;;) {
    const spanMs = agentHeld ? Math.min(waitMs, input.timing.unknownAgentMs) : waitMs;
    const told = await identifyWithin(key, inbox, spanMs);
    if (told.kind !== 'unknown') return told;
    if (agentHeld) {
      await durable.freeAgent(input.ref);
      agentHeld = false;
      waitMs -= spanMs;
      if (waitMs > 0) continue;
    }
    const heard = inbox.heard;
    const waitedToMs = Date.now();
    const end = await durable.endUnknown({ key, why, waitedFromMs, waitedToMs });
    if (end.kind === 'ingress-down') {
      waitMs = end.waitMs;
      waitedFromMs = waitedToMs;
      continue;
    }
    // A webhook that came in this instant reopens the call.
    const late = inbox.heard > heard ? await identify(key, waitedToMs) : end;
    if (late.kind !== 'unknown') return late;
    if (end.kind !== 'unknown') return end;
    waitMs = input.timing.pollMs;
  }
}

/** Asks what is known now and at every sign of a webhook, for so long. */
async function identifyWithin(
  key: PlacementKey,
  inbox: CallInbox,
  waitMs: number,
): Promise<PlaceOutcome> {
  const untilMs = Date.now() + waitMs;
  for (;;) {
    const heard = inbox.heard;
    const told = await identify(key, untilMs);
    if (told.kind !== 'unknown') return told;
    const leftMs = Math.max(0, untilMs - Date.now());
    const isTold = () => inbox.heard > heard;
    if (!(await inbox.wait(isTold, leftMs, 'silence up to the horizon'))) return told;
  }
}

function identify(key: PlacementKey, untilMs: number): Promise<PlaceOutcome> {
  const summary = 'has a webhook named the call?';
  return durable.identifyCall.executeWithOptions({ summary }, [{ ...key, untilMs }]);
}
