import type { CallingWindow } from '../contacts/calling-window.ts';
import type { HoldTimeout } from '../account/hold.ts';
import { NO_CAPS, type NumberCaps } from '../contacts/number-caps.ts';
import { NO_REFUSAL_RULES, type RefusalRules } from '../calls/refusal-rules.ts';
import { DEFAULT_REDIAL_POLICY, type RedialPolicy } from '../calls/redial.ts';

/**
 * The rules of a campaign. An edit makes a new version; a call keeps the version it was claimed under.
 * Plain JSON: it is stored as such. Money as decimal strings.
 */
export interface Policy {
  redial: RedialPolicy;
  /** Null: at any time. */
  window: CallingWindow | null;
  /** IANA zone of the campaign: of contacts that say no other, and of its own days. */
  zone: string;
  caps: NumberCaps;
  /**
   * Countries whose numbers may be added, ISO 3166-1; null: every country. Numbers of no country, such as satellite
   * ones, and premium-rate ones are never added.
   */
  countries: readonly string[] | null;
  /** Ids of the suppression lists that count; null: every list, those made later included. */
  suppressionLists: readonly string[] | null;
  /** Most live calls of this campaign; null: as many as there are agents. */
  maxLiveCalls: number | null;
  /** Most POSTs per second; null: as fast as agents are free. */
  callsPerSecond: number | null;
  /** Null: none, and nothing is set aside. */
  budget: BudgetPolicy | null;
  agents: AgentPolicy;
  /** Caller id shown on the agent's phone (interface document 2.2); null: the destination number. */
  agentCallerId: string | null;
  /** False where the carrier makes none: nobody waits for a recording, and no lookup is spent on it. */
  collectRecordings: boolean;
  /** What a refusal does, where it is not the usual. */
  refusals: RefusalRules;
  /** What it does once the account's hold has kept it waiting for so long; null: it goes on waiting. */
  holdTimeout: HoldTimeout | null;
  /** Where campaigns want the same agents the higher priority comes first, whatever the weights. */
  priority: number;
  /** Among campaigns of one priority: calls in proportion to it. Above 0. */
  weight: number;
}

export interface AgentPolicy {
  /** The one pool whose agents take the calls; null: agents of any. */
  pool: string | null;
  /** Work after a call that the agent answered, before the next may ring. */
  wrapUpMs: number;
  /** An agent is paused after so many unanswered calls in a row; null: never. */
  pauseAfterMisses: number | null;
}

export interface BudgetPolicy {
  /** Null: no cap. */
  total: string | null;
  /** On one day of the campaign's zone. */
  perDay: string | null;
  /** Kept aside for a call from its POST until its cost is known; for one that stays unknown, until it is resolved. */
  reservePerCall: string;
  /** Share of a cap, from 0 to 1, at which the campaign warns. */
  alertAt: number;
}

/** What a budget that names only its reserve has. */
export const DEFAULT_BUDGET = {
  total: null,
  perDay: null,
  alertAt: 0.8,
} satisfies Partial<BudgetPolicy>;

/** Of calls that somebody asked for now. */
export const HIGHEST_PRIORITY = 1_000;
/** Of callbacks: somebody was promised a time. Above what a campaign may be given. */
export const CALLBACK_PRIORITY = 500;

export const DEFAULT_POLICY: Policy = {
  redial: DEFAULT_REDIAL_POLICY,
  window: null,
  zone: 'UTC',
  caps: NO_CAPS,
  countries: null,
  suppressionLists: null,
  maxLiveCalls: null,
  callsPerSecond: null,
  budget: null,
  agents: { pool: null, wrapUpMs: 0, pauseAfterMisses: null },
  agentCallerId: null,
  collectRecordings: true,
  refusals: NO_REFUSAL_RULES,
  holdTimeout: null,
  priority: 0,
  weight: 1,
};
