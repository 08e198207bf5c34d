import type { ContactDetails } from '../domain/contacts/details.ts';
import type { Disposition } from '../domain/calls/disposition.ts';
import type { CallRef, CampaignId } from '../domain/ids.ts';
import type { Call } from './calls/call-store.ts';
import type { Outcome } from './outcomes/outcome-store.ts';
import type { Idempotent, IdempotencyKey } from './requests.ts';

/** What agents see of a campaign. */
export interface CampaignPage {
  /** Markdown; empty: none. */
  script: string;
  /** Template of an https URL; null: none. */
  screenPop: string | null;
}

/** An earlier call to the number, in any campaign. */
export interface PastCall {
  ref: CallRef;
  placedAtMs: number;
  disposition: Disposition | null;
  outcome: string | null;
  note: string | null;
  agentId: string | null;
}

export interface AgentsCall {
  call: Call;
  /** It keeps the agent: it rings, or people talk. Else it was the agent's last one. */
  holdsAgent: boolean;
  contact: { name: string | null; rowKey: string | null; label: string | null } & ContactDetails;
  campaign: { id: CampaignId; name: string } & CampaignPage;
  outcome: Outcome | null;
  /** Wrap-up goes on until the outcome is set, by the policy that the call was claimed under. */
  outcomeWithinMs: number | null;
  /** Newest first. */
  history: PastCall[];
}

export interface AgentsDay {
  calls: number;
  talked: number;
  talkMs: number;
}

export interface AgentPageStore {
  /** The call that the agent has, else its last one that was placed; null: there was none. */
  callOfAgent(agentId: string): Promise<AgentsCall | null>;
  /** Calls of the agent that were placed since then. */
  dayOfAgent(agentId: string, sinceMs: number): Promise<AgentsDay>;
  /** @throws StoreRefusal not-found (the campaign) */
  campaignPage(id: CampaignId): Promise<CampaignPage>;
  /** @throws StoreRefusal not-found (the campaign) */
  putCampaignPage(
    input: { id: CampaignId; page: CampaignPage; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<CampaignPage>>;
}
