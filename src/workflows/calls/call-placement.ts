/** Places a call at most once. If the answer is missing, finds out whether the call was placed. */
import { TemporalFailure } from '@temporalio/workflow';
import type { PlaceOutcome } from '../../activities/calls/place-outcome.ts';
import { callWaitFor } from '../../domain/calls/call-wait.ts';
import type { Disposition } from '../../domain/calls/disposition.ts';
import type { PlacementKey } from '../../domain/ids.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { durable, placing } from '../activity-options.ts';
import type { CallContext } from './call-context.ts';
import type { CallInbox } from './call-inbox.ts';

export type Placed =
  | Extract<PlaceOutcome, { kind: 'accepted' }>
  | { kind: 'ended'; disposition: Disposition; why: string };

/** The later outcome of an unknown placement. */
type KnownOutcome = Exclude<PlaceOutcome, { kind: 'unknown' }>;

/** Makes placements one by one until the carrier has accepted the call, or the call has ended without one. */
export async function place(context: CallContext): Promise<Placed> {
  const { input, isCancelled } = context;
  let placement = 1;
  for (;;) {
    if (isCancelled() && (await durable.withdrawCall(input.ref))) return WITHDRAWN;
    const first = await placeOnce({ ref: input.ref, placement }, input.timing.placeWithinMs);
    const outcome = first.kind === 'unknown' ? await awaitSign(context, first) : first;
    switch (outcome.kind) {
      case 'accepted':
      case 'ended':
        return outcome;
      case 'wait':
        // `withdrawCall` is false if a POST of the call may have been sent. Then the call is followed in spite of the cancellation.
        if (
          (await isCalledOffWhileWaiting(context, outcome)) &&
          (await durable.withdrawCall(input.ref))
        ) {
          return WITHDRAWN;
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
    // Not only an `ActivityFailure`: the SDK replays a local activity that timed out as a bare `TimeoutFailure`.
    if (!(error instanceof TemporalFailure)) throw error;
    return durable.resolvePlacement.executeWithOptions(
      { summary: `placement ${key.placement}: what is known of it` },
      [key],
    );
  }
}

/** Whether the call was cancelled or hung up before anything was sent. */
async function isCalledOffWhileWaiting(
  { inbox, details, isCancelled }: CallContext,
  { untilMs, waitMs = Math.max(0, untilMs - Date.now()), why }: PlaceOutcome & { kind: 'wait' },
): Promise<boolean> {
  details.show('to be placed', callWaitFor('placement', { more: why, untilMs }));
  const isCalledOff = await inbox.wait(() => inbox.hangupAsked || isCancelled(), waitMs, why);
  details.show('to be placed', callWaitFor('request'));
  return isCalledOff;
}

const UNKNOWN = 'unknown: it may have been placed';
const WITHDRAWN = { kind: 'ended', disposition: 'not-dialled', why: 'withdrawn' } as const;

/**
 * There must be no second POST. Only a webhook on this placement's own URL can show that there is a call. If none comes
 * until the horizon although our ingress was up, the call ends as `unknown` and a person must decide. If one came and GET
 * fails, the wait goes on until the carrier can be asked.
 */
async function awaitSign(
  { input, inbox, details }: CallContext,
  { placement, why }: PlaceOutcome & { kind: 'unknown' },
): Promise<KnownOutcome> {
  const { timing } = input;
  const key = { ref: input.ref, placement };
  details.setSearchAttributes('unknown');
  // Without webhooks there will be no sign, but the agent must stay reserved until no phone can ring any more.
  let waitMs = input.webhooks ? timing.horizonMs : timing.unknownAgentMs;
  let waitedFromMs = Date.now();
  let agentHeld = true;
  for (;;) {
    const untilMs = input.webhooks ? Date.now() + waitMs : null;
    details.show(UNKNOWN, callWaitFor('unknown', { more: why, untilMs }));
    const spanMs = agentHeld ? Math.min(waitMs, timing.unknownAgentMs) : waitMs;
    const identified = await identifyWithin(key, inbox, spanMs);
    if (identified.kind !== 'unknown') return identified;
    if (agentHeld) {
      await durable.freeAgent(input.ref);
      agentHeld = false;
      waitMs -= spanMs;
      if (waitMs > 0) continue;
    }
    const { received } = inbox;
    const waitedToMs = Date.now();
    const end = await durable.endUnknown({ key, why, waitedFromMs, waitedToMs });
    if (end.kind === 'ingress-down' || end.kind === 'carrier-down') {
      waitMs = end.waitMs;
      waitedFromMs = waitedToMs;
      continue;
    }
    // A webhook that came during the last activity reopens the call.
    const late = inbox.received > received ? await identify(key, waitedToMs) : end;
    if (late.kind !== 'unknown') return late;
    if (end.kind !== 'unknown') return end;
    waitMs = timing.pollMs;
  }
}

/** Tries to identify the call now and after every webhook, for at most `waitMs`. */
async function identifyWithin(
  key: PlacementKey,
  inbox: CallInbox,
  waitMs: number,
): Promise<PlaceOutcome> {
  const untilMs = Date.now() + waitMs;
  for (;;) {
    const { received } = inbox;
    const outcome = await identify(key, untilMs);
    if (outcome.kind !== 'unknown') return outcome;
    const leftMs = Math.max(0, untilMs - Date.now());
    const hasNews = () => inbox.received > received;
    if (!(await inbox.wait(hasNews, leftMs, 'silence up to the horizon'))) return outcome;
  }
}

function identify(key: PlacementKey, untilMs: number): Promise<PlaceOutcome> {
  const summary = 'has a webhook named the call?';
  return durable.identifyCall.executeWithOptions({ summary }, [{ ...key, untilMs }]);
}
