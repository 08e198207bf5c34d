import type { Hold } from '../domain/hold.ts';
import type { Agent } from './placement-store.ts';
import type { Once, OnceKey } from './store.ts';

export interface AgentView extends Agent {
  /** The call the agent is on. */
  onCall: string | null;
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
}

export interface AccountStore {
  account(): Promise<Account>;
  /** Idempotent; works with Temporal down. */
  setAccountStopped(
    input: { stopped: boolean; reason: string | null; nowMs: number },
    once?: OnceKey,
  ): Promise<Once<Account>>;
  /** Limits that are left out stay. */
  setAccountLimits(
    input: { limits: Partial<AccountLimits>; nowMs: number },
    once?: OnceKey,
  ): Promise<Once<Account>>;
  /** Lifts the hold by hand. Nothing happens when there is none. */
  liftHold(nowMs: number, once?: OnceKey): Promise<Once<Account>>;

  agents(): Promise<AgentView[]>;
  /** @throws StoreRefusal already-exists when the id or the address is taken */
  addAgent(agent: Agent, nowMs: number, once?: OnceKey): Promise<Once<AgentView>>;
  /** @throws StoreRefusal not-found */
  setAgentState(
    input: { id: string; state: Agent['state']; nowMs: number },
    once?: OnceKey,
  ): Promise<Once<AgentView>>;
}
