import type { Hold } from '../domain/account/hold.ts';
import type { HoldRuleFor } from '../domain/account/hold-rules.ts';
import type { Agent } from './calls/placement-store.ts';
import type { Edited, Idempotent, IdempotencyKey, Precondition } from './store.ts';
import type { HoldTiming } from '../domain/timing.ts';

/** The editable settings of an agent. The address cannot be edited. */
export interface AgentSettings {
  name: string;
  /** A campaign may use the agents of one pool only. */
  pool: string;
  /** Most calls at once; 1 for a SIP account. */
  capacity: number;
}

export type NewAgent = Agent & AgentSettings;

export interface AgentView extends NewAgent {
  /** The call the agent is on; one of them if there are several. */
  onCall: string | null;
  liveCalls: number;
  /** The end of the wrap-up after the last call; no call before then. 0: no wrap-up. */
  wrapUpUntilMs: number;
  /** Calls in a row that the agent did not answer. */
  misses: number;
  /** Why Dialwright paused the agent; null: a person did, or it is not paused. */
  pausedWhy: string | null;
}

export interface Account {
  /** Set by a person. While it is set, no POST leaves. */
  stopped: { sinceMs: number; reason: string | null } | null;
  hold: Hold | undefined;
  limits: AccountLimits;
  liveCalls: number;
}

/** Limits over all campaigns; null: no limit. */
export interface AccountLimits {
  callsPerSecond: number | null;
  maxLiveCalls: number | null;
  /** At most one rule for each status and code. A status without a rule has the usual one. */
  holdRules: readonly HoldRuleFor[];
}

export interface AccountStore {
  account(): Promise<Account>;
  /** Idempotent. It does not need Temporal. */
  setAccountStopped(
    input: {
      stopped: boolean;
      reason: string | null;
      precondition?: Precondition<Account>;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Account>>;
  /**
   * The new rules apply to an open hold at once.
   * @param input.hold for the usual rules
   */
  setAccountLimits(
    input: {
      change: (known: AccountLimits) => Edited<AccountLimits>;
      precondition?: Precondition<Account>;
      hold: HoldTiming;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Edited<Account>>>;
  /** Lifts the hold by hand. Without a hold it has no effect. */
  liftHold(
    input: { precondition?: Precondition<Account>; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Account>>;

  agents(): Promise<AgentView[]>;
  /** @throws StoreRefusal not-found */
  agent(id: string): Promise<AgentView>;
  /** @throws StoreRefusal already-exists: the id or the address is in use */
  addAgent(agent: NewAgent, nowMs: number, once?: IdempotencyKey): Promise<Idempotent<AgentView>>;
  /**
   * Current calls stay with the agent.
   * @throws StoreRefusal not-found, agent-busy (facts: live_calls) when it has more calls than the new capacity
   */
  editAgent(
    input: {
      id: string;
      change: (known: AgentView) => Edited<AgentSettings>;
      precondition?: Precondition<AgentView>;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Edited<AgentView>>>;
  /** `ready` also ends the wrap-up and resets `misses`. @throws StoreRefusal not-found */
  setAgentState(
    input: {
      id: string;
      state: Agent['state'];
      precondition?: Precondition<AgentView>;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<AgentView>>;
}
