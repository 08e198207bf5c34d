/** What agents do at this moment. It is read for answers only, not for claims. */
import { currentActivity } from '../../../domain/agents/agent-activity.ts';
import type { AgentView, ShownAgent } from '../../agent-store.ts';
import type { Tx } from '../engine/tx.ts';
import { knownAgent } from '../rows/agent-rows.ts';
import { callsUnderWay } from './agent-history.ts';

interface TimesRow {
  id: string;
  idleSinceMs: number;
  changedAtMs: number;
}

/** Two statements, however many agents there are. */
export async function withActivity(
  tx: Tx,
  agents: readonly AgentView[],
  nowMs: number,
): Promise<ShownAgent[]> {
  const ids = JSON.stringify(agents.map(({ id }) => id));
  const rows = await tx.all<TimesRow>(
    `SELECT id, idle_since_ms,
            (SELECT at_ms FROM agent_states WHERE agent_id = agents.id
             ORDER BY at_ms DESC, id DESC LIMIT 1) AS changed_at_ms
     FROM agents WHERE id IN (SELECT value FROM ${tx.sql.texts(':ids')})`,
    { ids },
  );
  const times = new Map(rows.map((row) => [row.id, row]));
  const calls = Map.groupBy(await callsUnderWay(tx, ids), ({ agentId }) => agentId);
  return agents.map((agent) => {
    const { id, state, wrapUpUntilMs } = agent;
    const of = { isPaused: state === 'paused', wrapUpUntilMs, calls: calls.get(id) ?? [], nowMs };
    return { ...agent, activity: currentActivity({ ...times.get(id)!, ...of }) };
  });
}

export async function shownAgent(tx: Tx, agent: AgentView, nowMs: number): Promise<ShownAgent> {
  const [shown] = await withActivity(tx, [agent], nowMs);
  return shown!;
}

/** @throws StoreRefusal not-found */
export const shownAgentOf = async (tx: Tx, id: string, nowMs: number): Promise<ShownAgent> =>
  shownAgent(tx, await knownAgent(tx, id, nowMs), nowMs);
