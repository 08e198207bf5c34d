import type { Policy } from '../domain/campaigns/policy.ts';
import type { DecisionRecord } from '../domain/decisions/decision-record.ts';
import type { CallRef, CampaignId } from '../domain/ids.ts';
import type { PlacementState } from './calls/placement-store.ts';
import type { Page, PageRequest } from './store.ts';

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

export interface DecisionStore {
  /** @throws StoreRefusal not-found */
  decisions(ref: CallRef): Promise<DecisionsOfCall>;
  /** @throws StoreRefusal not-found */
  policyVersion(id: CampaignId, version: number): Promise<PolicyVersion>;
  /** The oldest first. @throws StoreRefusal not-found */
  policyVersions(id: CampaignId, page: PageRequest): Promise<Page<PolicyVersion>>;
}
