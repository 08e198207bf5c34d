/** A contact and a campaign as preflight, `why` and the rehearsal ask the rules about them. */
import type { Spending } from '../campaigns/budget.ts';
import type { ZoneSource } from '../contacts/contact-zones.ts';
import type { Disposition } from '../calls/disposition.ts';
import type { CampaignId } from '../ids.ts';
import type { Policy } from '../campaigns/policy.ts';

export type PlannedState = 'due' | 'claimed' | 'final' | 'locked';

export interface PlannedContact {
  /** From 1. */
  position: number;
  number: string;
  /** The only agent who may take its calls; null: any. */
  agentId: string | null;
  /** From then on any agent may; null: never. */
  agentAloneUntilMs: number | null;
  state: PlannedState;
  /** The agent on its call, while it is claimed. */
  onCallWith: string | null;
  dueAtMs: number;
  /** IANA zones it may be in; null: not known, so the campaign's. */
  zones: readonly string[] | null;
  /** Where the zone comes from. */
  zoneSource: ZoneSource;
  notBeforeMs: number | null;
  notAfterMs: number | null;
  /** Until when a list of the campaign holds its number; null: none does. Infinity: for good. */
  suppressedUntilMs: number | null;
  /** When its number was dialled, in any campaign, as far as the caps reach. */
  dialsMs: readonly number[];
  /** A call that ended as `unknown`, of whichever campaign, keeps its number. */
  numberHeld: boolean;
  /** Of its last call that has ended. */
  disposition: Disposition | null;
  /** Ordinal of its last call. */
  calls: number;
  /** Its calls that were dialled, by disposition, and the attempts they spent. */
  past: PastCalls;
}

export interface PastCalls {
  attempts: number;
  calls: number;
  byDisposition: Partial<Record<Disposition, number>>;
}

export interface PlannedAgent {
  id: string;
  pool: string;
  state: 'ready' | 'paused';
  capacity: number;
  liveCalls: number;
  idleSinceMs: number;
  wrapUpUntilMs: number;
  misses: number;
}

/** A campaign and what it shares with others, at one instant. Plain data. */
export interface CampaignPlan {
  campaignId: CampaignId;
  policy: Policy;
  /** From then on no call is placed; null: none. */
  deadlineAtMs: number | null;
  /** A start that is planned; null: none. */
  startsAtMs: number | null;
  /** All of the account. */
  agents: readonly PlannedAgent[];
  /** Of the account; null: none. */
  callsPerSecond: number | null;
  maxLiveCalls: number | null;
  spending: Spending;
  /** Of the day of the campaign's zone on which it was read, `YYYY-MM-DD`. */
  today: Spending & { day: string };
}

export const isSuppressedAt = (
  { suppressedUntilMs }: Pick<PlannedContact, 'suppressedUntilMs'>,
  nowMs: number,
): boolean => suppressedUntilMs !== null && suppressedUntilMs > nowMs;

/** The only agent who may take its call at an instant; null: any. */
export const ownAgentAt = (
  { agentId, agentAloneUntilMs }: Pick<PlannedContact, 'agentId' | 'agentAloneUntilMs'>,
  nowMs: number,
): string | null => (agentAloneUntilMs !== null && agentAloneUntilMs <= nowMs ? null : agentId);

/** Agents that may take calls of the campaign at all. */
export const agentsOf = ({ agents, policy }: CampaignPlan): readonly PlannedAgent[] =>
  agents.filter(({ pool }) => policy.agents.pool === null || pool === policy.agents.pool);
