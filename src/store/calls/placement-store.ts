import type { Admission } from '../../domain/campaigns/admission.ts';
import type { HoldTiming } from '../../domain/timing.ts';
import type { Disposition } from '../../domain/calls/disposition.ts';
import type { CallRef, PlacementKey } from '../../domain/ids.ts';
import type { Dial, PlacementMeaning, RefusalVerdict } from '../../domain/calls/placement.ts';

/** The content of the POST, read in the transaction that wrote the intent. */
export interface DialOrder extends Dial {
  agent: Agent;
  /** The slot before which the POST must not leave; without a pace, when the intent was written. */
  intentAtMs: number;
  /** Id of the intent's row: how far the database has come. */
  serial: number;
}

export interface Agent {
  id: string;
  name: string;
  kind: 'sip' | 'stream';
  /** SIP account name, or the WebSocket URL of a stream endpoint. */
  address: string;
  state: 'ready' | 'paused';
}

/** `intent`: written, outcome not known yet. `void`: blocked before any intent, so nothing was sent. */
export type PlacementState = 'intent' | 'accepted' | 'refused' | 'not-sent' | 'unknown' | 'void';

export type IntentOutcome =
  /** The intent is durable: send the POST, once. */
  | { kind: 'send'; order: DialOrder }
  | { kind: 'admission'; admission: Exclude<Admission, { kind: 'yes' }> }
  /**
   * The slot by the limit of calls per second is at `atMs`: ask again then, or `aheadMs` before. Nothing is written.
   * `why`: the carrier asked for a pause, and the call waits for its end.
   */
  | { kind: 'paced'; atMs: number; why?: string }
  /**
   * The call was placed before, as this placement or another one, because of a second start, a reset or a zombie
   * worker. It is the placement whose POST is or may be out, else the last one. Send nothing.
   */
  | { kind: 'recorded'; placement: RecordedPlacement }
  /** The call ended before, without a placement. A second start gets the same answer as the first. */
  | { kind: 'ended'; disposition: Disposition; why: string };

export interface RecordedPlacement {
  placement: number;
  state: PlacementState;
  carrierCallId: string | null;
  /** For a refusal: what follows from it. */
  verdict: RefusalVerdict | null;
  why: string | null;
  intentAtMs: number;
}

/** Whose POSTs; what is left out, or null, is no condition. */
export interface PostScope {
  campaign?: string | null;
  number?: string | null;
  agent?: string | null;
}

export interface PlacementStore {
  /**
   * Admission and intent in one transaction. Takes a free agent for a call that has returned its own (after a refusal),
   * takes the hold's probe lease if `askHold` gives it, and writes the intent row. If admission refuses, the call ends
   * in the same transaction: disposition `not-dialled`, agent and number freed, contact due again or final. An existing
   * `void` row is returned as `recorded`.
   * @param input.aheadMs a slot within this time is given now, and the caller waits for it with the POST, so that
   *   delays until then (a timer, another process's transaction) do not slow the pace; default 0
   */
  writeIntent(
    key: PlacementKey,
    input: { nowMs: number; hold: HoldTiming; aheadMs?: number },
  ): Promise<IntentOutcome>;

  /** How many POSTs of the scope were decided until then, have no answer yet, and may still leave. */
  postsLeaving(scope: PostScope, input: { decidedUntilMs: number; nowMs: number }): Promise<number>;

  /**
   * Stores the meaning of the POST's answer, once.
   * Accepted: binds the carrier's call id (unique in the account) and lifts a hold older than the intent. If another id
   * is bound already, or the id is bound to another call, nothing changes and the timeline shows `id-mismatch`.
   * Refused: frees the agent and judges the refusal (`judgeRefusal` with counts read here). By the verdict it opens the
   * hold, pauses the campaign, or ends the call as `refused` (contact final). With a hold or a pause the call ends as
   * `not-dialled` and the contact stays due. Otherwise the call is `waiting` until `retryAtMs`.
   * If the answer asks for a pause (`Retry-After`), no POST of the account leaves before its end. A short one is waited
   * for with the agent; a longer one ends the call as `not-dialled`.
   * Not sent: the call waits too, keeps its agent, and returns a probe's lease. Unknown: see `resolvePlacement`.
   * A row that is no longer `intent` or `unknown` is not changed, and is returned.
   */
  recordPlacement(
    key: PlacementKey,
    meaning: PlacementMeaning,
    input: {
      nowMs: number;
      hold: HoldTiming;
      pauseAfterRefusals: number;
      maxWaits: number;
      /** When the next placement follows one that was refused temporarily or not sent. */
      retryAtMs: number;
    },
  ): Promise<RecordedPlacement>;

  /**
   * Cleans up after an unclear end of the placing activity. An `intent` row becomes `unknown`, the call's state too,
   * and the hold's probe lease is returned. If there is no row, a `void` row is written, so that the late intent of a
   * zombie worker fails. But if the POST of another placement of the call is or may be out, that placement is returned.
   * Any other row is returned unchanged.
   */
  resolvePlacement(key: PlacementKey, nowMs: number): Promise<RecordedPlacement>;

  /** Carrier call ids that webhooks on this placement's URL contained, oldest first, without repeats. */
  carrierCallIdsSeen(key: PlacementKey): Promise<string[]>;

  /**
   * Binds an id, confirmed by GET, to an `unknown` placement, which becomes `accepted`. Also reopens a
   * call that ended as `unknown` (contact claimed again). False when the id is bound to another call.
   */
  bindCarrierCall(key: PlacementKey, carrierCallId: string, nowMs: number): Promise<boolean>;

  /**
   * Ends a call whose placement stayed unknown: disposition `unknown`, contact locked, number kept, agent freed. A call
   * whose answer has arrived meanwhile is not changed.
   */
  endUnknown(ref: CallRef, reason: string, nowMs: number): Promise<void>;

  /** Frees the agent of a call that is still unknown, before its horizon, because no phone can be ringing any more. */
  freeAgent(ref: CallRef, nowMs: number): Promise<void>;

  /**
   * Ends a call that was never accepted as `not-dialled`: it was withdrawn before its POST, or its POST repeatedly
   * could not be sent. The contact becomes due at `dueAtMs`, or final if that is null.
   */
  endNotDialled(
    ref: CallRef,
    input: { reason: string; dueAtMs: number | null; nowMs: number },
  ): Promise<void>;
}
