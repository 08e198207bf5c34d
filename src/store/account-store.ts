import type { Hold } from '../domain/account/hold.ts';
import type { HoldRuleFor } from '../domain/account/hold-rules.ts';
import type { Agent } from './calls/placement-store.ts';
import type { Edited, Idempotent, IdempotencyKey, Precondition } from './store.ts';
import type { HoldTiming } from '../domain/timing.ts';

/** What may be changed of an agent. Another address is another agent. */
export interface AgentSettings {
  name: string;
  /** Campaigns may keep to one pool of agents. */
  pool: string;
  /** Most calls at once; 1 for a SIP account. */
  capacity: number;
}

export type NewAgent = Agent & AgentSettings;

export interface AgentView extends NewAgent {
  /** The call the agent is on; one of them, where there may be several. */
  onCall: string | null;
  liveCalls: number;
  /** No call before then: work after the last one. 0: none. */
  wrapUpUntilMs: number;
  /** Calls in a row that the agent let ring. */
  misses: number;
  /** Why the agent is paused, where nobody asked for it. */
  pausedWhy: string | null;
}

export interface Account {
  /** Set by a person: no POST leaves, whatever else is said. */
  stopped: { sinceMs: number; reason: string | null } | null;
  hold: Hold | undefined;
  limits: AccountLimits;
  liveCalls: number;
}

/** Over all campaigns; null: no limit. */
export interface AccountLimits {
  callsPerSecond: number | null;
  maxLiveCalls: number | null;
  /** Each status and code once; a status without a rule has the usual one. */
  holdRules: readonly HoldRuleFor[];
}

export interface AccountStore {
  account(): Promise<Account>;
  /** Idempotent; works with Temporal down. */
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
   * An open hold goes on by the rule that is now for it, at once.
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
  /** Lifts the hold by hand. Nothing happens when there is none. */
  liftHold(
    input: { precondition?: Precondition<Account>; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<Account>>;

  agents(): Promise<AgentView[]>;
  /** @throws StoreRefusal not-found */
  agent(id: string): Promise<AgentView>;
  /** @throws StoreRefusal already-exists when the id or the address is taken */
  addAgent(agent: NewAgent, nowMs: number, once?: IdempotencyKey): Promise<Idempotent<AgentView>>;
  /**
   * Calls that the agent has stay with it.
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
  /** Ready also ends the work after a call, and forgets what was missed. @throws StoreRefusal not-found */
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
