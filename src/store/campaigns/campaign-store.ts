import type { ContactSelection } from '../../domain/contacts/contact-selection.ts';
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
  Edit,
  IdempotencyKey,
  Idempotent,
  Page,
  PageRequest,
  Precondition,
} from '../requests.ts';

export interface CampaignSettings {
  name: string;
  /** The campaign waits for more contacts if none is left, and does not end. */
  keepOpen: boolean;
  /** At this instant dialling stops and the campaign ends; null: no deadline. */
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
  /** Why Dialwright moved it to this state, or who asked for its pause; null: no reason is needed. */
  stateReason: string | null;
}

/** With the JSON pointers of what the edit removed. */
export type EditedCampaign = Campaign & { removed: readonly string[] };

/**
 * `not-reached`: final contacts that were not reached (`domain/contacts/not-reached`). `refused`: contacts that the
 * carrier refused, maybe because of a wrong setting of ours.
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
  /** The number of contacts to copy. */
  contacts: number;
  /** The job that copies the rest; null: all are copied. */
  job: ContactJob | null;
}

export interface CampaignProgress {
  campaign: Campaign;
  /** Contacts by state. */
  contacts: Record<ContactState, number>;
  /** Final and locked contacts by the disposition of their last call. */
  contactsByDisposition: Partial<Record<Disposition, number>>;
  /** Contacts of every state by the disposition of their last call that has ended. */
  contactsByLastDisposition: Partial<Record<Disposition, number>>;
  calls: {
    total: number;
    /** Those that the carrier placed or may have placed. */
    placed: number;
    byState: Record<string, number>;
    byDisposition: Partial<Record<Disposition, number>>;
    bySettlement: Record<string, number>;
    byRecording: Record<string, number>;
  };
  /** The sum of all known costs, as a decimal string. */
  totalCost: string;
  /** Calls with a cost below 0. They are part of the total, and count as 0 for budgets. */
  negativeCosts: number;
  money: CampaignMoney;
  /**
   * How long agents with capacity 1 were idle while a contact was due: from the moment at which agent, contact and
   * campaign were ready to the POST, over the last calls. Null: no such call yet.
   */
  agentIdle: { calls: number; meanMs: number; p50Ms: number; p95Ms: number } | null;
  /** A running change of many contacts, during which the counts change; null: none. */
  contactJob: ContactJob | null;
  /** Null while the campaign dials. */
  waitingFor: (WaitingFor & { sinceMs: number }) | null;
}

/** Amounts as decimal strings. Each call that was placed and not refused is in exactly one of the three groups. */
export interface CampaignMoney {
  settled: { calls: number; amount: string };
  /** Live calls, and calls that wait for their bill. */
  pending: { calls: number; setAside: string };
  /** Calls without a bill in time, and unknown calls. Only a late event, call records or a person settle them. */
  neverSettled: { calls: number; setAside: string };
  /** The oldest alert that is valid for the current budget. */
  alert: { cap: BudgetCap; sinceMs: number } | null;
}

export type ContactState = 'due' | 'claimed' | 'final' | 'locked';

export interface Claim {
  ref: CallRef;
  /** Null: the call has returned its agent. */
  agentId: string | null;
  claimedAtMs: number;
}

/** The next call of an agent who has become free. Its workflow must be started. */
export interface NextCall {
  claim: Claim;
  campaignName: string;
}

export interface ClaimRound {
  /** Calls whose workflows must be started: newly claimed ones, and earlier ones that were never marked as started. */
  claims: Claim[];
  campaignName: string;
  facts: CampaignFacts;
}

/** A single call. If its number is suppressed, it has ended and is not dialled. */
export type DirectCall =
  | { ref: CallRef; state: 'queued'; reason: null }
  | { ref: CallRef; state: 'ended'; reason: string };

export interface CampaignTotals {
  contacts: Record<ContactState, number>;
  calls: number;
  /** Those that the carrier placed or may have placed. */
  callsPlaced: number;
  callsByDisposition: Partial<Record<Disposition, number>>;
  /** Decimal string. */
  cost: string;
}

export interface CampaignStore {
  /** @throws StoreRefusal wrong-time (facts: field), unknown-list (facts: field, lists), key-reused */
  createCampaign(
    input: { id: CampaignId; settings: CampaignSettings; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Campaign>>;

  /** By creation; without an order the oldest first. */
  campaigns(
    page: PageRequest,
    list?: {
      kind?: CampaignKind | undefined;
      state?: CampaignState | undefined;
      /** Part of the name. The case of A to Z does not count. */
      name?: string | undefined;
      order?: 'asc' | 'desc';
    },
  ): Promise<Page<Campaign>>;
  /** From counters, in the order of the ids. @throws StoreRefusal not-found */
  campaignTotals(ids: readonly CampaignId[]): Promise<CampaignTotals[]>;
  /** @throws StoreRefusal not-found */
  campaign(id: CampaignId): Promise<Campaign>;
  /** @throws StoreRefusal not-found */
  campaignProgress(id: CampaignId, nowMs: number): Promise<CampaignProgress>;

  /**
   * Changes the settings of a campaign that is not over. Changed rules are a new version of the policy, for calls that
   * are claimed from then on. The audit contains the change.
   * @throws StoreRefusal not-found, illegal-move (facts: state), wrong-time (facts: field), key-reused,
   *   unknown-list (facts: field, lists), never-over (facts: field)
   */
  editCampaign(
    input: { id: CampaignId } & Edit<Campaign, CampaignSettings>,
    once?: IdempotencyKey,
  ): Promise<Idempotent<EditedCampaign>>;

  /**
   * Compare-and-set of the campaign's state. After a cancellation nothing is claimed, and all due contacts become
   * final, as `not-dialled` if none of their calls has ended: the first batch in the same transaction, the rest by a
   * `ContactJob`. A move to the current state is illegal too, except for a replay of the same key, or to change a
   * scheduled start.
   * @param input.startsAtMs schedules the `start` for this instant; `claim` starts the campaign then
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
   * Creates a draft with the settings of another campaign in any state, without a deadline in the past. If requested,
   * with its contacts and their row keys, due at once: the first batch in the same transaction, the rest by a
   * `ContactJob`, each as it is at that time. The clone does not end before it has all of them.
   * @throws StoreRefusal not-found, unknown-list (facts: field, lists), key-reused, being-copied (the contacts of the
   *   other)
   */
  cloneCampaign(
    input: {
      of: CampaignId;
      id: CampaignId;
      /** Null: the same name. */
      name: string | null;
      /** Undefined: the same lists. */
      suppressionLists?: readonly string[] | null | undefined;
      contacts: ClonedContacts;
      /** Of those contacts, only these. */
      where?: ContactSelection | undefined;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<ClonedCampaign>>;

  /**
   * A single call, now: adds a contact to the standing campaign `direct`, which is created in state running if it does
   * not exist, and returns the reference of its first call. The same number may be called repeatedly. The policy of
   * `direct` allows one attempt.
   * @throws StoreRefusal unknown-agent (facts: field), campaign-paused (facts: state, allowed), key-reused
   */
  addDirectCall(
    input: { number: string; name: string | null; agentId: string | null; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<DirectCall>>;

  /**
   * Claims up to `limit` due contacts, in one transaction. Each claim takes a due contact whose number has no live call
   * in any campaign and a free ready agent (the contact's own if it names one, else the one idle for longest), and
   * creates a call row in state `claimed`. Only while the campaign may dial, the account is neither stopped nor on
   * hold, and the caps allow it. If an open hold is due for a probe and no claimed call of the account is on its way to
   * admission, one contact is claimed as that probe.
   * A scheduled campaign whose time has come is started first. After the deadline nothing is claimed, and contacts that
   * are due when the campaign ends become final. Agents that several campaigns want are shared (`fair-share`).
   * `claims` also contains calls of this campaign that were claimed before and never marked as started. `facts` are
   * read at the end of the same transaction; if `campaignNext` finds the campaign complete, it is set completed there.
   * The store remembers since when the campaign has waited for the same reason.
   */
  claim(input: { id: CampaignId; limit: number; nowMs: number }): Promise<ClaimRound>;

  /**
   * Claims the next call of an agent whose wrap-up is over, as `endCall` does when there is no wrap-up. Null: the agent
   * is not free, or no campaign that wants agents has a call for it.
   */
  claimForAgent(agentId: string, nowMs: number): Promise<NextCall | null>;

  /** Notes that the workflows of these calls run. */
  markStarted(refs: CallRef[], nowMs: number): Promise<void>;
}
