/** The agents that one claim may give calls to. Their calls are counted in memory until they are written. */
import { FREE_AGENT, inPool, MAY_TAKE, poolsOf, type FreeAgent } from '../../rows/agent-rows.ts';
import type { Params, Tx } from '../../engine/tx.ts';
import type { ClaimTurns } from './fair-share.ts';

type FreeAgentRow = Omit<FreeAgent, 'pools'> & { pools: string };

/** SQL about a contact. */
export interface ContactCondition {
  sql: string;
  params?: Params;
}

/** SQL: the contact waits for no agent, or for one who may take a call. Needs `:nowMs`. */
export const AGENT_FREE = `(agent_id IS NULL OR EXISTS (
  SELECT 1 FROM agents WHERE agents.id = contacts.agent_id AND ${MAY_TAKE}))`;

interface ClaimsAgents {
  /** Null: any. */
  pool: string | null;
  /** Those of the campaign that claims. */
  turns: ClaimTurns;
  nowMs: number;
}

export class FreeAgents {
  readonly turns: ClaimTurns;
  readonly #tx: Tx;
  readonly #pool: string | null;
  readonly #nowMs: number;
  /** In the order of their idle time. */
  readonly #byId = new Map<string, FreeAgent>();
  #inOrder: FreeAgent[] = [];
  #read = 0;
  #areAll = false;
  #areLocked = false;
  #contacts: ContactCondition = { sql: AGENT_FREE };
  /** Groups whose next turn is another campaign's, as their agents' rows name their pools. A claim gets no turn back. */
  readonly #leftToOthers = new Set<string>();

  constructor(tx: Tx, { pool, turns, nowMs }: ClaimsAgents) {
    this.#tx = tx;
    this.#pool = pool;
    this.turns = turns;
    this.#nowMs = nowMs;
  }

  /** One agent only, whose row the transaction has locked. What this claim takes of it, another does not see. */
  static only(tx: Tx, known: FreeAgent, claim: Omit<ClaimsAgents, 'pool'>): FreeAgents {
    const agent = { ...known };
    const agents = new FreeAgents(tx, { ...claim, pool: null });
    agents.#byId.set(agent.id, agent);
    agents.#inOrder = [agent];
    agents.#areAll = true;
    agents.#areLocked = true;
    agents.#contacts = {
      sql: '(agent_id IS NULL OR agent_id = :agentId)',
      params: { agentId: agent.id },
    };
    return agents;
  }

  /** Which contacts these agents may take. */
  get contacts(): ContactCondition {
    return this.#contacts;
  }

  /** The agent that has been idle for longest and is not left to others. @param likely so many are probably taken */
  async idleForLongest(likely = 1): Promise<FreeAgent | undefined> {
    for (;;) {
      const found = this.#inOrder.find((agent) => this.#mayTake(agent));
      if (found || this.#areAll) return found;
      await this.#readMore(likely);
    }
  }

  /** Undefined: it may not take a call, or is left to others. */
  async only(id: string): Promise<FreeAgent | undefined> {
    const known = this.#byId.get(id) ?? (await this.#readOne(id));
    return known && this.#mayTake(known) ? known : undefined;
  }

  /** Counts a call that the agent will have. */
  take(agent: FreeAgent): void {
    agent.capacityLeft -= 1;
    this.turns.took(agent.pools);
  }

  /** Locks the agents of these calls, and leaves out calls whose agent was taken since it was read. */
  async lockFor<Call extends { agentId: string }>(
    calls: readonly Call[],
  ): Promise<readonly Call[]> {
    if (this.#areLocked) return calls;
    const ids = [...new Set(calls.map(({ agentId }) => agentId))];
    const locked = await this.#tx.all<Pick<FreeAgent, 'id' | 'capacityLeft'>>(
      `SELECT id, capacity - live AS capacity_left FROM agents
       WHERE id IN (SELECT value FROM ${this.#tx.sql.texts(':ids')}) AND ${MAY_TAKE}
       ORDER BY id ${this.#tx.sql.forUpdate()}`,
      { ids: JSON.stringify(ids), nowMs: this.#nowMs },
    );
    const left = new Map(locked.map(({ id, capacityLeft }) => [id, capacityLeft]));
    return calls.filter(({ agentId }) => {
      const capacityLeft = left.get(agentId) ?? 0;
      left.set(agentId, capacityLeft - 1);
      return capacityLeft > 0;
    });
  }

  #mayTake({ capacityLeft, pools }: FreeAgent): boolean {
    return capacityLeft > 0 && this.turns.mayTake(pools);
  }

  async #readMore(likely: number): Promise<void> {
    const limit = Math.max(likely, 2 * this.#read);
    const agents = await this.#tx.all<FreeAgentRow>(
      `SELECT ${FREE_AGENT} FROM agents ${this.#tx.sql.indexedBy('agents_free')} WHERE ${MAY_TAKE} AND ${inPool(this.#tx.sql)}
         AND pools NOT IN (SELECT value FROM ${this.#tx.sql.texts(':leftToOthers')})
       ORDER BY idle_since_ms, id LIMIT :limit`,
      {
        nowMs: this.#nowMs,
        pool: this.#pool,
        limit,
        leftToOthers: JSON.stringify([...this.#leftToOthers]),
      },
    );
    this.#read = limit;
    this.#areAll = agents.length < limit;
    this.#inOrder = agents.map((agent) => this.#remember(agent));
    for (const [index, { pools }] of agents.entries()) {
      if (this.#leftToOthers.has(pools) || this.turns.mayTake(this.#inOrder[index]!.pools))
        continue;
      this.#leftToOthers.add(pools);
    }
  }

  async #readOne(id: string): Promise<FreeAgent | undefined> {
    const agent = await this.#tx.get<FreeAgentRow>(
      `SELECT ${FREE_AGENT} FROM agents WHERE id = :id AND ${MAY_TAKE}`,
      { id, nowMs: this.#nowMs },
    );
    return agent && this.#remember(agent);
  }

  #remember(row: FreeAgentRow): FreeAgent {
    const known = this.#byId.get(row.id) ?? { ...row, pools: poolsOf(row) };
    this.#byId.set(row.id, known);
    return known;
  }
}
