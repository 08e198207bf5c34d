import type { LiveState, TerminalState } from '../../domain/calls/call-state.ts';
import type { Disposition, Resolution } from '../../domain/calls/disposition.ts';
import type { CallRef, CampaignId } from '../../domain/ids.ts';
import type { PollState, PollTiming, Seen } from '../../domain/calls/polling.ts';
import type { CostSource } from '../../domain/reconciliation/reconciliation.ts';
import type { PlacementState } from './placement-store.ts';
import type { Idempotent, IdempotencyKey, Page, PageRequest } from '../store.ts';

/**
 * `queued`: the contact is due, no call row yet. `claimed`: has an agent, not placed. `waiting`: to be
 * placed again. `placing`: the intent is written. Then the carrier's live states; `unknown`;
 * `ended` when the disposition is known.
 */
export type CallRecordState =
  'queued' | 'claimed' | 'waiting' | 'placing' | LiveState | 'unknown' | 'ended';

/** `none`: nothing to settle (never accepted). `unsettled`: the settlement deadline passed without a cost. */
export type Settlement = 'none' | 'open' | 'settled' | 'unsettled';

/**
 * `none`: not bridged. `expected`: waiting for the webhook. `delivered`: its link is known. `wanted`: in
 * the recording desk's queue. `stored`. `missing`: looked for and given up.
 */
export type RecordingState = 'none' | 'expected' | 'delivered' | 'wanted' | 'stored' | 'missing';

export interface Call {
  ref: CallRef;
  campaignId: CampaignId;
  contact: number;
  ordinal: number;
  /** E.164. */
  number: string;
  agentId: string | null;
  state: CallRecordState;
  /** The deepest state in evidence, from webhooks and from GET; null before the carrier accepted. */
  deepest: LiveState | null;
  disposition: Disposition | null;
  /** Why, where the disposition alone does not say it. */
  reason: string | null;
  /** Whether the disposition was confirmed by GET; null before the end. */
  confirmed: boolean | null;
  /** Somebody has asked for its end. */
  hangupAsked: boolean;
  /** How the looks at it by GET have gone; null before the first. */
  polls: PollState | null;
  /** What the carrier shows as the cost, where that is no amount: the beginning of it, as JSON. */
  unreadableCost: string | null;
  carrierCallId: string | null;
  /** Decimal string. */
  cost: string | null;
  /** Who told the cost: GET, the carrier's call records, or a person. */
  costSource: CostSource | null;
  /** What the carrier's call records say it cost, where they were compared. */
  recordCost: string | null;
  settlement: Settlement;
  recording: RecordingState;
  /** Why a `wanted` recording waits, or a `missing` one was given up. */
  recordingReason: string | null;
  /** When a `wanted` recording may next be looked up; the quota may delay it. */
  recordingDueAtMs: number | null;
  recordingSha256: string | null;
  recordingBytes: number | null;
  /** Behind what a `waiting` call waits, and until when. */
  waiting: { reason: string; untilMs: number } | null;
  createdAtMs: number;
  /** When the last placement's intent was written. */
  placedAtMs: number | null;
  endedAtMs: number | null;
}

export interface CallFilter {
  /** `queued` finds none: those have no row. */
  state?: CallRecordState | undefined;
  disposition?: Disposition | undefined;
  settlement?: Settlement | undefined;
  recording?: RecordingState | undefined;
}

/** One line of a call's story. */
export interface TimelineEntry {
  atMs: number;
  kind:
    'claimed' | 'placement' | 'event' | 'observation' | 'ended' | 'settled' | 'recording' | 'note';
  /** For people, without names and numbers. */
  text: string;
  placement: number | null;
  seq: number | null;
}

export interface PlacementView {
  placement: number;
  state: PlacementState;
  intentAtMs: number;
  outcomeAtMs: number | null;
  status: number | null;
  code: string | null;
  why: string | null;
  /** The release of the IANA time zone data that it was decided with. */
  zoneRules: string | null;
}

export interface CallEnding {
  state: TerminalState;
  /** How far the call had come by the evidence on which this was decided. */
  deepest: LiveState;
  /** Where the carrier's own word was read, or only an event's name. */
  confirmed: boolean;
  disposition: Disposition;
  reason: string | null;
  /** Whether this call spends one of the customer's attempts. */
  spendsAttempt: boolean;
  /** Of the carrier's answer to GET. */
  cost: string | null;
  recordingExpected: boolean;
  /** Whether a webhook had told of the call before GET told its end; null: GET has not, or nothing calls back. */
  webhookReceived: boolean | null;
}

/** What a person found out about a call that ended as `unknown`. */
export interface CallResolution {
  disposition: Resolution;
  /** For the call's story: where the person looked, say. */
  reason: string;
  /** Of the carrier's bill, as a decimal string; null where there is none, or nobody knows it. */
  cost: string | null;
  /** False: the contact is not dialled again, whatever the redial policy says. */
  redial: boolean;
}

export interface NotedPoll {
  seen: Seen;
  /** The same, in words for people, without names and numbers. */
  text: string;
  /** What the carrier shows as the cost, where that is no amount. */
  unreadableCost: string | null;
  nowMs: number;
  /** When the GET was sent. Left out: now. */
  askedAtMs?: number;
  /** Chance, from 0 up to 1. */
  random: number;
  timing: PollTiming;
}

export interface NotedHangup {
  /** In words for people; in the story once for as long as it is the same. */
  text: string;
  /** By the carrier: nobody asks again. */
  taken: boolean;
  /** For so long the carrier asks to be left alone. */
  retryAfterMs?: number | undefined;
  nowMs: number;
}

export interface CallStore {
  /** @throws StoreRefusal not-found. A due contact's next call is `queued`. */
  call(ref: CallRef): Promise<Call>;
  callByCarrierId(carrierCallId: string): Promise<CallRef | undefined>;
  calls(
    input: { campaignId?: CampaignId | undefined; filter: CallFilter },
    page: PageRequest,
  ): Promise<Page<Call>>;
  timeline(ref: CallRef): Promise<TimelineEntry[]>;
  placements(ref: CallRef): Promise<PlacementView[]>;

  /** Notes a fact in the call's story. */
  note(ref: CallRef, entry: { text: string; nowMs: number }): Promise<void>;

  /**
   * Notes what a GET told, once for as long as it tells the same. A live state moves the call's state and
   * `deepest` forward, as its event would. Returns the poll state after it (`afterPoll`).
   */
  notePoll(ref: CallRef, poll: NotedPoll): Promise<PollState>;

  /**
   * The end of an accepted call, once: state `ended`, disposition, agent and number freed (the agent only
   * if it is still on this call), contact due again, final or locked as `contactAfter` says with the
   * campaign's policy and the contact's tally. A second call may deepen the disposition of an ended
   * call or turn `unknown` into a known one; it never un-ends it and never touches a contact that has
   * moved on. Settlement becomes `settled` when a cost is given, else `open`; recording `expected` when
   * one is and none has come yet.
   *
   * `outdated`: an event has come meanwhile that shows more of the call than the ending was decided on; nothing is
   * written, and it is to be decided again.
   */
  endCall(ref: CallRef, ending: CallEnding, nowMs: number): Promise<'written' | 'outdated'>;

  /** Adds the cost, once: later different costs are journalled and replace it (the carrier corrects bills). */
  settleCall(ref: CallRef, cost: string, nowMs: number): Promise<void>;
  /** The settlement deadline passed. A cost that comes later still settles the call. */
  giveUpSettling(ref: CallRef, nowMs: number): Promise<void>;

  /**
   * Closes a call that ended as `unknown`: its number is free again, its contact follows the redial policy
   * (`not-dialled`: due at once). A webhook that comes after all is still followed, and outweighs the person.
   * `freed` are the running campaigns that may have waited for its contact or number.
   * @throws StoreRefusal not-found, illegal-move when the call did not end as unknown, key-reused
   */
  resolveCall(
    input: { ref: CallRef; resolution: CallResolution; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<{ call: Call; freed: CampaignId[] }>>;

  /**
   * Asks for the end of a call. Before its intent, admission then says no; after it, a worker reads it here
   * where no signal tells its workflow.
   * @throws StoreRefusal not-found, illegal-move when the call has ended
   */
  askHangup(
    input: { ref: CallRef; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<{ ref: CallRef; state: CallRecordState }>>;
  /**
   * Calls that a worker is to ask the carrier to end now, because nobody has or the carrier did not take it; the longest
   * due first. Each is left to whoever takes it for `leaseMs`: no other worker gets it meanwhile.
   */
  takeHangups(input: { nowMs: number; leaseMs: number; limit: number }): Promise<CallRef[]>;
  /** What came of asking the carrier for the hang-up. Nothing is noted after it was taken. */
  noteHangup(ref: CallRef, answer: NotedHangup): Promise<void>;
}
