import type { Admission } from '../../domain/campaigns/admission.ts';
import type { HoldTiming } from '../../domain/timing.ts';
import type { Disposition } from '../../domain/calls/disposition.ts';
import type { CallRef, PlacementKey } from '../../domain/ids.ts';
import type { PlacementMeaning, RefusalVerdict } from '../../domain/calls/placement.ts';

/** What is asked of the carrier, read in the transaction that wrote the intent. */
export interface DialOrder {
  destination: string;
  agent: Agent;
  agentCallerId: string | null;
  /** The slot before which the POST must not leave; without a pace, the instant the intent was written. */
  intentAtMs: number;
}

export interface Agent {
  id: string;
  name: string;
  kind: 'sip' | 'stream';
  /** SIP account name, or the WebSocket URL of a stream endpoint. */
  address: string;
  state: 'ready' | 'paused';
}

/** `intent`: written, outcome not known yet. `void`: fenced off before any intent; nothing was sent. */
export type PlacementState = 'intent' | 'accepted' | 'refused' | 'not-sent' | 'unknown' | 'void';

export type IntentOutcome =
  /** The intent is durable: send the one POST. */
  | { kind: 'send'; order: DialOrder }
  | { kind: 'admission'; admission: Exclude<Admission, { kind: 'yes' }> }
  /** The limit of calls per second gives it its slot at `atMs`: ask again then, or `aheadMs` before. Nothing is written. */
  | { kind: 'paced'; atMs: number }
  /**
   * The call was placed before, as this placement or another one (a second start, a reset, a zombie): the
   * placement whose POST is or may be out, else the last one. Send nothing.
   */
  | { kind: 'recorded'; placement: RecordedPlacement }
  /** The call ended before, without a placement: a second start hears what the first heard. */
  | { kind: 'ended'; disposition: Disposition; why: string };

export interface RecordedPlacement {
  placement: number;
  state: PlacementState;
  carrierCallId: string | null;
  /** Of a refusal: what it asks of us. */
  verdict: RefusalVerdict | null;
  why: string | null;
  intentAtMs: number;
}

export interface PlacementStore {
  /**
   * Admission and intent in one transaction. Takes a free agent for a call that gave its own back
   * (after a refusal), takes the hold's probe lease where `askHold` gives it, and writes the intent row.
   * An admission "no" ends the call in the same transaction: disposition `not-dialled`, agent and number
   * freed, contact due again or final. A `void` row that stands already is `recorded`.
   * @param input.aheadMs a slot that comes so soon is given now, and the POST waits for it: what is late until then
   *   (a timer, another process's transaction) does not slow the pace down; left out: 0
   */
  writeIntent(
    key: PlacementKey,
    input: { nowMs: number; hold: HoldTiming; aheadMs?: number },
  ): Promise<IntentOutcome>;

  /**
   * What the POST meant, once. Accepted: binds the carrier's call id (unique in the account; a mismatch
   * with an id already bound, or an id bound to another call, changes nothing and is journalled as
   * `id-mismatch`), lifts a hold older than the intent. Refused: frees the agent, judges the refusal
   * (`judgeRefusal` with counts read here), opens the hold, pauses the campaign, or ends the call as
   * `refused` (contact final), as the verdict says; a hold or a pause ends the call as `not-dialled` with
   * the contact due; else the call is `waiting` until `retryAtMs`. Not sent: the call waits as well, with
   * its agent, and gives a probe's lease back. Unknown: see `resolvePlacement`.
   * A row that is no longer `intent` or `unknown` is left as it is and returned.
   */
  recordPlacement(
    key: PlacementKey,
    meaning: PlacementMeaning,
    input: {
      nowMs: number;
      hold: HoldTiming;
      pauseAfterRefusals: number;
      maxWaits: number;
      /** When a placement that was refused for now, or not sent, is followed by another. */
      retryAtMs: number;
    },
  ): Promise<RecordedPlacement>;

  /**
   * Settles what an unclear end of the placing activity left: an `intent` row becomes `unknown`, where
   * there is none a `void` row is written so that a zombie's late intent fails; a placement of the call
   * whose POST is or may be out is returned instead of it. Any other row is returned as it is. An unknown placement's call is in state `unknown`; the hold's probe lease is given back.
   */
  resolvePlacement(key: PlacementKey, nowMs: number): Promise<RecordedPlacement>;

  /** Carrier call ids that webhooks on this placement's URL have named, oldest first, without repeats. */
  carrierCallIdsSeen(key: PlacementKey): Promise<string[]>;

  /**
   * Binds an id, confirmed by GET, to an `unknown` placement, which becomes `accepted`. Also reopens a
   * call that ended as `unknown` (contact claimed again). False when the id is bound to another call.
   */
  bindCarrierCall(key: PlacementKey, carrierCallId: string, nowMs: number): Promise<boolean>;

  /**
   * Ends a call whose placement stayed unknown: disposition `unknown`, contact locked, number kept.
   * Frees its agent. A call whose answer has come meanwhile is left as it is.
   */
  endUnknown(ref: CallRef, reason: string, nowMs: number): Promise<void>;

  /** Frees the agent of a call that is still unknown, before its horizon: nobody's phone can be ringing. */
  freeAgent(ref: CallRef, nowMs: number): Promise<void>;

  /**
   * Ends a call that was never accepted, as `not-dialled`: withdrawn before its POST, or its POST could
   * not be sent time and again. The contact becomes due at `dueAtMs`, or final when that is null.
   */
  endNotDialled(
    ref: CallRef,
    input: { reason: string; dueAtMs: number | null; nowMs: number },
  ): Promise<void>;
}
