/** Places one call: writes the intent, sends at most one POST, then reads its answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { callbackUrl, recordingUrlOfCall } from '../../carrier/calls/tokens.ts';
import { meaningOf } from '../../domain/calls/placement.ts';
import { INTENT_AHEAD_MS, LEAVES_WITHIN_MS } from '../../domain/account/post-departure.ts';
import { NOT_DIALLED_REASONS } from '../../domain/campaigns/admission.ts';
import type { CallRef, PlacementKey } from '../../domain/ids.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { DialOrder, IntentOutcome } from '../../store/calls/placement-store.ts';
import type { ActivityDeps } from '../deps.ts';
import { outcomeOf, retryAtMsAfter, waitUntil, type PlaceOutcome } from './place-outcome.ts';

/** After so many refusals in a row, the campaign itself is assumed to have a fault. */
const PAUSE_AFTER_REFUSALS = 10;
/** Placements of one call that end in "refused for now" before the campaign is paused. */
const MAX_WAITS = 5;

const PACED = 'the calls per second are used up';
/** A slot may be given anew meanwhile: earlier, if it was given by a clock that was ahead. */
const ASK_AGAIN_MS = 60_000;
/** The activity waits for a slot within this time. For a later slot, the workflow waits with a durable timer. */
const SLOT_AWAITED_MS = 3_000;

/**
 * Sends at most one POST per placement. The intent row guarantees this, not Temporal's retry policy, which must allow
 * only one attempt.
 */
export async function placeCall(deps: ActivityDeps, key: PlacementKey): Promise<PlaceOutcome> {
  const outcome = await placeOnce(deps, key);
  if (outcome.kind === 'ended') deps.agentFreed.notify();
  return outcome;
}

async function placeOnce(deps: ActivityDeps, key: PlacementKey): Promise<PlaceOutcome> {
  const { intent, deadlineAtMs } = await writeIntentInItsSlot(deps, key);
  switch (intent.kind) {
    case 'admission': {
      const why = NOT_DIALLED_REASONS[intent.admission.reason];
      return { kind: 'ended', disposition: 'not-dialled', why };
    }
    case 'ended':
      return intent;
    case 'paced':
      return waitUntil(
        deps,
        { placement: key.placement, untilMs: intent.atMs, why: intent.why ?? PACED },
        ASK_AGAIN_MS,
      );
    case 'recorded':
      // Another worker wrote the intent and may still be sending its POST, so the placement is closed first.
      return resolvePlacement(deps, { ref: key.ref, placement: intent.placement.placement });
    case 'send': {
      const recorded = await send(deps, key, intent.order, deadlineAtMs);
      const outcome = await outcomeOf(deps, key.ref, recorded, false);
      if (outcome.kind !== 'accepted') return outcome;
      const { agent, intentAtMs } = intent.order;
      return { ...outcome, posted: { atMs: intentAtMs, agentId: agent.id } };
    }
    default:
      return unreachable(intent);
  }
}

/** For use after any unclear end of `placeCall`: closes the placement to a late worker, and returns what is known. */
export async function resolvePlacement(
  deps: ActivityDeps,
  key: PlacementKey,
): Promise<PlaceOutcome> {
  const recorded = await deps.store.resolvePlacement(key, deps.nowMs());
  return outcomeOf(deps, key.ref, recorded, true);
}

/** Withdraws a call whose workflow was cancelled before the POST. False: a POST of the call may have been sent. */
export async function withdrawCall(
  { store, agentFreed, nowMs }: ActivityDeps,
  ref: CallRef,
): Promise<boolean> {
  await store.endNotDialled(ref, { reason: 'withdrawn', dueAtMs: null, nowMs: nowMs() });
  agentFreed.notify();
  return (await store.call(ref)).disposition === 'not-dialled';
}

/** The deadline is set before the intent is written, so that a worker that was frozen in between sends nothing. */
async function writeIntentInItsSlot(
  { store, timing, nowMs }: ActivityDeps,
  key: PlacementKey,
): Promise<{ intent: IntentOutcome; deadlineAtMs: number }> {
  for (;;) {
    const deadlineAtMs = nowMs() + timing.postMs;
    const intent = await store.writeIntent(key, {
      nowMs: nowMs(),
      hold: timing.hold,
      aheadMs: INTENT_AHEAD_MS,
    });
    if (intent.kind !== 'paced') return { intent, deadlineAtMs };
    const waitMs = intent.atMs - nowMs();
    if (waitMs > SLOT_AWAITED_MS) return { intent, deadlineAtMs };
    const signal = Context.current().cancellationSignal;
    await sleep(Math.max(1, waitMs - INTENT_AHEAD_MS), undefined, { signal });
  }
}

async function send(deps: ActivityDeps, key: PlacementKey, order: DialOrder, endsAtMs: number) {
  const { store, carrier, timing, nowMs } = deps;
  const deadlineAtMs = Math.min(endsAtMs, order.intentAtMs + LEAVES_WITHIN_MS);
  deps.notePlacement(order.serial);
  // A cancellation does not end this wait, because the intent is written. The client checks deadline and signal before it sends.
  const waitMs = order.intentAtMs - nowMs();
  if (waitMs > 0) await sleep(waitMs);
  const observed = await carrier.place(
    { ...order, ...urlsOf(deps, key) },
    { deadlineAtMs, nowMs, signal: Context.current().cancellationSignal },
  );
  const meaning = meaningOf(observed, deps.carrierProfile.place.refusalStatuses);
  return store.recordPlacement(key, meaning, {
    nowMs: nowMs(),
    retryAtMs: retryAtMsAfter(deps, key.placement),
    hold: timing.hold,
    pauseAfterRefusals: PAUSE_AFTER_REFUSALS,
    maxWaits: MAX_WAITS,
  });
}

/** The URLs for the webhooks of this placement. */
const urlsOf = ({ publicUrl, hookSecrets }: ActivityDeps, key: PlacementKey) => ({
  callbackUrl: publicUrl ? callbackUrl(publicUrl, key, hookSecrets) : null,
  recordingUrl: publicUrl ? recordingUrlOfCall(publicUrl, key, hookSecrets) : null,
});
