/** The agents that one claim may give calls to. Their calls are counted in memory until they are written. */
import { IN_POOL, MAY_TAKE, poolsOf } from '../../rows/agent-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import type { ClaimTurns } from './fair-share.ts';

export interface FreeAgent {
  id: string;
  pools: readonly string[];
  /** How many more calls it may take. */
  room: number;
  /** Since when it could take a call; null for an agent of several calls, whose idle time is not defined. */
  freeSinceMs: number | null;
}

type FreeAgentRow = Omit<FreeAgent, 'pools'> & { pools: string };

const FREE_AGENT = `
  SELECT id, pools, capacity - live AS room,
         CASE WHEN capacity > 1 THEN NULL
              WHEN paused_until_ms > idle_since_ms AND paused_until_ms > wrap_up_until_ms THEN paused_until_ms
              WHEN idle_since_ms > wrap_up_until_ms THEN idle_since_ms ELSE wrap_up_until_ms
         END AS freeSinceMs
  FROM agents`;

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
      `${FREE_AGENT} INDEXED BY agents_free WHERE ${MAY_TAKE} AND ${IN_POOL}
       ORDER BY idle_since_ms, id LIMIT :limit`,
      { nowMs: this.#nowMs, pool: this.#pool, limit },
    );
    this.#read = limit;
    this.#areAll = agents.length < limit;
    this.#inOrder = agents.map((agent) => this.#remember(agent));
  }

  async #readOne(id: string): Promise<FreeAgent | undefined> {
    const agent = await this.#tx.get<FreeAgentRow>(`${FREE_AGENT} WHERE id = :id AND ${MAY_TAKE}`, {
      id,
      nowMs: this.#nowMs,
    });
    return agent && this.#remember(agent);
  }

  #remember(row: FreeAgentRow): FreeAgent {
    const known = this.#byId.get(row.id) ?? { ...row, pools: poolsOf(row) };
    this.#byId.set(row.id, known);
    return known;
  }
}
