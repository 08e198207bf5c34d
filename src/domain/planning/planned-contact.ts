/** The facts of a contact and a campaign that preflight, `why` and the rehearsal pass to the rules. */
import { isInPool } from '../agents/agent.ts';
import type { Spending } from '../campaigns/budget.ts';
import type { ContactArea } from '../areas/contact-area.ts';
import { askConsent, type ConsentFact, type ConsentVerdict } from '../contacts/consent.ts';
import type { ZoneSource } from '../contacts/contact-zones.ts';
import type { DialTimeContact } from '../contacts/dial-time.ts';
import type { Disposition } from '../calls/disposition.ts';
import type { CampaignId } from '../ids.ts';
import type { Policy } from '../campaigns/policy.ts';

export type PlannedState = 'due' | 'claimed' | 'final' | 'locked';

export interface PlannedContact extends DialTimeContact {
  /** From 1. */
  position: number;
  number: string;
  /** Whose number it is, if the list says so. */
  person: string | null;
  /** Another number of the person is in turn; this one may be later. */
  waitsItsTurn: boolean;
  /** The only agent who may take its calls; null: any. */
  agentId: string | null;
  /** From this instant any agent may take them; null: never. */
  agentAloneUntilMs: number | null;
  state: PlannedState;
  /** The agent on its call, while it is claimed. */
  onCallWith: string | null;
  dueAtMs: number;
  /** Where the zone comes from. */
  zoneSource: ZoneSource;
  /** Null: its zones were named, or nothing says where it is. */
  area: ContactArea | null;
  /** Until when a list of the campaign holds its number; null: no list does. Infinity: permanently. */
  suppressedUntilMs: number | null;
  /** What is recorded of its number's consents; none is read if the campaign needs none. */
  consents: readonly ConsentFact[];
  /** A call that ended as `unknown`, in any campaign, occupies its number. */
  numberHeld: boolean;
  /** The disposition of its last ended call. */
  disposition: Disposition | null;
  /** Ordinal of its last call. */
  calls: number;
  /** Its dialled calls by disposition, and the attempts they spent. */
  past: PastCalls;
}

export interface PastCalls {
  attempts: number;
  calls: number;
  byDisposition: Partial<Record<Disposition, number>>;
}

export interface PlannedAgent {
  id: string;
  pools: readonly string[];
  state: 'ready' | 'paused';
  capacity: number;
  liveCalls: number;
  idleSinceMs: number;
  wrapUpUntilMs: number;
  /** The end of a pause that ends by itself; the state is `ready` meanwhile. 0: none. */
  pausedUntilMs: number;
  misses: number;
}

/** A campaign, and the resources that it shares with others, at one instant. Plain data. */
export interface CampaignPlan {
  campaignId: CampaignId;
  policy: Policy;
  /** No call is placed after this; null: no deadline. */
  deadlineAtMs: number | null;
  /** The scheduled start; null: none. */
  startsAtMs: number | null;
  /** All agents of the account. */
  agents: readonly PlannedAgent[];
  /** The account's limit; null: none. */
  callsPerSecond: number | null;
  maxLiveCalls: number | null;
  spending: Spending;
  /** The spending of the current day in the campaign's zone. `day` is `YYYY-MM-DD`. */
  today: Spending & { day: string };
}

export const isSuppressedAt = (
  { suppressedUntilMs }: Pick<PlannedContact, 'suppressedUntilMs'>,
  nowMs: number,
): boolean => suppressedUntilMs !== null && suppressedUntilMs > nowMs;

/** What the campaign's rule says of its consent; undefined: none is needed. */
export const consentAt = (
  { consents }: Pick<PlannedContact, 'consents'>,
  { consent = null }: Pick<Policy, 'consent'>,
  nowMs: number,
): ConsentVerdict | undefined => (consent ? askConsent(consent, consents, nowMs) : undefined);

/** Why a contact whose turn comes at this instant becomes final without a call; undefined: it does not. */
export function heldBackAt(
  contact: PlannedContact,
  { policy }: Pick<CampaignPlan, 'policy'>,
  nowMs: number,
): 'suppressed' | 'no-consent' | undefined {
  if (isSuppressedAt(contact, nowMs)) return 'suppressed';
  return consentAt(contact, policy, nowMs)?.allowed === false ? 'no-consent' : undefined;
}

/** The only agent who may take its call at this instant; null: any. */
export const ownAgentAt = (
  { agentId, agentAloneUntilMs }: Pick<PlannedContact, 'agentId' | 'agentAloneUntilMs'>,
  nowMs: number,
): string | null => (agentAloneUntilMs !== null && agentAloneUntilMs <= nowMs ? null : agentId);

export const mostLiveCalls = ({ maxLiveCalls, policy }: CampaignPlan): number =>
  Math.min(maxLiveCalls ?? Infinity, policy.maxLiveCalls ?? Infinity);

/** Agents that may take calls of the campaign. */
export const agentsOf = ({ agents, policy }: CampaignPlan): readonly PlannedAgent[] =>
  agents.filter((agent) => isInPool(agent, policy.agents.pool));
