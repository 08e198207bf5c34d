import type { BudgetCap } from '../../domain/campaigns/budget.ts';
import type { CampaignFacts, WaitingFor } from '../../domain/campaigns/campaign-progress.ts';
import type {
  CampaignKind,
  CampaignMove,
  CampaignState,
} from '../../domain/campaigns/campaign-state.ts';
import type { Disposition } from '../../domain/calls/disposition.ts';
import type { CallRef, CampaignId } from '../../domain/ids.ts';
import type { Policy } from '../../domain/campaigns/policy.ts';
import type { ContactJob } from './contact-job-store.ts';
import type {
  Edited,
  Idempotent,
  IdempotencyKey,
  Page,
  PageRequest,
  Precondition,
} from '../store.ts';

export interface CampaignSettings {
  name: string;
  /** Keeps the campaign waiting for more contacts when none is left. */
  keepOpen: boolean;
  /** From then on nobody is dialled and the campaign ends; null: no deadline. */
  deadlineAtMs: number | null;
  policy: Policy;
}

export interface Campaign extends CampaignSettings {
  id: CampaignId;
  kind: CampaignKind;
  state: CampaignState;
  /** When a scheduled campaign starts; null in any other state. */
  startsAtMs: number | null;
  /** Counts the edits of its policy, from 1. */
  policyVersion: number;
  createdAtMs: number;
  stateChangedAtMs: number;
  /** Why Dialwright moved it to this state by itself, or who asked for its pause; null: the state says enough. */
  stateReason: string | null;
}

/** With the JSON pointers of what the edit took away. */
export type EditedCampaign = Campaign & { removed: readonly string[] };

/**
 * `not-reached`: contacts that are final and nobody ever spoke to as it should be (`domain/not-reached`).
 * `refused`: those whom the carrier would not call. A wrong setting of ours may have been the reason.
 */
export const CLONED_CONTACTS = [
  'none',
  'all',
  'not-reached',
  'refused',
  'not-reached-or-refused',
] as const;
export type ClonedContacts = (typeof CLONED_CONTACTS)[number];

export interface ClonedCampaign {
  campaign: Campaign;
  /** So many are copied. */
  contacts: number;
  /** Copies the rest; null: that is all of them. */
  job: ContactJob | null;
}

export interface CampaignProgress {
  campaign: Campaign;
  /** Contacts by state. */
  contacts: Record<ContactState, number>;
  /** Contacts that are final or locked, by the disposition of their last call. */
  contactsByDisposition: Partial<Record<Disposition, number>>;
  calls: {
    total: number;
    byState: Record<string, number>;
    byDisposition: Partial<Record<Disposition, number>>;
    bySettlement: Record<string, number>;
    byRecording: Record<string, number>;
  };
  /** Sum of all costs known, as a decimal string. */
  totalCost: string;
  /** Calls whose cost is below 0: part of the total, and nothing to any budget. */
  negativeCosts: number;
  money: CampaignMoney;
  /**
   * How long agents of one call at a time stood idle while a contact was due: from the moment that agent, contact and
   * campaign were all ready to the POST, over the last calls. Null: no such call yet.
   */
  agentIdle: { calls: number; meanMs: number; p50Ms: number; p95Ms: number } | null;
  /** A change of many contacts that is under way: their counts go on changing; null: none. */
  contactJob: ContactJob | null;
  /** Null while the campaign dials. */
  waitingFor: (WaitingFor & { sinceMs: number }) | null;
}

/** Amounts as decimal strings. Each call that was placed and not refused is in one of the three. */
export interface CampaignMoney {
  settled: { calls: number; amount: string };
  /** Live, or its bill is waited for. */
  pending: { calls: number; setAside: string };
  /** No bill came in time, or the call is unknown: only late news or a person settles it. */
  neverSettled: { calls: number; setAside: string };
  /** The oldest alert that stands for the budget as it is now. */
  alert: { cap: BudgetCap; sinceMs: number } | null;
}

export type ContactState = 'due' | 'claimed' | 'final' | 'locked';

export interface Claim {
  ref: CallRef;
}

export interface ClaimRound {
  /** Calls to start: newly claimed ones, and claimed ones that were never marked as started. */
  claims: Claim[];
  facts: CampaignFacts;
}

/** A call that was asked for now. One whose number is suppressed has ended, and is not dialled. */
export type DirectCall =
  | { ref: CallRef; state: 'queued'; reason: null }
  | { ref: CallRef; state: 'ended'; reason: string };

export interface CampaignStore {
  /** @throws StoreRefusal wrong-time (facts: field), unknown-list (facts: field, lists), key-reused */
  createCampaign(
    input: { id: CampaignId; settings: CampaignSettings; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Campaign>>;

  /** Oldest first. */
  campaigns(
    page: PageRequest,
    filter?: { kind?: CampaignKind | undefined },
  ): Promise<Page<Campaign>>;
  /** @throws StoreRefusal not-found */
  campaign(id: CampaignId): Promise<Campaign>;
  /** @throws StoreRefusal not-found */
  campaignProgress(id: CampaignId, nowMs: number): Promise<CampaignProgress>;

  /**
   * Changes the settings of a campaign that is not over. Rules that change make a new version of the policy,
   * for calls that are claimed from then on; the change is kept in the audit.
   * @param input.change what the settings become, from what they are in the same transaction
   * @throws StoreRefusal not-found, illegal-move (facts: state), wrong-time (facts: field), key-reused,
   *   unknown-list (facts: field, lists), never-over (facts: field)
   */
  editCampaign(
    input: {
      id: CampaignId;
      change: (known: CampaignSettings) => Edited<CampaignSettings>;
      precondition?: Precondition<Campaign>;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<EditedCampaign>>;

  /**
   * Compare-and-set of the campaign's state. From a cancellation on nobody is claimed; every due contact is made final,
   * as `not-dialled` where none of its calls has ended: the first batch in the same transaction, the rest by a
   * `ContactJob`. A move that leads to the state the campaign is already in
   * is illegal too, unless it is a replay of the same key, or plans a start anew.
   * @param input.startsAtMs plans a `start` for then: `claim` makes it
   * @throws StoreRefusal not-found, illegal-move (facts: state, allowed), wrong-time (facts: field), key-reused
   */
  moveCampaign(
    input: {
      id: CampaignId;
      move: CampaignMove;
      startsAtMs?: number | null;
      precondition?: Precondition<Campaign>;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Campaign>>;

  /**
   * A draft with the settings of another campaign, in whatever state that is; a deadline that has passed is
   * left behind. With its contacts, if asked, due at once and with their row keys: the first batch in the same
   * transaction, the rest by a `ContactJob`, each as it stands then. The clone does not end before it has all of them.
   * @throws StoreRefusal not-found, unknown-list (facts: field, lists), key-reused, being-copied (the contacts of the
   *   other)
   */
  cloneCampaign(
    input: {
      of: CampaignId;
      id: CampaignId;
      /** Null: the name of the other. */
      name: string | null;
      /** Undefined: those of the other. */
      suppressionLists?: readonly string[] | null | undefined;
      contacts: ClonedContacts;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<ClonedCampaign>>;

  /**
   * One call now: appends a contact to the standing campaign `direct`, created running and kept open
   * when it is not there, and returns the reference its first call will have. The same number may be
   * called again and again this way. The policy of `direct` is one attempt.
   * @throws StoreRefusal not-found (the agent), campaign-paused (facts: state, allowed), key-reused
   */
  addDirectCall(
    input: { number: string; name: string | null; agentId: string | null; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<DirectCall>>;

  /**
   * Claims due contacts: in one transaction, for each, a due contact whose number has no live call in
   * any campaign, a free ready agent (the contact's own one if it names one, else the one idle for
   * longest) and a new call row in state `claimed`; up to `limit`, and only while the campaign may dial,
   * the account is neither stopped nor on hold and the caps allow it. While an open hold is due for a
   * probe and no claimed call of the account is on its way to admission, one contact is claimed to be that
   * probe. Also gives the calls of this campaign that were claimed before and never marked started. `facts` are read at the
   * end of the same transaction; when `campaignNext` calls them complete, the campaign is set completed there.
   * A scheduled campaign whose time has come is started first; past the deadline nobody is claimed, and what is due when
   * the campaign ends is made final.
   * Agents that other campaigns want are shared out (`domain/sharing`).
   * Remembers since when the campaign waits for the same reason.
   */
  claim(input: { id: CampaignId; limit: number; nowMs: number }): Promise<ClaimRound>;

  /** Notes that the workflows of these calls run. */
  markStarted(refs: CallRef[], nowMs: number): Promise<void>;
}
