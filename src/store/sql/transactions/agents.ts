import type { AgentStateChange, AgentsCall } from '../../../domain/agents/agent-history.ts';
import type { AgentStore, AgentTimes, AgentView } from '../../agent-store.ts';
import { StoreRefusal } from '../../store.ts';
import { factsOf } from '../rows/call-fact-rows.ts';
import { agentOnceKnown, agentRows, knownAgent } from '../rows/agent-rows.ts';
import { addAgent, moveAgent, writeSettings } from '../steps/agents.ts';
import type { Database, Tx } from '../engine/tx.ts';
import { onceInSteps, writeOnce } from '../engine/idempotency.ts';
import { cursorOf, textBefore, keyBefore, pageOf } from '../engine/cursor.ts';
import { importAgents } from './agent-imports.ts';
import { deleteInSteps } from './agent-removal.ts';

export function agentStore(db: Database): AgentStore {
  return {
    async agents(nowMs = db.nowMs(), pool = null) {
      return db.read((tx) => agentRows(tx, { pool, nowMs }));
    },

    async agentPage({ limit, after }) {
      const wanted = { after: textBefore(after) ?? '', limit: limit + 1, nowMs: db.nowMs() };
      const rows = await db.read((tx) => agentRows(tx, wanted));
      return pageOf(rows, limit, { key: ({ id }) => id, item: (agent) => agent });
    },

    async agent(id, nowMs = db.nowMs()) {
      return db.read((tx) => agentOnceKnown(tx, id, nowMs));
    },

    async addAgent(agent, nowMs, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        await addAgent(tx, agent, { key, nowMs });
        return knownAgent(tx, agent.id, nowMs);
      });
    },

    async importAgents({ agents, edits, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, (tx) => importAgents(tx, { agents, edits, nowMs }, key));
    },

    async editAgent({ id, change, precondition, nowMs }, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await knownAgent(tx, id, nowMs);
        precondition?.(known);
        const { removed = [], ...settings } = change(known);
        await writeSettings(tx, known, settings, { removed, key, nowMs });
        return { ...(await knownAgent(tx, id, nowMs)), removed };
      });
    },

    async setAgentState({ id, precondition, ...move }, key) {
      const { nowMs } = move;
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await knownAgent(tx, id, nowMs);
        precondition?.(known);
        return moveAgent(tx, known, move, key);
      });
    },

    async setPoolState({ pool, ...move }, key) {
      const { nowMs } = move;
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const agents = await agentRows(tx, { pool, leaving: false, nowMs });
        if (agents.length === 0) throw new StoreRefusal('not-found', 'no agent is in this pool');
        const moved: AgentView[] = [];
        for (const known of agents) moved.push(await moveAgent(tx, known, move, key));
        return moved;
      });
    },

    async deleteAgent(removal, key) {
      const { nowMs } = removal;
      return onceInSteps(db, { key, nowMs }, (tx, done) =>
        deleteInSteps(tx, removal, { key, done }),
      );
    },

    async agentTimes(id, span, { limit, after }) {
      return db.read(async (tx) => {
        await agentOnceKnown(tx, id, span.toMs);
        return timesOf(tx, id, { ...span, fromMs: keyBefore(after) || span.fromMs, calls: limit });
      });
    },
  };
}

/** So long before a time, calls are looked for that reach into it. */
const REACH_MS = 24 * 3_600_000;

const AGENTS_CALL = `
  SELECT ref, placed_at_ms AS fromMs,
         placed_at_ms, ended_at_ms, times, deepest, disposition,
         CASE WHEN holds_agent = 0 THEN coalesce(agent_freed_at_ms, ended_at_ms, placed_at_ms) END AS toMs,
         wrap_up_ms AS wrapUpMs
  FROM calls
  WHERE agent_id = :id AND placed_at_ms >= :fromMs AND placed_at_ms < :toMs AND state NOT IN ('claimed', 'waiting')
    AND (disposition IS NULL OR disposition NOT IN ('refused', 'not-dialled'))`;

async function timesOf(
  tx: Tx,
  id: string,
  { fromMs, toMs, calls: most }: { fromMs: number; toMs: number; calls: number },
): Promise<AgentTimes> {
  const before = await tx.all<AgentsCallRow>(
    `${AGENTS_CALL} AND (holds_agent = 1 OR coalesce(agent_freed_at_ms, ended_at_ms, 0) + wrap_up_ms > :toMs)`,
    { id, fromMs: fromMs - REACH_MS, toMs: fromMs },
  );
  const inside = await tx.all<AgentsCallRow>(`${AGENTS_CALL} ORDER BY placed_at_ms LIMIT :limit`, {
    id,
    fromMs,
    toMs,
    limit: most + 1,
  });
  const next = inside[most];
  const endMs = next?.fromMs ?? toMs;
  return {
    fromMs,
    toMs: endMs,
    changes: await changesOf(tx, id, { fromMs, toMs: endMs }),
    calls: [...before, ...inside.slice(0, most)].map(toAgentsCall),
    next: next && cursorOf(next.fromMs),
  };
}

type AgentsCallRow = Omit<AgentsCall, 'answeredAtMs'> & Parameters<typeof factsOf>[0];

/** An answer without a time counts from the POST on. */
function toAgentsCall({ ref, fromMs, toMs, wrapUpMs, ...row }: AgentsCallRow): AgentsCall {
  const { answered, times } = factsOf(row);
  const answeredAtMs = answered ? Math.max(fromMs, times.agent_answered?.atMs ?? fromMs) : null;
  return { ref, fromMs, answeredAtMs, toMs, wrapUpMs };
}

/** The last change before the time, and those in it. */
async function changesOf(
  tx: Tx,
  id: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<AgentStateChange[]> {
  const columns = 'at_ms AS atMs, state, until_ms AS untilMs, reason, who';
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
