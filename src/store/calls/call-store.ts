import type { CallFacts } from '../../domain/calls/call-facts.ts';
import type { LiveState, TerminalState } from '../../domain/calls/call-state.ts';
import type { Disposition, Resolution } from '../../domain/calls/disposition.ts';
import type { RedialDecision } from '../../domain/calls/redial-decision.ts';
import type { CallRef, CampaignId } from '../../domain/ids.ts';
import type { OutcomeOfCall } from '../../domain/outcomes/outcome.ts';
import type { PollState, PollTiming, Seen } from '../../domain/calls/polling.ts';
import type { CostSource } from '../../domain/reconciliation/reconciliation.ts';
import type { NextCall } from '../campaigns/campaign-store.ts';
import type { PlacementState } from './placement-store.ts';
import type { Idempotent, IdempotencyKey, Page, PageRequest } from '../requests.ts';

/**
 * `queued`: the contact is due, and there is no call row yet. `claimed`: it has an agent and is not placed. `waiting`:
 * it will be placed again. `placing`: the intent is written. Then the carrier's live states, `unknown`, and `ended`
 * once the disposition is known.
 */
export type CallRecordState =
  'queued' | 'claimed' | 'waiting' | 'placing' | LiveState | 'unknown' | 'ended';

/** `none`: never accepted, so there is no bill. `unsettled`: the settlement deadline passed without a cost. */
export type Settlement = 'none' | 'open' | 'settled' | 'unsettled';

/**
 * `none`: not bridged. `expected`: waits for the webhook. `delivered`: the link is known. `wanted`: in the recording
 * desk's queue. `stored`. `missing`: given up after lookups.
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
  /** The reason of the disposition, if it needs one. */
  reason: string | null;
  /** Whether the disposition was confirmed by GET; null before the end. */
  confirmed: boolean | null;
  /** A hang-up was requested. */
  hangupAsked: boolean;
  /** Null: not polled yet. */
  polls: PollState | null;
  /** The start of the carrier's `cost` as JSON, if it is no amount. */
  unreadableCost: string | null;
  carrierCallId: string | null;
  /** Decimal string. */
  cost: string | null;
  /** The source of the cost: GET, the carrier's call records, or a person. */
  costSource: CostSource | null;
  /** The cost in the carrier's call records; null: not compared, or not known. */
  recordCost: string | null;
  settlement: Settlement;
  recording: RecordingState;
  /** Why a `wanted` recording waits, or a `missing` one was given up. */
  recordingReason: string | null;
  /** When a `wanted` recording may next be looked up; the quota may delay it. */
  recordingDueAtMs: number | null;
  recordingSha256: string | null;
  recordingBytes: number | null;
  /** For a `waiting` call: why it waits, and until when. */
  waiting: { reason: string; untilMs: number } | null;
  createdAtMs: number;
  /** When the last placement's intent was written. */
  placedAtMs: number | null;
  /** When the end was written. `facts.times.ended` is when the call ended. */
  endedAtMs: number | null;
  facts: CallFacts;
  /** What came after the call; null before its end. */
  redial: RedialDecision | null;
  /** What a person said that it led to; null: nobody has. */
  outcome: OutcomeOfCall | null;
}

/** What people call those of a call. */
export interface CallNames {
  /** Null: the campaign is gone. */
  campaign: string | null;
  /** Null: it has no agent yet. */
  agent: string | null;
  contact: string | null;
  rowKey: string | null;
}

/** What the names of a call are found by. */
export type NamedCall = Pick<Call, 'ref' | 'campaignId' | 'contact' | 'agentId'>;

export interface CallFilter {
  /** `queued` matches nothing, because such calls have no row. */
  state?: CallRecordState | undefined;
  disposition?: Disposition | undefined;
  settlement?: Settlement | undefined;
  recording?: RecordingState | undefined;
  /** Code of what somebody said that it led to. */
  outcome?: string | undefined;
  campaignId?: CampaignId | undefined;
  /** E.164. */
  number?: string | undefined;
  /** Its last agent. */
  agentId?: string | undefined;
  /** Created at or after this. */
  fromMs?: number | undefined;
  /** Created before this. */
  toMs?: number | undefined;
}

export interface CallList {
  filter: CallFilter;
  /** By creation; left out: the oldest first. */
  order?: 'asc' | 'desc';
}

/** One line of a call's timeline. */
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
  /** The release of the IANA time zone data that the intent was decided with. */
  zoneRules: string | null;
}

export interface CallEnding {
  state: TerminalState;
  /** The deepest state in the evidence that this ending was decided with. */
  deepest: LiveState;
  /** True: GET showed the end. False: only an event did. */
  confirmed: boolean;
  disposition: Disposition;
  reason: string | null;
  /** Whether this call spends one of the customer's attempts. */
  spendsAttempt: boolean;
  /** From the carrier's answer to GET. */
  cost: string | null;
  recordingExpected: boolean;
  /**
   * Whether a webhook of the call arrived before GET showed its end; null: GET has not, or there is no callback URL.
   */
  webhookReceived: boolean | null;
}

/** What follows the end of a call for its agent. */
export interface AfterEnd {
  next: NextCall | null;
  /** Null: there is no wrap-up. After it, `claimForAgent` claims the next call. */
  wrapUp: { agentId: string; untilMs: number } | null;
}

/** A call as it stands after its end was stored. */
export interface StoredEnd {
  call: Call;
  /** Null: the call had ended before, and its agent was freed then. */
  after: AfterEnd | null;
}

/** The result of a person's research about a call that ended as `unknown`. */
export interface CallResolution {
  disposition: Resolution;
  /** For the timeline, such as the person's source. */
  reason: string;
  /** From the carrier's bill, as a decimal string; null: there is none, or it is not known. */
  cost: string | null;
  /** False: the contact is not dialled again, whatever the redial policy says. */
  redial: boolean;
}

export interface NotedPoll {
  seen: Seen;
  /** `seen` as text for people, without names and numbers. */
  text: string;
  nowMs: number;
  /** When the GET was sent. Left out: now. */
  askedAtMs?: number;
  /** A random number from 0 up to 1. */
  random: number;
  timing: PollTiming;
}

export interface NotedHangup {
  /** For people. Equal texts in a row are written to the timeline once. */
  text: string;
  /** The carrier accepted the hang-up, so it is not requested again. */
  taken: boolean;
  /** The pause that the carrier asks for. */
  retryAfterMs?: number | undefined;
  nowMs: number;
}

export interface CallStore {
  /** @throws StoreRefusal not-found. A due contact's next call is `queued`. */
  call(ref: CallRef): Promise<Call>;
  /**
   * In the order of creation, or against it. A page may have fewer calls than its limit, even none, and another page
   * after it: a bounded number of calls is looked through for each.
   */
  calls(list: CallList, page: PageRequest): Promise<Page<Call>>;
  /** One for each call, also of calls without a row. */
  callNames(calls: readonly NamedCall[]): Promise<ReadonlyMap<CallRef, CallNames>>;
  timeline(ref: CallRef): Promise<TimelineEntry[]>;
  placements(ref: CallRef): Promise<PlacementView[]>;

  /** Writes a line to the call's timeline. */
  note(ref: CallRef, entry: { text: string; nowMs: number }): Promise<void>;

  /**
   * Stores the result of a GET. Equal results in a row are one line of the timeline. A live state moves the call's
   * state and `deepest` forward, as its event would. Returns the new poll state (`afterPoll`).
   */
  notePoll(ref: CallRef, poll: NotedPoll): Promise<PollState>;

  /**
   * Ends an accepted call, once: state `ended`, disposition, agent and number freed (the agent only if it is still on
   * this call), and the contact due again, final or locked by `contactAfter` with the campaign's policy and the
   * contact's tally. A repeat may deepen the disposition of an ended call, or turn `unknown` into a known one. It never
   * reopens the call and never changes a contact that has moved on. Settlement becomes `settled` if a cost is given,
   * else `open`. Recording becomes `expected` if one is expected and none has arrived.
   *
   * If the agent is free and campaigns wanted one in their last rounds, the agent's next call is claimed in the same
   * transaction: by the rules of `claim`, for the campaign whose turn it is. The caller starts it.
   *
   * `outdated`: an event arrived meanwhile that shows more than the evidence of the ending. Nothing is written, and the
   * caller must decide again.
   */
  endCall(ref: CallRef, ending: CallEnding, nowMs: number): Promise<'outdated' | StoredEnd>;

  /**
   * Stores the cost and returns the call. A later different cost replaces it, with a line in the timeline (the carrier
   * corrects bills).
   */
  settleCall(ref: CallRef, cost: string, nowMs: number): Promise<Call>;
  /** After the settlement deadline. Returns the call. A later cost still settles it. */
  giveUpSettling(ref: CallRef, nowMs: number): Promise<Call>;

  /**
   * Closes a call that ended as `unknown`. Its number is free again, and its contact follows the redial policy
   * (`not-dialled`: due at once). A webhook that arrives later is still followed and overrides the person.
   * `freed`: running campaigns that may have waited for the contact or the number.
   * @throws StoreRefusal not-found, illegal-move if the call did not end as unknown, key-reused
   */
  resolveCall(
    input: { ref: CallRef; resolution: CallResolution; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<{ call: Call; freed: CampaignId[] }>>;

  /**
   * Requests a hang-up. Before the intent, admission then refuses the call. After it, a worker finds the request with
   * `takeHangups` if no signal reaches the workflow.
   * @throws StoreRefusal not-found, illegal-move if the call has ended
   */
  askHangup(
    input: { ref: CallRef; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<{ ref: CallRef; state: CallRecordState }>>;
  /**
   * Calls for which this worker must request the hang-up at the carrier, because nobody did or the carrier did not
   * accept it; the longest due first. No other worker gets them for `leaseMs`.
   */
  takeHangups(input: { nowMs: number; leaseMs: number; limit: number }): Promise<CallRef[]>;
  /** Stores the result of a hang-up request to the carrier. It has no effect after the carrier accepted one. */
  noteHangup(ref: CallRef, answer: NotedHangup): Promise<void>;
}
