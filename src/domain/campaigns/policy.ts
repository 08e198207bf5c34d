import type { ConsentRule } from '../contacts/consent.ts';
import type { CallingWindow } from '../contacts/calling-window.ts';
import type { HoldTimeout } from '../account/hold.ts';
import { DEFAULT_CAPS_COUNT } from '../rules/caps-count.ts';
import { DEFAULT_DIAL_ORDER, type DialOrder } from '../rules/dial-orders.ts';
import { AFTER_SILENCE_MS, NO_CAPS, type NumberCaps } from '../contacts/number-caps.ts';
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
  /** IANA zone of the campaign. It is used for contacts without a zone of their own and for the days of the budget. */
  zone: string;
  caps: NumberCaps;
  /**
   * Countries whose numbers may be added, ISO 3166-1; null: every country. Numbers without a country, such as satellite
   * numbers, and premium-rate numbers are never added.
   */
  countries: readonly string[] | null;
  /** Ids of the suppression lists that count; null: every list, also lists that are created later. */
  suppressionLists: readonly string[] | null;
  /** Null, or left out as in policies before schema 8: consent is not asked. */
  consent?: ConsentRule | null;
  /** Most live calls of this campaign; null: limited by the agents only. */
  maxLiveCalls: number | null;
  /** Most POSTs per second; null: limited by the agents only. */
  callsPerSecond: number | null;
  /** Whom it dials first of those that are due. Left out, as in policies before schema 10: `list`. */
  dialOrder?: DialOrder;
  /** Null: no budget, and nothing is reserved. */
  budget: BudgetPolicy | null;
  agents: AgentPolicy;
  /** Caller id shown on the agent's phone (interface document 2.2); null: the destination number. */
  agentCallerId: string | null;
  /** False: no call waits for a recording, and no lookup is made. For carriers without recordings. */
  collectRecordings: boolean;
  /** Rules for refusals that differ from the usual ones. */
  refusals: RefusalRules;
  /** What the campaign does when the account's hold lasts too long; null: it goes on waiting. */
  holdTimeout: HoldTimeout | null;
  /** If campaigns want the same agents, the higher priority comes first. Weights do not matter then. */
  priority: number;
  /** Campaigns of one priority get calls in proportion to their weights. Above 0. */
  weight: number;
  /** Presets that the rules were made with, and which edition. Left out: none. The rules may have been edited since. */
  presets?: readonly AppliedPreset[];
}

/** A preset of `src/domain/presets` that a policy was made with. */
export interface AppliedPreset {
  id: string;
  edition: number;
}

export interface AgentPolicy {
  /** The only pool whose agents take the calls; null: any pool. */
  pool: string | null;
  /** Wrap-up after a call that the agent answered, before the next call. */
  wrapUpMs: number;
  /**
   * After a call in which people talked, wrap-up lasts until its outcome is set, and at most so long; null, or left out as
   * in policies before schema 6: the outcome is not required.
   */
  outcomeWithinMs?: number | null;
  /** An agent is paused after this many unanswered calls in a row; null: never. */
  pauseAfterMisses: number | null;
}

export interface BudgetPolicy {
  /** Null: no cap. */
  total: string | null;
  /** For one day in the campaign's zone. */
  perDay: string | null;
  /** Reserved for a call from its POST until its cost is known. For an `unknown` call, until it is resolved. */
  reservePerCall: string;
  /** Share of a cap, from 0 to 1, at which an alert is raised. */
  alertAt: number;
}

/** For single calls that were requested for now. */
export const HIGHEST_PRIORITY = 1_000;
/** For callbacks, because a customer was promised a time. Higher than the priority of any list campaign. */
export const CALLBACK_PRIORITY = 500;

export const DEFAULT_POLICY: Policy = {
  redial: DEFAULT_REDIAL_POLICY,
  window: null,
  zone: 'UTC',
  caps: { ...NO_CAPS, countBy: DEFAULT_CAPS_COUNT, afterSilenceMs: AFTER_SILENCE_MS },
  countries: null,
  suppressionLists: null,
  consent: null,
  maxLiveCalls: null,
  callsPerSecond: null,
  dialOrder: DEFAULT_DIAL_ORDER,
  budget: null,
  agents: { pool: null, wrapUpMs: 0, outcomeWithinMs: null, pauseAfterMisses: null },
  agentCallerId: null,
  collectRecordings: true,
  refusals: NO_REFUSAL_RULES,
  holdTimeout: null,
  priority: 0,
  weight: 1,
};
