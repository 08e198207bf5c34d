/** Placing one call: the intent first, then at most one POST, then what it meant. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import type { ShownCall } from '../../carrier/client.ts';
import { CarrierError } from '../../carrier/http/errors.ts';
import { callbackUrl, recordingUrlOfCall } from '../../carrier/calls/tokens.ts';
import { NOT_DIALLED_REASONS, type NotDialledReason } from '../../domain/campaigns/admission.ts';
import type { Disposition } from '../../domain/calls/disposition.ts';
import type { CallRef, PlacementKey } from '../../domain/ids.ts';
import { pauseAfterFailureMs } from '../../domain/calls/polling.ts';
import { meaningOf } from '../../domain/calls/placement.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type {
  DialOrder,
  IntentOutcome,
  RecordedPlacement,
} from '../../store/calls/placement-store.ts';
import { whyPolled } from '../../domain/account/webhook-health.ts';
import type { ActivityDeps } from '../deps.ts';
import { notYet } from '../not-yet.ts';

export type PlaceOutcome =
  /** `resumed`: found in the store, so events may have come that this run of the workflow has not heard. */
  | {
      kind: 'accepted';
      resumed: boolean;
      /** Why it is looked at by GET from its start, although webhooks were asked for. */
      polled?: string;
    }
  | { kind: 'unknown'; placement: number; why: string }
  /** Try `placement` at `untilMs`. */
  | { kind: 'wait'; placement: number; untilMs: number; why: string }
  | { kind: 'ended'; disposition: Disposition; why: string };

/** A campaign whose contacts are refused so many times in a row has a fault of its own. */
const PAUSE_AFTER_REFUSALS = 10;
/** Placements of one call that end in "refused for now" before the campaign is paused. */
const MAX_WAITS = 5;
/** A call behind a long hold has many placements: its pauses must not grow with all of them. */
const MAX_DOUBLINGS = 5;
/** Placements of one call that could not be sent before the call is given up. */
const MAX_NOT_SENT = 5;

const PACED = 'the calls per second are used up';
/** A slot nearer than this is awaited here; a later one is the workflow's, which sleeps durably. */
const SLOT_AWAITED_MS = 3_000;
/** Longer than a timer and a transaction are late on a machine with room to spare. */
const INTENT_AHEAD_MS = 50;

export function placingActivities(deps: ActivityDeps) {
  const { store, timing, nowMs } = deps;
  const limits = {
    hold: timing.hold,
    pauseAfterRefusals: PAUSE_AFTER_REFUSALS,
    maxWaits: MAX_WAITS,
  };

  /** The deadline counts from before the intent: a worker that was frozen over it sends nothing later. */
  async function intentInItsSlot(
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

  async function send(key: PlacementKey, order: DialOrder, deadlineAtMs: number) {
    // Not cut short: the intent stands, and what becomes of it is for the POST's own gate to say.
    const waitMs = order.intentAtMs - nowMs();
    if (waitMs > 0) await sleep(waitMs);
    const observed = await deps.carrier.place(
      {
        destination: order.destination,
        agent: order.agent,
        agentCallerId: order.agentCallerId,
        ...urlsOf(key),
      },
      { deadlineAtMs, signal: Context.current().cancellationSignal },
    );
    const meaning = meaningOf(observed, deps.carrierProfile.place.refusalStatuses);
    const retryAtMs = retryAtMsAfter(key.placement);
    return store.recordPlacement(key, meaning, { nowMs: nowMs(), retryAtMs, ...limits });
  }

  /** Where webhooks of this placement are to go. */
  const urlsOf = (key: PlacementKey) => ({
    callbackUrl: deps.publicUrl ? callbackUrl(deps.publicUrl, key, deps.hookSecrets) : null,
    recordingUrl: deps.publicUrl ? recordingUrlOfCall(deps.publicUrl, key, deps.hookSecrets) : null,
  });

  const retryAtMsAfter = (placement: number): number =>
    nowMs() + timing.placeRetryMs * 2 ** Math.min(placement - 1, MAX_DOUBLINGS);

  function afterRefusal(recorded: RecordedPlacement): PlaceOutcome {
    const why = `refused with ${recorded.why ?? 'no reason'}`;
    const { verdict } = recorded;
    switch (verdict?.kind) {
      case 'fail-contact':
        return { kind: 'ended', disposition: 'refused', why };
      case 'hold':
      case 'pause-campaign':
        return { kind: 'ended', disposition: 'not-dialled', why };
      case 'wait':
        return retryLater(recorded, why, verdict.afterMs);
      case undefined:
        return retryLater(recorded, why);
      default:
        return unreachable(verdict);
    }
  }

  async function giveUp(ref: CallRef, why: string, dueAtMs: number): Promise<PlaceOutcome> {
    await store.endNotDialled(ref, { reason: why, dueAtMs, nowMs: nowMs() });
    return { kind: 'ended', disposition: 'not-dialled', why };
  }

  function retryLater(
    { placement }: RecordedPlacement,
    why: string,
    afterMs?: number,
  ): PlaceOutcome {
    const untilMs = afterMs === undefined ? retryAtMsAfter(placement) : nowMs() + afterMs;
    return { kind: 'wait', placement: placement + 1, untilMs, why };
  }

  async function accepted(ref: CallRef, resumed: boolean): Promise<PlaceOutcome> {
    if (resumed || deps.publicUrl === undefined) return { kind: 'accepted', resumed };
    const polled = whyPolled(await store.webhooks(nowMs()));
    if (polled === undefined) return { kind: 'accepted', resumed };
    await store.note(ref, { text: `${polled}: looked at by GET from the start`, nowMs: nowMs() });
    return { kind: 'accepted', resumed, polled };
  }

  async function outcomeOf(
    ref: CallRef,
    recorded: RecordedPlacement,
    resumed: boolean,
  ): Promise<PlaceOutcome> {
    const { placement } = recorded;
    switch (recorded.state) {
      case 'accepted':
        return accepted(ref, resumed);
      case 'intent':
      case 'unknown':
        return { kind: 'unknown', placement, why: recorded.why ?? 'no answer' };
      case 'refused':
        return afterRefusal(recorded);
      case 'not-sent': {
        const why = `could not be sent: ${recorded.why ?? 'no connection'}`;
        if (placement < MAX_NOT_SENT) return retryLater(recorded, why);
        return giveUp(ref, why, nowMs() + timing.placeRetryMs * 2 ** MAX_NOT_SENT);
      }
      case 'void':
        return { kind: 'wait', placement: placement + 1, untilMs: nowMs(), why: 'never sent' };
      default:
        return unreachable(recorded.state);
    }
  }

  async function resolve(key: PlacementKey): Promise<PlaceOutcome> {
    const recorded = await store.resolvePlacement(key, nowMs());
    return outcomeOf(key.ref, recorded, true);
  }

  async function shownOrFault(carrierCallId: string): Promise<ShownCall | CarrierError> {
    try {
      return await deps.carrier.show(carrierCallId);
    } catch (error) {
      if (error instanceof CarrierError) return error;
      throw error;
    }
  }

  function pauseMs({ retryAfterMs: askedMs }: CarrierError): number {
    const failures = Context.current().info.attempt;
    return pauseAfterFailureMs({ failures, askedMs, draw: Math.random() }, timing);
  }

  const notDialled = (reason: NotDialledReason): PlaceOutcome => ({
    kind: 'ended',
    disposition: 'not-dialled',
    why: NOT_DIALLED_REASONS[reason],
  });

  /** Between the two instants no ingress listened for so long. Their clock is the Temporal server's, ours may differ. */
  function deafWhile(waited: { waitedFromMs: number; waitedToMs: number }): Promise<number> {
    const toMs = nowMs();
    const fromMs = Math.min(waited.waitedFromMs, toMs - (waited.waitedToMs - waited.waitedFromMs));
    return store.ingressDownMs(fromMs, toMs);
  }

  return {
    /**
     * At most one POST per placement, whatever becomes of this attempt: the intent row decides, not
     * Temporal's retry policy, which must allow one attempt only.
     */
    async placeCall(key: PlacementKey): Promise<PlaceOutcome> {
      const { intent, deadlineAtMs } = await intentInItsSlot(key);
      switch (intent.kind) {
        case 'admission':
          return notDialled(intent.admission.reason);
        case 'ended':
          return intent;
        case 'paced':
          return { kind: 'wait', placement: key.placement, untilMs: intent.atMs, why: PACED };
        case 'recorded':
          // An intent somebody else wrote may still be in its POST: the placement is closed first.
          return resolve({ ref: key.ref, placement: intent.placement.placement });
        case 'send':
          return outcomeOf(key.ref, await send(key, intent.order, deadlineAtMs), false);
        default:
          return unreachable(intent);
      }
    },

    /** After any unclear end of `placeCall`: fences a zombie off, and says what is known. */
    resolvePlacement: resolve,

    /**
     * What is known by now of an unknown placement: its answer, where that came late after all, or the call
     * that a webhook has named and GET confirms. A GET that fails is made again, until `untilMs`.
     */
    async identifyCall({
      untilMs,
      ...key
    }: PlacementKey & { untilMs: number }): Promise<PlaceOutcome> {
      const late = await resolve(key);
      if (late.kind !== 'unknown') return late;
      const failures: CarrierError[] = [];
      for (const carrierCallId of await store.carrierCallIdsSeen(key)) {
        const shown = await shownOrFault(carrierCallId);
        if (shown instanceof CarrierError) failures.push(shown);
        else if (shown.kind === 'call') {
          if (await store.bindCarrierCall(key, carrierCallId, nowMs())) return resolve(key);
        }
      }
      const [failure] = failures;
      if (failure === undefined || nowMs() >= untilMs) return late;
      throw notYet(`GET failed: ${failure.message}`, Math.min(pauseMs(failure), untilMs - nowMs()));
    },

    /** Nobody's phone can ring any more: the agent of a call that is still unknown may take another. */
    async freeAgent(ref: CallRef): Promise<void> {
      await store.freeAgent(ref, nowMs());
    },

    /**
     * Ends an unknown call, and says how the call stands then: its answer may have come in the same instant.
     * `down`: our own ingress did not listen for so long, so the wait must go on.
     */
    async endUnknown(input: {
      key: PlacementKey;
      why: string;
      /** The span waited so far; silence counts only where somebody listened. */
      waitedFromMs: number;
      waitedToMs: number;
    }): Promise<PlaceOutcome | { kind: 'ingress-down'; waitMs: number }> {
      const { key, why } = input;
      const ingressDownMs = deps.publicUrl ? await deafWhile(input) : 0;
      if (ingressDownMs >= timing.lingerMs) {
        const text = `our ingress did not listen for ${Math.ceil(ingressDownMs / 1_000)} s; so much longer it is waited`;
        await store.note(key.ref, { text, nowMs: nowMs() });
        return { kind: 'ingress-down', waitMs: ingressDownMs };
      }
      await store.endUnknown(key.ref, why, nowMs());
      const { state, disposition, reason, carrierCallId } = await store.call(key.ref);
      // A call record may have bound and ended it: GET has not told of it yet.
      if (state !== 'ended' || disposition === null || carrierCallId !== null) return resolve(key);
      return { kind: 'ended', disposition, why: reason ?? why };
    },

    /** The workflow was cancelled before the POST. False where a placement of the call may be out. */
    async withdrawCall(ref: CallRef): Promise<boolean> {
      await store.endNotDialled(ref, { reason: 'withdrawn', dueAtMs: null, nowMs: nowMs() });
      return (await store.call(ref)).disposition === 'not-dialled';
    },
  };
}
