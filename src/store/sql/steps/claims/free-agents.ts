/** The agents that one claim may give calls to. Their calls are counted in memory until they are written. */
import { FREE_AGENT, IN_POOL, MAY_TAKE, poolsOf, type FreeAgent } from '../../rows/agent-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import type { ClaimTurns } from './fair-share.ts';

type FreeAgentRow = Omit<FreeAgent, 'pools'> & { pools: string };

export class FreeAgents {
  readonly #tx: Tx;
  readonly #pool: string | null;
  readonly #nowMs: number;
  /** In the order of their idle time. */
  readonly #byId = new Map<string, FreeAgent>();
  #inOrder: FreeAgent[] = [];
  #read = 0;
  #areAll = false;

  constructor(tx: Tx, { pool, nowMs }: { pool: string | null; nowMs: number }) {
    this.#tx = tx;
    this.#pool = pool;
    this.#nowMs = nowMs;
  }

  /** One agent only, whose row the transaction has locked. */
  static only(tx: Tx, agent: FreeAgent, nowMs: number): FreeAgents {
    const agents = new FreeAgents(tx, { pool: null, nowMs });
    agents.#byId.set(agent.id, agent);
    agents.#inOrder = [agent];
    agents.#areAll = true;
    return agents;
  }

  /** The agent that has been idle for longest and is not left to others. @param likely so many are probably taken */
  async idleForLongest(turns: ClaimTurns, likely = 1): Promise<FreeAgent | undefined> {
    for (;;) {
      const found = this.#inOrder.find(({ room, pools }) => room > 0 && turns.mayTake(pools));
      if (found || this.#areAll) return found;
      await this.#readMore(likely);
    }
  }

  /** Undefined: it may not take a call, or is left to others. */
  async only(id: string, turns: ClaimTurns): Promise<FreeAgent | undefined> {
    const known = this.#byId.get(id) ?? (await this.#readOne(id));
    return known && known.room > 0 && turns.mayTake(known.pools) ? known : undefined;
  }

  async #readMore(likely: number): Promise<void> {
    const limit = Math.max(likely, 2 * this.#read);
    const agents = await this.#tx.all<FreeAgentRow>(
      `SELECT ${FREE_AGENT} FROM agents INDEXED BY agents_free WHERE ${MAY_TAKE} AND ${IN_POOL}
       ORDER BY idle_since_ms, id LIMIT :limit`,
      { nowMs: this.#nowMs, pool: this.#pool, limit },
    );
    this.#read = limit;
    this.#areAll = agents.length < limit;
    this.#inOrder = agents.map((agent) => this.#remember(agent));
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
