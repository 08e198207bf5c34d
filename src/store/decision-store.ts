import type { Disposition } from '../domain/calls/disposition.ts';
import type { ConsentFact } from '../domain/contacts/consent.ts';
import type { ContactArea } from '../domain/areas/contact-area.ts';
import type { ZoneSource } from '../domain/contacts/contact-zones.ts';
import type { Hold } from '../domain/account/hold.ts';
import type { CampaignState } from '../domain/campaigns/campaign-state.ts';
import type { Policy } from '../domain/campaigns/policy.ts';
import type { DecisionRecord } from '../domain/decisions/decision-record.ts';
import type { CallRef, CampaignId } from '../domain/ids.ts';
import type { OutcomeGroup } from '../domain/outcomes/outcome-groups.ts';
import type { AccountLimits } from './account-store.ts';
import type { Settlement } from './calls/call-store.ts';
import type { PlacementState } from './calls/placement-store.ts';
import type { Page, PageRequest } from './requests.ts';

/** A placement with what it was decided on. */
export interface Decision {
  placement: number;
  state: PlacementState;
  intentAtMs: number;
  outcomeAtMs: number | null;
  /** The release of the IANA time zone data that it was decided with. */
  zoneRules: string | null;
  /** Null: it was blocked before any intent. */
  decision: DecisionRecord | null;
}

export interface DecisionsOfCall {
  ref: CallRef;
  campaignId: CampaignId;
  /** Why it ended without an accepted POST, such as a refusal of admission; null: it did not end so. */
  notDialled: { reason: string; atMs: number | null } | null;
  decisions: Decision[];
}

export interface PolicyVersion {
  version: number;
  madeAtMs: number;
  policy: Policy;
}

/**
 * The id of the last placement that was written before a change. Such a change has the database for itself, so all
 * placements with larger ids came after it, whatever the clocks of the processes say.
 */
export interface AfterPlacement {
  lastPlacement: number;
}

/**
 * Of the placements of one campaign, in the order of their ids. Its hash is computed from that of the seal before and
 * from what the placements were decided on, so that a placement that is changed, removed or added later is noticed.
 */
export interface DecisionSeal {
  campaignId: CampaignId;
  /** From 1. */
  seal: number;
  /** Ids of the first and the last placement. */
  fromId: number;
  toId: number;
  placements: number;
  /** SHA-256, 64 hexadecimal digits; of the first seal only zeros. */
  previous: string;
  hash: string;
  sealedAtMs: number;
}

/** What a seal covers of a placement. Its JSON text is hashed, so neither names nor their order may change. */
export interface SealedPlacement {
  id: number;
  ref: CallRef;
  placement: number;
  intent_at: string;
  zone_data: string | null;
  decision: DecisionRecord | null;
}

export interface ArchivedPlacement {
  id: number;
  campaignId: CampaignId;
  digest: string;
}

/** A line of the export of decisions. Numbers are in it; who writes them to a file replaces them by hashes. */
export type DecisionLine =
  | ({ type: 'policy'; campaignId: CampaignId } & PolicyVersion & AfterPlacement)
  | ({ type: 'campaign'; campaignId: CampaignId } & CampaignStateChange)
  | ({ type: 'account' } & AccountStateChange)
  /** A probe of a hold that is not exported: of another campaign, or of another time. */
  | ({ type: 'probe' } & Pick<ExportedDecision, 'sealed' | 'outcome'>)
  /** An entry of a suppression list, for a number of the placements that follow. */
  | { type: 'suppressed'; number: string; list: string; version: number; untilMs: number | null }
  /** What is recorded of the consent of a number of the placements that follow. */
  | ({ type: 'consent'; number: string } & ConsentFact)
  /** A number of a person of the placements that follow, and since when it is known. */
  | { type: 'person'; person: string; number: string; sinceMs: number }
  /** A dial of a number of the placements that follow, or of their persons, in a call that is not exported. */
  | ({ type: 'dial' } & OtherDial)
  /** What somebody said of a call of a number of the placements that follow. */
  | ({ type: 'outcome' } & SaidOfNumber)
  | ExportedDecision
  /** A placement outside of the time that was asked for, without which a seal cannot be verified. */
  | { type: 'unselected'; campaignId: CampaignId; sealed: SealedPlacement }
  /** What its seal covers of a placement whose call was deleted; an archive has the rest. */
  | ({ type: 'archived' } & ArchivedPlacement)
  | ({ type: 'seal' } & DecisionSeal);

/** From then on the campaign had this state and deadline. */
export interface CampaignStateChange extends AfterPlacement {
  atMs: number;
  state: CampaignState;
  deadlineAtMs: number | null;
}

/** From then on the account allowed this. */
export interface AccountStateChange extends AfterPlacement {
  atMs: number;
  stoppedSinceMs: number | null;
  /** The limits that a decision reads. */
  limits: Omit<AccountLimits, 'pauseAfterUnknown'>;
  /** Null: no hold was open. */
  hold: Hold | null;
}

interface SaidOfNumber {
  number: string;
  ref: CallRef;
  group: OutcomeGroup;
  /** End of the call. */
  endedAtMs: number;
  /** Its last change. */
  saidAtMs: number;
}

interface OtherDial {
  number: string;
  ref: CallRef;
  atMs: number;
  /** Since when it counts against the caps: later than `atMs` if later evidence showed that the phone rang. */
  countedAtMs: number;
  endedAtMs: number | null;
}

export interface ExportedDecision {
  type: 'decision';
  campaignId: CampaignId;
  sealed: SealedPlacement;
  number: string;
  outcome: {
    state: PlacementState;
    atMs: number | null;
    status: number | null;
    code: string | null;
  };
  call: {
    claimedAtMs: number;
    endedAtMs: number | null;
    disposition: Disposition | null;
    /** Since when it counts against the caps of its number; null: it does not. */
    countedAtMs: number | null;
    settlement: Settlement;
    /** Each cost, and from when on it counted. The last one is the newest. */
    costs: readonly { atMs: number; cost: string }[];
  };
  contact: {
    zones: readonly string[] | null;
    zoneSource: ZoneSource;
    area: ContactArea | null;
    /** Null: the number is the person's only one, or they were erased. */
    person: string | null;
  };
}

/** Which decisions are exported. */
export interface DecisionSelection {
  /** Null: of all campaigns. */
  campaigns: readonly CampaignId[] | null;
  /** By the instant of the intent: from `fromMs` until just before `toMs`; null: without a bound. */
  fromMs: number | null;
  toMs: number | null;
}

export interface DecisionStore {
  /** @throws StoreRefusal not-found */
  decisions(ref: CallRef): Promise<DecisionsOfCall>;
  /** @throws StoreRefusal not-found */
  policyVersion(id: CampaignId, version: number): Promise<PolicyVersion>;
  /** The oldest first. @throws StoreRefusal not-found */
  policyVersions(id: CampaignId, page: PageRequest): Promise<Page<PolicyVersion>>;

  /**
   * Seals some of the placements that are not sealed yet, the oldest first. Several processes may do so at once. No unit
   * of a call waits for it.
   * @returns how many were sealed; 0: nothing is left to do
   */
  sealDecisions(nowMs: number): Promise<number>;
  /** The last seal of a campaign, or of each campaign that has one. */
  lastSeals(id: CampaignId | null): Promise<DecisionSeal[]>;
  /** Page by page from one snapshot. @throws StoreRefusal not-found */
  exportDecisions(selection: DecisionSelection): AsyncIterable<DecisionLine>;
}
