/** Changes of agents, each with its line in the agent's history and in the audit. */
import type { AgentStateChange } from '../../../domain/agents/agent-history.ts';
import { QUARTER_MS } from '../../../domain/statistics/time-buckets.ts';
import type { AgentMove, AgentSettings, AgentView, NewAgent } from '../../agent-store.ts';
import { DIALWRIGHT } from '../../audit-store.ts';
import { StoreRefusal, type IdempotencyKey } from '../../requests.ts';
import type { Tx } from '../engine/tx.ts';
import { noteAgentState } from '../rows/agent-rows.ts';
import { writeAudit } from '../rows/audit.ts';

/** @throws StoreRefusal already-exists */
export async function addAgent(
  tx: Tx,
  agent: NewAgent,
  { key, nowMs }: { key: IdempotencyKey | undefined; nowMs: number },
): Promise<void> {
  const { id, name, kind, address, state, pools, capacity } = agent;
  const taken = await tx.get<OtherAgent>(
    `SELECT id, deleted_at_ms FROM agents
     WHERE id = :id OR (address = :address AND deleted_at_ms IS NULL) ORDER BY id <> :id LIMIT 1`,
    { id, address },
  );
  if (taken) throw alreadyThere(taken.id === id ? 'id' : 'address', taken);
  tx.send(
    `INSERT INTO agents (id, name, kind, address, state, pools, capacity, idle_since_ms, times_counted_to_ms)
     VALUES (:id, :name, :kind, :address, :state, :pools, :capacity, :nowMs, :quarterMs)`,
    {
      id,
      name,
      kind,
      address,
      state,
      pools: JSON.stringify(pools),
      capacity,
      nowMs,
      quarterMs: nowMs - (nowMs % QUARTER_MS),
    },
  );
  await noteAgentState(tx, id, stateChange({ state, nowMs }, key));
  const target = `agents/${id}`;
  await writeAudit(tx, { by: key, what: 'agent.added', target, after: agent, nowMs });
}

export const DELETED_ID =
  'a deleted agent had this id, and its calls still show it: choose another id';

interface OtherAgent {
  id: string;
  deletedAtMs: number | null;
}

function alreadyThere(field: 'id' | 'address', other: OtherAgent): StoreRefusal {
  const message =
    other.deletedAtMs === null ? `this ${field} is taken by the agent ${other.id}` : DELETED_ID;
  return new StoreRefusal('already-exists', message, { field, agent_id: other.id });
}

/** @throws StoreRefusal agent-busy, already-exists */
export async function writeSettings(
  tx: Tx,
  known: AgentView,
  { name, address, pools, capacity }: AgentSettings,
  {
    removed,
    key,
    nowMs,
  }: { removed: readonly string[]; key: IdempotencyKey | undefined; nowMs: number },
): Promise<void> {
  const { id, liveCalls } = known;
  if (capacity < liveCalls || (address !== known.address && liveCalls > 0)) throw busy(liveCalls);
  const taken = await tx.get<OtherAgent>(
    'SELECT id, deleted_at_ms FROM agents WHERE address = :address AND deleted_at_ms IS NULL AND id <> :id',
    { id, address },
  );
  if (taken) throw alreadyThere('address', taken);
  tx.send(
    `UPDATE agents SET name = :name, address = :address, pools = :pools, capacity = :capacity WHERE id = :id`,
    { id, name, address, pools: JSON.stringify(pools), capacity },
  );
  const before = agentSettings(known);
  const after = { name, address, pools, capacity, ...(removed.length > 0 && { removed }) };
  const target = `agents/${id}`;
  await writeAudit(tx, { by: key, what: 'agent.edited', target, before, after, nowMs });
}

export const agentSettings = ({
  name,
  address,
  pools,
  capacity,
}: AgentSettings): AgentSettings => ({
  name,
  address,
  pools,
  capacity,
});

export const busy = (liveCalls: number): StoreRefusal =>
  new StoreRefusal(
    'agent-busy',
    `the agent has ${liveCalls} live calls: pause the agent, and do it when they have ended`,
    { live_calls: liveCalls },
  );

export async function moveAgent(
  tx: Tx,
  known: AgentView,
  { state, untilMs = null, reason, nowMs }: AgentMove,
  key: IdempotencyKey | undefined,
): Promise<void> {
  const { id } = known;
  const pausedReason = state === 'ready' ? null : (reason ?? known.pausedReason);
  const before = standOf(known);
  const after = { state, untilMs, reason: pausedReason };
  const isChanged = JSON.stringify(before) !== JSON.stringify(after);
  if (isChanged || state === 'ready') {
    // A pause that ends by itself leaves the state `ready`: nothing has to happen at its end. A deletion that is under
    // way does not go on.
    tx.send(
      `UPDATE agents SET state = :stored, paused_until_ms = :pausedUntilMs, paused_reason = :pausedReason, deletion = NULL,
         idle_since_ms = CASE WHEN :isMoved = 1 THEN CAST(:idleSinceMs AS BIGINT) ELSE idle_since_ms END,
         wrap_up_until_ms = CASE WHEN :isReady = 1 THEN 0 ELSE wrap_up_until_ms END,
         misses = CASE WHEN :isReady = 1 THEN 0 ELSE misses END
       WHERE id = :id`,
      {
        id,
        stored: untilMs === null ? state : 'ready',
        pausedUntilMs: untilMs ?? 0,
        pausedReason,
        isMoved: Number(isChanged),
        idleSinceMs: untilMs ?? nowMs,
        isReady: Number(state === 'ready'),
      },
    );
  }
  const endsWrapUp = state === 'ready' && known.wrapUpUntilMs > nowMs;
  if (isChanged || endsWrapUp) {
    await noteAgentState(tx, id, stateChange({ state, untilMs, reason: pausedReason, nowMs }, key));
  }
  const target = `agents/${id}`;
  await writeAudit(tx, { by: key, what: 'agent.moved', target, before, after, nowMs });
}

const standOf = ({ state, pausedUntilMs, pausedReason }: AgentView) => ({
  state,
  untilMs: pausedUntilMs,
  reason: pausedReason,
});

export const stateChange = (
  { state, untilMs = null, reason = null, nowMs }: Stated,
  key: IdempotencyKey | undefined,
): AgentStateChange => ({
  atMs: nowMs,
  state,
  untilMs,
  reason,
  who: key?.who ?? DIALWRIGHT,
});

interface Stated {
  state: AgentStateChange['state'];
  untilMs?: number | null;
  reason?: string | null;
  nowMs: number;
}
