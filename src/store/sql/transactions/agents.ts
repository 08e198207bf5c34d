import type { AgentStore, AgentTimes } from '../../agent-store.ts';
import { StoreRefusal } from '../../requests.ts';
import { callsInto, callsWithin, changesOf } from '../steps/agent-history.ts';
import { agentOnceKnown, agentRows, knownAgent } from '../rows/agent-rows.ts';
import { shownAgent, shownAgentOf, withActivity } from '../steps/agent-activity.ts';
import { addAgent, moveAgent, writeSettings } from '../steps/agents.ts';
import type { Database, Tx } from '../engine/tx.ts';
import { onceInSteps, writeOnce } from '../engine/idempotency.ts';
import { cursorOf, textBefore, keyBefore, pageOf } from '../engine/cursor.ts';
import { importAgents } from './agent-imports.ts';
import { deleteInSteps } from './agent-removal.ts';

export function agentStore(db: Database): AgentStore {
  return {
    async agents(nowMs = db.nowMs(), pool = null) {
      return db.read(async (tx) => withActivity(tx, await agentRows(tx, { pool, nowMs }), nowMs));
    },

    async agentPage({ limit, after }) {
      const wanted = { after: textBefore(after) ?? '', limit: limit + 1, nowMs: db.nowMs() };
      const rows = await db.read((tx) => agentRows(tx, wanted));
      return pageOf(rows, limit, { key: ({ id }) => id, item: (agent) => agent });
    },

    async agent(id, nowMs = db.nowMs()) {
      return db.read(async (tx) => shownAgent(tx, await agentOnceKnown(tx, id, nowMs), nowMs));
    },

    async addAgent(agent, nowMs, key) {
      return writeOnce(db, { key, nowMs }, async (tx) => {
        await addAgent(tx, agent, { key, nowMs });
        return shownAgentOf(tx, agent.id, nowMs);
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
        return { ...(await shownAgentOf(tx, id, nowMs)), removed };
      });
    },

    async setAgentState({ id, precondition, ...move }, key) {
      const { nowMs } = move;
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const known = await knownAgent(tx, id, nowMs);
        precondition?.(known);
        await moveAgent(tx, known, move, key);
        return shownAgentOf(tx, id, nowMs);
      });
    },

    async setPoolState({ pool, ...move }, key) {
      const { nowMs } = move;
      return writeOnce(db, { key, nowMs }, async (tx) => {
        const agents = await agentRows(tx, { pool, leaving: false, nowMs });
        if (agents.length === 0) throw new StoreRefusal('not-found', 'no agent is in this pool');
        for (const known of agents) await moveAgent(tx, known, move, key);
        return withActivity(tx, await agentRows(tx, { pool, leaving: false, nowMs }), nowMs);
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

async function timesOf(
  tx: Tx,
  id: string,
  { fromMs, toMs, calls: most }: { fromMs: number; toMs: number; calls: number },
): Promise<AgentTimes> {
  const before = await callsInto(tx, id, fromMs);
  const inside = await callsWithin(tx, id, { fromMs, toMs }, most + 1);
  const next = inside[most];
  const endMs = next?.fromMs ?? toMs;
  return {
    fromMs,
    toMs: endMs,
    changes: await changesOf(tx, id, { fromMs, toMs: endMs }),
    calls: [...before, ...inside.slice(0, most)],
    next: next && cursorOf(next.fromMs),
  };
}
