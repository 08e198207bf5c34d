import type { CallRef } from '../../domain/ids.ts';
import type { AgentView } from '../account-store.ts';
import type { Agent } from '../placement-store.ts';
import type { Connection } from './connection.ts';

const AGENT = `SELECT id, name, kind, address, state, on_call AS onCall FROM agents`;

export function agentRows(db: Connection): AgentView[] {
  return db.all<AgentView>(`${AGENT} ORDER BY id`).map((row) => ({ ...row }));
}

export function agentRow(db: Connection, id: string): AgentView | undefined {
  return db.get<AgentView>(`${AGENT} WHERE id = :id`, { id });
}

export function agentOnCall(db: Connection, ref: CallRef): AgentView | undefined {
  return db.get<AgentView>(`${AGENT} WHERE on_call = :ref`, { ref });
}

/** The agent a call may take: the one it must have, else the one that has been idle for longest. */
export function freeAgent(db: Connection, onlyId: string | null): AgentView | undefined {
  return onlyId === null
    ? db.get<AgentView>(
        `${AGENT} INDEXED BY agents_free
         WHERE state = 'ready' AND on_call IS NULL ORDER BY idle_since_ms, id LIMIT 1`,
      )
    : db.get<AgentView>(`${AGENT} WHERE id = :id AND state = 'ready' AND on_call IS NULL`, {
        id: onlyId,
      });
}

export function takeAgent(db: Connection, id: string, ref: CallRef): void {
  const taken = db.run(
    `UPDATE agents SET on_call = :ref WHERE id = :id AND on_call IS NULL AND state = 'ready'`,
    { id, ref },
  );
  if (taken !== 1) throw new Error(`agent ${id} cannot take call ${ref}: it is not free`);
  db.run('UPDATE calls SET agent_id = :id WHERE ref = :ref', { id, ref });
}

/** Only by the call that holds it: an agent that has moved on to another call is left there. */
export function releaseAgent(db: Connection, ref: CallRef, nowMs: number): void {
  db.run('UPDATE agents SET on_call = NULL, idle_since_ms = :nowMs WHERE on_call = :ref', {
    ref,
    nowMs,
  });
}

export const toAgent = ({ id, name, kind, address, state }: AgentView): Agent => ({
  id,
  name,
  kind,
  address,
  state,
});
