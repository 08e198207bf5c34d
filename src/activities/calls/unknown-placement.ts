/** Handles placements of unknown outcome: identifies their call, or ends it if there is no sign of it. */
import { Context } from '@temporalio/activity';
import { CarrierError } from '../../carrier/http/errors.ts';
import { pauseAfterFailureMs } from '../../domain/calls/polling.ts';
import type { CallRef, PlacementKey } from '../../domain/ids.ts';
import type { ActivityContext } from '../deps.ts';
import { notYet } from '../not-yet.ts';
import type { PlaceOutcome } from './place-outcome.ts';
import { resolvePlacement } from './placing.ts';
import { GONE_STATUS } from './polling.ts';
import { showOrError } from './show-or-error.ts';

/**
 * Returns what is known by now of an unknown placement: its answer if it came late, or the call that a webhook named and
 * GET confirms. A GET that fails is retried until `untilMs`.
 */
export async function identifyCall(
  context: ActivityContext,
  { untilMs, ...key }: PlacementKey & { untilMs: number },
): Promise<PlaceOutcome> {
  const { nowMs } = context;
  const late = await resolvePlacement(context, key);
  if (late.kind !== 'unknown') return late;
  const named = await bindNamed(context, key);
  if (named.bound) return resolvePlacement(context, key);
  const { failure } = named;
  if (failure === undefined || nowMs() >= untilMs) return late;
  const pauseMs = Math.min(pauseAfter(context, failure), untilMs - nowMs());
  throw notYet(`GET failed: ${failure.message}`, pauseMs);
}

/** Asks GET for the calls that webhooks named. `failure`: of a GET that showed neither a call nor that there is none. */
async function bindNamed(
  { store, carrier, nowMs }: ActivityContext,
  key: PlacementKey,
): Promise<{ bound: boolean; failure?: CarrierError }> {
  const ids = await store.carrierCallIdsSeen(key);
  // At once, so that silence for each of them fits into the time of one activity.
  const answers = await Promise.all(ids.map((id) => showOrError(carrier, id)));
  for (const [index, shown] of answers.entries()) {
    const isShown = !(shown instanceof CarrierError) && shown.kind === 'call';
    if (isShown && (await store.bindCarrierCall(key, ids[index]!, nowMs()))) return { bound: true };
  }
  const failure = answers.find(
    (shown) => shown instanceof CarrierError && shown.status !== GONE_STATUS,
  );
  return failure instanceof CarrierError ? { bound: false, failure } : { bound: false };
}

/** Frees the agent of a call that is still unknown, because no phone can ring for it any more. */
export async function freeAgent(
  { store, agentFreed, nowMs }: ActivityContext,
  ref: CallRef,
): Promise<void> {
  await store.freeAgent(ref, nowMs());
  agentFreed.notify();
}

type WaitOn = { kind: 'ingress-down'; waitMs: number } | { kind: 'carrier-down'; waitMs: number };

/**
 * Ends an unknown call and returns its state after that, because its answer may have come at the same moment.
 * `ingress-down`: our own ingress was down for part of the wait, so the wait must go on for that time.
 * `carrier-down`: a webhook named the call, and GET fails, so the wait must go on for as long as an accepted call may be unreadable.
 */
export async function endUnknown(
  context: ActivityContext,
  input: {
    key: PlacementKey;
    why: string;
    /** The start of the wait. Silence counts only while the ingress was up. */
    waitedFromMs: number;
    waitedToMs: number;
  },
): Promise<PlaceOutcome | WaitOn> {
  const { store, timing, nowMs } = context;
  const { key, why } = input;
  const ingressDownMs = context.publicUrl ? await ingressDownWhile(context, input) : 0;
  if (ingressDownMs >= timing.lingerMs) {
    const text = `our ingress was down for ${Math.ceil(ingressDownMs / 1_000)} s; the wait is prolonged by as much`;
    await store.note(key.ref, { text, nowMs: nowMs() });
    return { kind: 'ingress-down', waitMs: ingressDownMs };
  }
  if (nowMs() - (await sentAtMs(context, key)) < timing.lostAfterMs) {
    const { bound, failure } = await bindNamed(context, key);
    if (bound) return resolvePlacement(context, key);
    if (failure !== undefined) {
      const text = `a webhook named the call, but GET failed: ${failure.message}; the wait goes on`;
      await store.note(key.ref, { text, nowMs: nowMs() });
      return { kind: 'carrier-down', waitMs: timing.pollRetryAtMostMs };
    }
  }
  await store.endUnknown(key.ref, why, nowMs());
  context.agentFreed.notify();
  const { state, disposition, reason, carrierCallId } = await store.call(key.ref);
  // A call record may have identified and ended the call, although GET has not shown the end yet.
  if (state !== 'ended' || disposition === null || carrierCallId !== null) {
    return resolvePlacement(context, key);
  }
  return { kind: 'ended', disposition, why: reason ?? why };
}

function pauseAfter({ timing }: ActivityContext, { retryAfterMs: askedMs }: CarrierError): number {
  const failures = Context.current().info.attempt;
  return pauseAfterFailureMs({ failures, askedMs, random: Math.random() }, timing);
}

async function sentAtMs({ store }: ActivityContext, key: PlacementKey): Promise<number> {
  const placements = await store.placements(key.ref);
  return placements.find(({ placement }) => placement === key.placement)?.intentAtMs ?? 0;
}

/** The ingress downtime between two instants of the Temporal server's clock, which may differ from ours. */
function ingressDownWhile(
  { store, nowMs }: ActivityContext,
  waited: { waitedFromMs: number; waitedToMs: number },
): Promise<number> {
  const toMs = nowMs();
  const fromMs = Math.min(waited.waitedFromMs, toMs - (waited.waitedToMs - waited.waitedFromMs));
  return store.ingressDownMs(fromMs, toMs);
}
