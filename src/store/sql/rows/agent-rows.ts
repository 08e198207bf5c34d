import type { AgentStateChange } from '../../../domain/agents/agent-history.ts';
import type { CallRef } from '../../../domain/ids.ts';
import type { AgentView } from '../../agent-store.ts';
import type { Agent } from '../../calls/placement-store.ts';
import { DIALWRIGHT } from '../../audit-store.ts';
import { StoreRefusal } from '../../requests.ts';
import { writeAudit } from './audit.ts';
import type { CallRow } from './call-rows.ts';
import { ANY_WANTS_AGENTS } from './campaign-rows.ts';
import type { Dialect } from '../engine/dialect.ts';
import type { Tx } from '../engine/tx.ts';

/** Needs `:nowMs`. */
const AGENT = `
  SELECT id, name, kind, address, CASE WHEN paused_until_ms > :nowMs THEN 'paused' ELSE state END AS state,
         pools, capacity, live AS live_calls, misses, wrap_up_until_ms,
         CASE WHEN state = 'ready' AND paused_until_ms > :nowMs THEN paused_until_ms END AS paused_until_ms,
         CASE WHEN state = 'paused' OR paused_until_ms > :nowMs THEN paused_reason END AS paused_reason,
         deleted_at_ms,
         (SELECT ref FROM calls WHERE agent_id = agents.id AND holds_agent = 1 ORDER BY id LIMIT 1) AS on_call
  FROM agents`;

/** Ready, with capacity for a call, and neither in wrap-up nor in a pause that ends by itself. */
export const MAY_TAKE = `agents.state = 'ready' AND agents.live < agents.capacity
  AND agents.wrap_up_until_ms <= :nowMs AND agents.paused_until_ms <= :nowMs`;

/** SQL: the agent is in the pool `:pool`; null: any. */
export const inPool = (sql: Dialect): string =>
  `(CAST(:pool AS TEXT) IS NULL OR :pool IN (SELECT value FROM ${sql.texts('agents.pools')}))`;

export const poolsOf = ({ pools }: { pools: string }): string[] => JSON.parse(pools) as string[];

type AgentRow = Omit<AgentView, 'pools'> & { pools: string };
const toView = (row: AgentRow): AgentView => ({ ...row, pools: poolsOf(row) });

/** Agents that are not deleted, in the order of their ids. */
export async function agentRows(
  tx: Tx,
  { pool = null, leaving = true, after = '', limit, nowMs }: AgentRowsWanted,
): Promise<AgentView[]> {
  const rows = await tx.all<AgentRow>(
    `${AGENT} WHERE deleted_at_ms IS NULL AND (deletion IS NULL OR :leaving = 1) AND id > :after AND ${inPool(tx.sql)}
     ORDER BY id LIMIT :limit`,
    { nowMs, pool, leaving: Number(leaving), after, limit: limit ?? Number.MAX_SAFE_INTEGER },
  );
  return rows.map(toView);
}

interface AgentRowsWanted {
  /** Null: all pools. */
  pool?: string | null;
  /** Whether those that are being deleted are among them. Left out: true. */
  leaving?: boolean;
  /** The id before the first one. */
  after?: string;
  limit?: number;
  nowMs: number;
}

/** Those of these agents that exist, also deleted ones. @param ids JSON array */
export async function agentsNamed(tx: Tx, ids: string, nowMs: number): Promise<AgentView[]> {
  const rows = await tx.all<AgentRow>(
    `${AGENT} WHERE id IN (SELECT value FROM ${tx.sql.texts(':ids')})`,
    {
      ids,
      nowMs,
    },
  );
  return rows.map(toView);
}

/** Also a deleted one. @throws StoreRefusal not-found */
export async function agentOnceKnown(tx: Tx, id: string, nowMs: number): Promise<AgentView> {
  const agent = await tx.get<AgentRow>(`${AGENT} WHERE id = :id`, { id, nowMs });
  if (!agent) throw new StoreRefusal('not-found', 'there is no such agent', { agent: id });
  return toView(agent);
}

/** @throws StoreRefusal not-found */
export async function knownAgent(tx: Tx, id: string, nowMs: number): Promise<AgentView> {
  const agent = await agentOnceKnown(tx, id, nowMs);
  if (agent.deletedAtMs === null) return agent;
  throw new StoreRefusal('not-found', 'the agent was deleted', { agent: id });
}

/** For a call or callback whose field `agent_id` names the agent. @throws StoreRefusal unknown-agent */
export async function mustTakeContacts(tx: Tx, id: string): Promise<void> {
  const agent = await tx.get<{ deletedAtMs: number | null; deletion: string | null }>(
    'SELECT deleted_at_ms, deletion FROM agents WHERE id = :id',
    { id },
  );
  if (agent?.deletedAtMs === null && agent.deletion === null) return;
  const whom = !agent
    ? 'no agent'
    : agent.deletedAtMs === null
      ? 'an agent that is being deleted'
      : 'an agent that was deleted';
  throw new StoreRefusal('unknown-agent', `\`agent_id\` names ${whom}`, { field: 'agent_id' });
}

/** The agent that a call holds. */
export async function lockAgentOnCall(
  tx: Tx,
  { agentId: id, holdsAgent: holds }: CallRow,
  nowMs: number,
): Promise<AgentView | undefined> {
  if (holds === 0) return undefined;
  const sql = `${AGENT} WHERE id = :id ${tx.sql.forUpdate()}`;
  const agent = await tx.get<AgentRow>(sql, { id, nowMs });
  return agent && toView(agent);
}

/** Who may take a call: one agent only, or any agent of a pool; null: any pool. */
interface AgentChoice {
  only: string | null;
  pool: string | null;
}

/** The agent for a call: the only one that may take it, else the one that has been idle for longest. */
export async function freeAgent(
  tx: Tx,
  { only, pool }: AgentChoice,
  nowMs: number,
): Promise<AgentView | undefined> {
  const agent =
    only === null
      ? await tx.get<AgentRow>(
          `${AGENT} ${tx.sql.indexedBy('agents_free')} WHERE ${MAY_TAKE} AND ${inPool(tx.sql)}
           ORDER BY idle_since_ms, id LIMIT 1`,
          { nowMs, pool },
        )
      : await tx.get<AgentRow>(`${AGENT} WHERE id = :only AND ${MAY_TAKE}`, { only, nowMs });
  return agent && toView(agent);
}

export async function takeAgent(tx: Tx, id: string, ref: CallRef): Promise<void> {
  const taken = await tx.run(
    `UPDATE agents SET live = live + 1 WHERE id = :id AND live < capacity AND state = 'ready'`,
    { id },
  );
  if (taken !== 1) throw new Error(`agent ${id} cannot take call ${ref}: it is not free`);
  tx.send(
    'UPDATE calls SET agent_id = :id, holds_agent = 1, agent_freed_at_ms = NULL WHERE ref = :ref',
    { id, ref },
  );
}

/** Frees the agent only if this call holds it. */
export async function releaseAgent(tx: Tx, ref: CallRef, nowMs: number): Promise<void> {
  const held = await tx.get<{ agentId: string }>(
    `UPDATE calls SET holds_agent = 0, agent_freed_at_ms = :nowMs WHERE ref = :ref AND holds_agent = 1
     RETURNING agent_id`,
    { ref, nowMs },
  );
  if (held) await endCallOfAgent(tx, held.agentId, { answered: undefined, wrapUpMs: 0, nowMs });
}

/** How an agent's call ended. `answered`: by the agent; undefined: its phone did not ring, or nobody knows. */
export interface AgentsCallEnd {
  answered: boolean | undefined;
  wrapUpMs: number;
  nowMs: number;
}

/** For a claim. */
export interface FreeAgent {
  id: string;
  pools: readonly string[];
  /** How many more calls it may take. */
  capacityLeft: number;
  /** Since when it could take a call; null for an agent of several calls, whose idle time is not defined. */
  freeSinceMs: number | null;
}

/** SQL: the columns of `FreeAgent`. */
export const FREE_AGENT = `id, pools, capacity - live AS capacity_left,
  CASE WHEN capacity > 1 THEN NULL
       WHEN paused_until_ms > idle_since_ms AND paused_until_ms > wrap_up_until_ms THEN paused_until_ms
       WHEN idle_since_ms > wrap_up_until_ms THEN idle_since_ms ELSE wrap_up_until_ms
  END AS free_since_ms`;

/** An agent that has one call less, or whose wrap-up is over. */
export interface FreedAgent extends FreeAgent {
  /** It may take a call now. */
  mayTake: boolean;
  wrapUpUntilMs: number;
  /** There are campaigns that want agents. */
  wanted: boolean;
}

/** The agent is free, after its wrap-up. Calls in a row that it has not answered are counted. */
export async function endCallOfAgent(
  tx: Tx,
  agentId: string,
  { answered, wrapUpMs, nowMs }: AgentsCallEnd,
): Promise<FreedAgent> {
  const freed = await tx.get<FreedAgentRow>(
    `UPDATE agents
     SET live = live - 1,
         idle_since_ms = CASE WHEN paused_until_ms > :nowMs THEN paused_until_ms ELSE :nowMs END,
         wrap_up_until_ms = CASE WHEN wrap_up_until_ms > :wrapUpUntilMs THEN wrap_up_until_ms
                                 ELSE :wrapUpUntilMs END,
         misses = misses * :kept + :missed
     WHERE id = :agentId
     RETURNING ${FREED}`,
    {
      agentId,
      nowMs,
      wrapUpUntilMs: wrapUpMs === 0 ? 0 : nowMs + wrapUpMs,
      kept: answered === true ? 0 : 1,
      missed: answered === false ? 1 : 0,
    },
  );
  return toFreed(freed!);
}

type FreedAgentRow = Omit<FreedAgent, 'pools' | 'mayTake' | 'wanted'> & {
  pools: string;
  mayTake: number;
  wanted: number;
};

/** Needs `:nowMs`. */
const FREED = `${FREE_AGENT}, wrap_up_until_ms,
  CASE WHEN ${MAY_TAKE} THEN 1 ELSE 0 END AS may_take, ${ANY_WANTS_AGENTS} AS wanted`;

const toFreed = (row: FreedAgentRow): FreedAgent => ({
  ...row,
  pools: poolsOf(row),
  mayTake: row.mayTake === 1,
  wanted: row.wanted === 1,
});

/** Locks an agent whose wrap-up is over. Undefined: there is no such agent. */
export async function lockFreedAgent(
  tx: Tx,
  id: string,
  nowMs: number,
): Promise<FreedAgent | undefined> {
  const sql = `SELECT ${FREED} FROM agents WHERE id = :id ${tx.sql.forUpdate()}`;
  const row = await tx.get<FreedAgentRow>(sql, { id, nowMs });
  return row && toFreed(row);
}

/** After too many calls in a row that it has not answered, an agent is paused until it is set ready. True: it was. */
export async function pauseAfterMisses(
  tx: Tx,
  agentId: string,
  { pauseAfter, nowMs }: { pauseAfter: number; nowMs: number },
): Promise<boolean> {
  const paused = await tx.get<{ reason: string }>(
    `UPDATE agents SET state = 'paused', paused_until_ms = 0, paused_reason = 'missed ' || misses || ' calls in a row'
     WHERE id = :agentId AND state = 'ready' AND misses >= :pauseAfter
     RETURNING paused_reason AS reason`,
    { agentId, pauseAfter },
  );
  if (!paused) return false;
  await noteAgentState(tx, agentId, {
    state: 'paused',
    reason: paused.reason,
    untilMs: null,
    who: DIALWRIGHT,
    atMs: nowMs,
  });
  await writeAudit(tx, {
    by: undefined,
    what: 'agent.moved',
    target: `agents/${agentId}`,
    before: { state: 'ready' },
    after: { state: 'paused', reason: paused.reason },
    nowMs,
  });
  return true;
}

/** A line of the agent's history. */
export async function noteAgentState(
  tx: Tx,
  agentId: string,
  change: AgentStateChange,
): Promise<void> {
  tx.send(
    `INSERT INTO agent_states (agent_id, at_ms, state, until_ms, reason, who)
     VALUES (:agentId, :atMs, :state, :untilMs, :reason, :who)`,
    { agentId, ...change },
  );
}

export const toAgent = ({ id, name, kind, address, state }: AgentView): Agent => ({
  id,
  name,
  kind,
  address,
  state,
});
