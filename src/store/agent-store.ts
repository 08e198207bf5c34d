import type { CurrentActivity } from '../domain/agents/agent-activity.ts';
import type { AgentStateChange, AgentsCall } from '../domain/agents/agent-history.ts';
import type { Agent } from './calls/placement-store.ts';
import type {
  Edit,
  Edited,
  IdempotencyKey,
  Idempotent,
  Page,
  PageRequest,
  Precondition,
} from './requests.ts';

/** The editable settings of an agent. */
export interface AgentSettings {
  name: string;
  /** Unique among the agents that are not deleted. */
  address: string;
  /** At least one, none twice. A campaign may use the agents of one pool only. */
  pools: readonly string[];
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
  /** When it becomes ready by itself; null: it is ready, or stays paused until somebody sets it ready. */
  pausedUntilMs: number | null;
  /** Why it is paused, if a reason was given. */
  pausedReason: string | null;
  /** It is shown because calls refer to it, and takes no more calls. */
  deletedAtMs: number | null;
}

/** An agent as answers show it. */
export interface ShownAgent extends AgentView {
  activity: CurrentActivity;
}

/** `ready` also ends the wrap-up and resets `misses`. */
export interface AgentMove {
  state: Agent['state'];
  /** Of a pause: when the agent becomes ready by itself; left out or null: when somebody sets it ready. */
  untilMs?: number | null;
  /** Left out: a pause keeps the reason that it has. */
  reason?: string | undefined;
  nowMs: number;
}

export interface ImportedAgents {
  added: string[];
  edited: string[];
  /** In use with the same settings. */
  unchanged: string[];
}

/** A row of an import that cannot be used. `index`: its position in the rows, from 0. */
export interface AgentRowFault {
  index: number;
  field: 'id' | 'kind' | 'address' | 'capacity';
  reason: string;
}

export interface DeletedAgent {
  agent: ShownAgent;
  /** Contacts that were bound to it. */
  contacts: number;
  /** Callbacks that were bound to it, and still come. */
  callbacks: string[];
  /** The agent that they are bound to now; null: any agent of the campaign may take them. */
  replacedBy: string | null;
  /** Campaigns that are not over and use only one of its pools, if that pool has no agent left. */
  campaignsWithoutAgents: string[];
}

/** What a page of an agent's history is made of. */
export interface AgentTimes {
  fromMs: number;
  /** Earlier than what was asked for if another page follows. */
  toMs: number;
  /** The last change before `fromMs`, and those in the time. */
  changes: AgentStateChange[];
  /** Calls that were placed before `toMs`, and that lasted, or whose wrap-up lasted, until `fromMs` or longer. */
  calls: AgentsCall[];
  /** Cursor of the next page. */
  next: string | undefined;
}

export interface AgentStore {
  /** Agents that are not deleted. @param nowMs at which their state is shown; left out: now @param pool null: all */
  agents(nowMs?: number, pool?: string | null): Promise<ShownAgent[]>;
  /** The same in pages, in the order of their ids. */
  agentPage(page: PageRequest): Promise<Page<AgentView>>;
  /** Also a deleted one. @throws StoreRefusal not-found */
  agent(id: string, nowMs?: number): Promise<ShownAgent>;
  /** @throws StoreRefusal already-exists: the id or the address is in use, or the id was */
  addAgent(agent: NewAgent, nowMs: number, once?: IdempotencyKey): Promise<Idempotent<ShownAgent>>;
  /**
   * Adds all these agents, or none. An agent with a known id gets the settings of the row if `edits` is set.
   * @throws StoreRefusal bad-agents (facts: faults, AgentRowFault[])
   */
  importAgents(
    input: { agents: readonly NewAgent[]; edits: boolean; nowMs: number },
    once?: IdempotencyKey,
  ): Promise<Idempotent<ImportedAgents>>;
  /**
   * Current calls stay with the agent.
   * @throws StoreRefusal not-found, already-exists (the address), agent-busy (facts: live_calls) when it has more calls
   *   than the new capacity, or has calls at the old address
   */
  editAgent(
    input: { id: string } & Edit<AgentView, AgentSettings, AgentView>,
    once?: IdempotencyKey,
  ): Promise<Idempotent<Edited<ShownAgent>>>;
  /** @throws StoreRefusal not-found */
  setAgentState(
    input: AgentMove & { id: string; precondition?: Precondition<AgentView> },
    once?: IdempotencyKey,
  ): Promise<Idempotent<ShownAgent>>;
  /** All agents of a pool at once. @throws StoreRefusal not-found: no agent is in the pool */
  setPoolState(
    input: AgentMove & { pool: string },
    once?: IdempotencyKey,
  ): Promise<Idempotent<ShownAgent[]>>;
  /**
   * Deletes an agent without live calls. Contacts and callbacks that are bound to it are bound to `replaceWith`, or, if
   * it is forced, to nobody. Many contacts take several transactions. From the first on the agent is paused and nothing
   * new may refer to it; a request with other terms takes the deletion over, and a move of the agent cancels it.
   * @throws StoreRefusal not-found, agent-busy, agent-in-use (facts: contacts, callbacks), unknown-agent (`replaceWith`),
   *   deletion-stopped (facts: replace_with)
   */
  deleteAgent(
    input: {
      id: string;
      replaceWith: string | null;
      forced: boolean;
      precondition?: Precondition<AgentView>;
      nowMs: number;
    },
    once?: IdempotencyKey,
  ): Promise<Idempotent<DeletedAgent>>;
  /** A page begins where the one before ends, and has at most `limit` calls. @throws StoreRefusal not-found */
  agentTimes(
    id: string,
    span: { fromMs: number; toMs: number },
    page: PageRequest,
  ): Promise<AgentTimes>;
}
