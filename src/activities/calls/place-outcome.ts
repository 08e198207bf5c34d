/** The outcome of a stored placement for its call. */
import { whyPolled } from '../../domain/account/webhook-health.ts';
import type { Disposition } from '../../domain/calls/disposition.ts';
import { endAfterRefusal } from '../../domain/calls/placement.ts';
import type { CallRef } from '../../domain/ids.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { RecordedPlacement } from '../../store/calls/placement-store.ts';
import type { ActivityDeps } from '../deps.ts';

export type PlaceOutcome =
  | {
      kind: 'accepted';
      /** The placement was found in the store, so there may be events that this run of the workflow has not received. */
      resumed: boolean;
      /** When and for which agent the POST was sent. Missing if the placement was found in the store. */
      posted?: { atMs: number; agentId: string };
      /** Kept in the history, so that a restored store learns them. Missing in histories of version 0.1.0. */
      placement?: number;
      carrierCallId?: string;
      /** Why the call is polled by GET from its start although there is a public URL. */
      polled?: string;
    }
  | { kind: 'unknown'; placement: number; why: string }
  | {
      kind: 'wait';
      /** To be tried at `untilMs`. */
      placement: number;
      untilMs: number;
      /** How long that is by the clock that gave the instant. Missing in histories of version 0.1.0. */
      waitMs?: number;
      why: string;
    }
  | { kind: 'ended'; disposition: Disposition; why: string };

/** During a long hold a call has many placements, so the growth of its pauses has a limit. */
const MAX_DOUBLINGS = 5;
/** Placements of one call that could not be sent before the call is given up. */
const MAX_NOT_SENT = 5;

type OutcomeDeps = Pick<ActivityDeps, 'store' | 'timing' | 'nowMs' | 'publicUrl'>;

/** @param resumed the placement was found in the store and not just made */
export async function outcomeOf(
  deps: OutcomeDeps,
  ref: CallRef,
  recorded: RecordedPlacement,
  resumed: boolean,
): Promise<PlaceOutcome> {
  const { placement } = recorded;
  switch (recorded.state) {
    case 'accepted':
      return accepted(deps, ref, recorded, resumed);
    case 'intent':
    case 'unknown':
      return { kind: 'unknown', placement, why: recorded.why ?? 'no answer' };
    case 'refused':
      return afterRefusal(deps, recorded);
    case 'not-sent': {
      const why = `could not be sent: ${recorded.why ?? 'no connection'}`;
      return placement < MAX_NOT_SENT ? retryLater(deps, recorded, why) : giveUp(deps, ref, why);
    }
    case 'void':
      return waitUntil(deps, {
        placement: placement + 1,
        untilMs: deps.nowMs(),
        why: 'never sent',
      });
    default:
      return unreachable(recorded.state);
  }
}

/** The earliest time of the next placement. */
export const retryAtMsAfter = (
  { timing, nowMs }: Pick<ActivityDeps, 'timing' | 'nowMs'>,
  placement: number,
): number => nowMs() + timing.placeRetryMs * 2 ** Math.min(placement - 1, MAX_DOUBLINGS);

async function accepted(
  { store, nowMs, publicUrl }: OutcomeDeps,
  ref: CallRef,
  { placement, carrierCallId }: RecordedPlacement,
  resumed: boolean,
): Promise<PlaceOutcome> {
  const known = {
    kind: 'accepted',
    resumed,
    placement,
    ...(carrierCallId !== null && { carrierCallId }),
  } as const;
  if (resumed || publicUrl === undefined) return known;
  const polled = whyPolled(await store.webhooks(nowMs()));
  if (polled === undefined) return known;
  await store.note(ref, { text: `${polled}: polled by GET from the start`, nowMs: nowMs() });
  return { ...known, polled };
}

function afterRefusal(deps: OutcomeDeps, recorded: RecordedPlacement): PlaceOutcome {
  const why = `refused with ${recorded.why ?? 'no reason'}`;
  const { verdict } = recorded;
  const disposition = verdict && endAfterRefusal(verdict);
  if (disposition) return { kind: 'ended', disposition, why };
  return retryLater(deps, recorded, why, verdict?.kind === 'wait' ? verdict : {});
}

async function giveUp(
  { store, timing, nowMs }: OutcomeDeps,
  ref: CallRef,
  why: string,
): Promise<PlaceOutcome> {
  const dueAtMs = nowMs() + timing.placeRetryMs * 2 ** MAX_NOT_SENT;
  await store.endNotDialled(ref, { reason: why, dueAtMs, nowMs: nowMs() });
  return { kind: 'ended', disposition: 'not-dialled', why };
}

/** @param atMostMs the placement may be tried again after this long already, because the store knows its time */
export function waitUntil(
  { nowMs }: Pick<ActivityDeps, 'nowMs'>,
  wait: { placement: number; untilMs: number; why: string },
  atMostMs = Infinity,
): PlaceOutcome & { kind: 'wait' } {
  const waitMs = Math.min(Math.max(0, wait.untilMs - nowMs()), atMostMs);
  return { kind: 'wait', ...wait, waitMs };
}

function retryLater(
  deps: OutcomeDeps,
  { placement }: RecordedPlacement,
  why: string,
  { afterMs, untilMs: askedMs }: { afterMs?: number; untilMs?: number } = {},
): PlaceOutcome {
  const ownMs = afterMs === undefined ? retryAtMsAfter(deps, placement) : deps.nowMs() + afterMs;
  const untilMs = askedMs ?? ownMs;
  return waitUntil(deps, { placement: placement + 1, untilMs, why });
}
