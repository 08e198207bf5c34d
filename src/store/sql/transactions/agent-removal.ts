/** Deletes an agent, after what is bound to it was bound to somebody else. The agent stays readable for its calls. */
import { CAMPAIGN_STATES, isOver } from '../../../domain/campaigns/campaign-state.ts';
import type { AgentStore, AgentView, DeletedAgent } from '../../agent-store.ts';
import { StoreRefusal, type IdempotencyKey } from '../../store.ts';
import { sqlList } from '../engine/sql-list.ts';
import type { Tx } from '../engine/tx.ts';
import { agentOnceKnown, knownAgent, noteAgentState } from '../rows/agent-rows.ts';
import { writeAudit } from '../rows/audit.ts';
import { policyOf, type CampaignRow } from '../rows/campaign-rows.ts';
import { settingsOf, type CallbackRow } from '../rows/callback-rows.ts';
import { busy, stateChange } from '../steps/agents.ts';

type Removal = Parameters<AgentStore['deleteAgent']>[0];

/** Contacts per unit of work. Nothing else writes meanwhile. */
const CONTACTS_PER_STEP = 1_000;

interface Step {
  key: IdempotencyKey | undefined;
  /** Steps before this one. Each of them bound a whole batch of contacts to somebody else. */
  done: number;
}

/** One step. Undefined: more contacts are bound to the agent. */
export async function deleteInSteps(
  tx: Tx,
  removal: Removal,
  { key, done }: Step,
): Promise<DeletedAgent | undefined> {
  const { id, replaceWith, precondition, nowMs } = removal;
  const known = await knownAgent(tx, id, nowMs);
  if (done === 0) precondition?.(known);
  if (known.liveCalls > 0) throw busy(known.liveCalls);
  const callbacks = await callbacksBoundTo(tx, id);
  if (done === 0) await mustMayDelete(tx, removal, callbacks);
  const contacts = await rebindContacts(tx, removal);
  if (contacts === CONTACTS_PER_STEP) {
    // It gets no new calls while its contacts are bound to others.
    await tx.run(`UPDATE agents SET state = 'paused', paused_why = :why WHERE id = :id`, {
      id,
      why: 'it is being deleted',
    });
    return undefined;
  }
  for (const row of callbacks) await rebindCallback(tx, row, { replaceWith, key, nowMs });
  await tx.run(
    `UPDATE agents SET state = 'paused', paused_until_ms = 0, paused_why = NULL, deleted_at_ms = :nowMs
     WHERE id = :id`,
    { id, nowMs },
  );
  await noteAgentState(tx, id, stateChange({ state: 'deleted', nowMs }, key));
  const deleted = {
    contacts: done * CONTACTS_PER_STEP + contacts,
    callbacks: callbacks.map((callback) => callback.id),
    replacedBy: replaceWith,
    campaignsWithoutAgents: await campaignsWithoutAgents(tx, known),
  };
  const target = `agents/${id}`;
  const { name, kind, address, pool, capacity } = known;
  const before = { name, kind, address, pool, capacity };
  await writeAudit(tx, { by: key, what: 'agent.deleted', target, before, after: deleted, nowMs });
  return { agent: await agentOnceKnown(tx, id, nowMs), ...deleted };
}

async function mustMayDelete(
  tx: Tx,
  { id, replaceWith, forced }: Removal,
  callbacks: readonly CallbackRow[],
): Promise<void> {
  if (replaceWith !== null) await mustReplace(tx, id, replaceWith);
  else if (!forced) await mustBeUnbound(tx, id, callbacks);
}

async function mustReplace(tx: Tx, id: string, replaceWith: string): Promise<void> {
  const isKnown = await tx.get(
    'SELECT 1 FROM agents WHERE id = :replaceWith AND id <> :id AND deleted_at_ms IS NULL',
    { replaceWith, id },
  );
  if (isKnown) return;
  const why = replaceWith === id ? 'is the agent that is deleted' : 'is not an agent';
  throw new StoreRefusal('unknown-agent', `\`replace_with\` ${why}`, { parameter: 'replace_with' });
}

/** A bound, because an agent may have a million contacts. */
const MOST_COUNTED = 10_000;

async function mustBeUnbound(tx: Tx, id: string, callbacks: readonly CallbackRow[]): Promise<void> {
  const { contacts } = (await tx.get<{ contacts: number }>(
    `SELECT count(*) AS contacts FROM (
       SELECT 1 FROM contacts INDEXED BY contacts_of_agent WHERE agent_id = :id AND state IN ('due', 'claimed', 'locked')
       LIMIT :most) AS bound`,
    { id, most: MOST_COUNTED },
  ))!;
  if (contacts === 0 && callbacks.length === 0) return;
  const count = contacts === MOST_COUNTED ? `${contacts} or more` : String(contacts);
  throw new StoreRefusal(
    'agent-in-use',
    `${count} contacts and ${callbacks.length} callbacks are bound to the agent ${id}: name another agent for them with ` +
      `\`replace_with\`, or let any agent of their campaigns take them with \`force=${id}\``,
    { contacts, callbacks: callbacks.length },
  );
}

/** Binds one batch of contacts, whatever their state, to the other agent or to nobody. Returns how many. */
async function rebindContacts(tx: Tx, { id, replaceWith }: Removal): Promise<number> {
  return tx.run(
    `UPDATE contacts
     SET agent_id = CAST(:replaceWith AS TEXT),
         agent_alone_until_ms = CASE WHEN CAST(:replaceWith AS TEXT) IS NULL THEN NULL ELSE agent_alone_until_ms END
     WHERE (campaign_id, position) IN (
       SELECT campaign_id, position FROM contacts INDEXED BY contacts_of_agent
       WHERE agent_id = :id ORDER BY agent_id, state, campaign_id, position LIMIT :most)`,
    { id, replaceWith, most: CONTACTS_PER_STEP },
  );
}

/** Callbacks that still come. The contact of one that comes once is among the contacts. */
async function callbacksBoundTo(tx: Tx, id: string): Promise<CallbackRow[]> {
  return tx.all<CallbackRow>(
    `SELECT * FROM callbacks INDEXED BY callbacks_to_come
     WHERE (life = 'paused' OR (life = 'active' AND next_at_ms IS NOT NULL)) AND settings ->> '$.agentId' = :id
     ORDER BY serial`,
    { id },
  );
}

async function rebindCallback(
  tx: Tx,
  row: CallbackRow,
  {
    replaceWith,
    key,
    nowMs,
  }: { replaceWith: string | null; key: IdempotencyKey | undefined; nowMs: number },
): Promise<void> {
  const known = settingsOf(row);
  const settings = JSON.stringify({ ...known, agentId: replaceWith });
  await tx.run('UPDATE callbacks SET settings = :settings WHERE id = :id', {
    id: row.id,
    settings,
  });
  await writeAudit(tx, {
    by: key,
    what: 'callback.edited',
    target: `callbacks/${row.id}`,
    before: { agentId: known.agentId },
    after: { agentId: replaceWith },
    nowMs,
  });
}

const OPEN_STATES = CAMPAIGN_STATES.filter((state) => !isOver(state));
/** A bound for the answer. */
const MOST_NAMED = 100;

/** Campaigns that are not over and use only the agent's pool, if nobody is left in it. */
async function campaignsWithoutAgents(tx: Tx, { pool }: AgentView): Promise<string[]> {
  const isLeft = await tx.get(
    'SELECT 1 FROM agents WHERE pool = :pool AND deleted_at_ms IS NULL LIMIT 1',
    { pool },
  );
  if (isLeft) return [];
  const rows = await tx.all<CampaignRow>(
    `SELECT * FROM campaigns WHERE state IN (${sqlList(OPEN_STATES)}) ORDER BY serial`,
  );
  const without = rows.filter((row) => policyOf(row).agents.pool === pool);
  return without.slice(0, MOST_NAMED).map(({ id }) => id);
}
