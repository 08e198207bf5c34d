/** What an agent's history is made of: changes of its state, and its calls. */
import {
  agentSpans,
  type AgentsCall,
  type AgentSpan,
  type AgentStateChange,
} from '../../../domain/agents/agent-history.ts';
import { NOT_PLACED } from '../../../domain/calls/disposition.ts';
import { DAY_MS, type Span } from '../../../domain/zone.ts';
import { sqlList } from '../engine/sql-list.ts';
import type { Tx } from '../engine/tx.ts';
import { IS_WITH_CARRIER } from '../rows/call-buckets.ts';
import { factsOf } from '../rows/call-fact-rows.ts';

/** So long before a time, ended calls are looked for that reach into it. A call that is under way is found in any case. */
const REACH_MS = DAY_MS;

const CALL = `ref, placed_at_ms AS from_ms, placed_at_ms, ended_at_ms, times, deepest, disposition,
         CASE WHEN holds_agent = 0 THEN coalesce(agent_freed_at_ms, ended_at_ms, placed_at_ms) END AS to_ms,
         wrap_up_ms`;
const IS_COUNTED = `${IS_WITH_CARRIER}
    AND (disposition IS NULL OR disposition NOT IN (${sqlList(NOT_PLACED)}))`;

/** Calls that were placed before the time, and that last, or whose wrap-up lasts, beyond it. */
export async function callsInto(tx: Tx, id: string, atMs: number): Promise<AgentsCall[]> {
  // The index of the second part has all columns of the condition, so only the calls that are found are read.
  const rows = await tx.all<AgentsCallRow>(
    `SELECT ${CALL} FROM calls ${tx.sql.indexedBy('calls_holding_agents')}
     WHERE agent_id = :id AND holds_agent = 1 AND placed_at_ms < :atMs AND ${IS_COUNTED}
     UNION ALL
     SELECT ${CALL} FROM calls ${tx.sql.indexedBy('calls_of_agent_by_placing')}
     WHERE agent_id = :id AND placed_at_ms >= :reachMs AND placed_at_ms < :atMs
       AND agent_freed_at_ms + wrap_up_ms > :atMs AND ${IS_COUNTED}`,
    { id, atMs, reachMs: atMs - REACH_MS },
  );
  return rows.map(toAgentsCall);
}

/** Calls that were placed in the span, in order. */
export async function callsWithin(
  tx: Tx,
  id: string,
  { fromMs, toMs }: Span,
  limit: number,
): Promise<AgentsCall[]> {
  const rows = await tx.all<AgentsCallRow>(
    `SELECT ${CALL} FROM calls ${tx.sql.indexedBy('calls_of_agent_by_placing')}
     WHERE agent_id = :id AND placed_at_ms >= :fromMs AND placed_at_ms < :toMs AND ${IS_COUNTED}
     ORDER BY placed_at_ms LIMIT :limit`,
    { id, fromMs, toMs, limit },
  );
  return rows.map(toAgentsCall);
}

/** Calls that these agents have now. @param ids JSON array of agents */
export async function callsUnderWay(
  tx: Tx,
  ids: string,
): Promise<(AgentsCall & { agentId: string })[]> {
  const rows = await tx.all<AgentsCallRow & { agentId: string }>(
    `SELECT agent_id, ${CALL} FROM calls ${tx.sql.indexedBy('calls_holding_agents')}
     WHERE agent_id IN (SELECT value FROM ${tx.sql.texts(':ids')}) AND holds_agent = 1
       AND placed_at_ms IS NOT NULL AND ${IS_COUNTED}`,
    { ids },
  );
  return rows.map(({ agentId, ...row }) => ({ ...toAgentsCall(row), agentId }));
}

type AgentsCallRow = Omit<AgentsCall, 'answeredAtMs'> & Parameters<typeof factsOf>[0];

/** An answer without a time counts from the POST on. */
function toAgentsCall({ ref, fromMs, toMs, wrapUpMs, ...row }: AgentsCallRow): AgentsCall {
  const { answered, times } = factsOf(row);
  const answeredAtMs = answered ? Math.max(fromMs, times.agent_answered?.atMs ?? fromMs) : null;
  return { ref, fromMs, answeredAtMs, toMs, wrapUpMs };
}

/** The last change before the time, and those in it. */
export async function changesOf(
  tx: Tx,
  id: string,
  { fromMs, toMs }: Span,
): Promise<AgentStateChange[]> {
  const columns = 'at_ms, state, until_ms, reason, who';
  const last = await tx.get<AgentStateChange>(
    `SELECT ${columns} FROM agent_states WHERE agent_id = :id AND at_ms < :fromMs
     ORDER BY at_ms DESC, id DESC LIMIT 1`,
    { id, fromMs },
  );
  const inside = await tx.all<AgentStateChange>(
    `SELECT ${columns} FROM agent_states WHERE agent_id = :id AND at_ms >= :fromMs AND at_ms < :toMs
     ORDER BY at_ms, id`,
    { id, fromMs, toMs },
  );
  return [...(last ? [last] : []), ...inside];
}

/** All spans of the agent in the time. Undefined: more than `most` of its calls were placed in it. */
export async function spansWithin(
  tx: Tx,
  id: string,
  span: Span,
  most: number,
): Promise<{ spans: AgentSpan[]; calls: number } | undefined> {
  if (span.fromMs >= span.toMs) return { spans: [], calls: 0 };
  const inside = await callsWithin(tx, id, span, most + 1);
  if (inside.length > most) return undefined;
  const calls = [...(await callsInto(tx, id, span.fromMs)), ...inside];
  const spans = agentSpans({ ...span, calls, changes: await changesOf(tx, id, span) });
  return { spans, calls: calls.length };
}
