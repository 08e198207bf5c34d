/** Deletes an agent, after what is bound to it was bound to somebody else. The agent stays readable for its calls. */
import { CAMPAIGN_STATES, isOver } from '../../../domain/campaigns/campaign-state.ts';
import type { AgentStore, AgentView, DeletedAgent } from '../../agent-store.ts';
import { StoreRefusal, type IdempotencyKey } from '../../requests.ts';
import { sqlList } from '../engine/sql-list.ts';
import type { Tx } from '../engine/tx.ts';
import { agentOnceKnown, knownAgent, noteAgentState, poolsOf } from '../rows/agent-rows.ts';
import { writeAudit } from '../rows/audit.ts';
import { policyOf, type CampaignRow } from '../rows/campaign-rows.ts';
import { settingsOf, type CallbackRow } from '../rows/callback-rows.ts';
import { shownAgent } from '../steps/agent-activity.ts';
import { busy, stateChange } from '../steps/agents.ts';

type Removal = Parameters<AgentStore['deleteAgent']>[0];

/** Contacts per unit of work. Nothing else writes meanwhile. */
const CONTACTS_PER_STEP = 1_000;

interface Step {
  key: IdempotencyKey | undefined;
  /** Steps of this request before this one. */
  done: number;
}

/** A deletion that needs several steps, as it is stored with the agent from its first step on. */
interface Deletion extends Pick<Removal, 'replaceWith' | 'forced'> {
  /** Bound to somebody else so far. */
  contacts: number;
  callbacks: string[];
}

/**
 * One step. Undefined: more contacts are bound to the agent. Others may write between two steps, so each checks again
 * what the first one checked.
 */
export async function deleteInSteps(
  tx: Tx,
  removal: Removal,
  { key, done }: Step,
): Promise<DeletedAgent | undefined> {
  const { id, precondition, nowMs } = removal;
  const known = await knownAgent(tx, id, nowMs);
  const stored = await storedDeletion(tx, id);
  if (done === 0) precondition?.(known);
  else mustGoOn(stored, removal);
  const callbacks = await callbacksBoundTo(tx, id);
  try {
    if (known.liveCalls > 0) throw busy(known.liveCalls);
    await mustMayDelete(tx, removal, callbacks);
  } catch (refusal) {
    throw stored ? stoppedHalfWay(refusal, id, stored) : refusal;
  }
  const contacts = await rebindContacts(tx, removal);
  for (const row of callbacks) await rebindCallback(tx, row, removal, key);
  const before = stored && hasTerms(stored, removal) ? stored : NOTHING_BOUND;
  const bound = {
    contacts: before.contacts + contacts,
    callbacks: [...new Set([...before.callbacks, ...callbacks.map((row) => row.id)])],
  };
  if (contacts === CONTACTS_PER_STEP) {
    await storeDeletion(tx, removal, { isFirst: stored === null, bound, key });
    return undefined;
  }
  return finish(tx, known, { removal, bound, key });
}

const NOTHING_BOUND = { contacts: 0, callbacks: [] };

async function storedDeletion(tx: Tx, id: string): Promise<Deletion | null> {
  const { deletion } = (await tx.get<{ deletion: string | null }>(
    'SELECT deletion FROM agents WHERE id = :id',
    { id },
  ))!;
  return deletion === null ? null : (JSON.parse(deletion) as Deletion);
}

const hasTerms = (deletion: Deletion, { replaceWith, forced }: Removal): boolean =>
  deletion.replaceWith === replaceWith && deletion.forced === forced;

/** Another request with other terms takes the deletion over; a move of the agent cancels it. */
function mustGoOn(stored: Deletion | null, removal: Removal): void {
  if (stored && hasTerms(stored, removal)) return;
  const why = stored
    ? `another request deletes it, with ${termsOf(removal.id, stored)}`
    : 'it was set ready, or paused for another reason';
  throw new StoreRefusal(
    'deletion-stopped',
    `the deletion of the agent ${removal.id} was stopped half-way: ${why}`,
    { replace_with: stored?.replaceWith ?? null },
  );
}

const termsOf = (id: string, { replaceWith, forced }: Deletion): string =>
  replaceWith === null ? `\`force=${forced ? id : ''}\`` : `\`replace_with=${replaceWith}\``;

/** The same refusal, with the state that the deletion has left. */
function stoppedHalfWay(
  refusal: unknown,
  id: string,
  { replaceWith, contacts }: Deletion,
): unknown {
  if (!(refusal instanceof StoreRefusal)) return refusal;
  const whom = replaceWith ?? 'no agent';
  return new StoreRefusal(
    refusal.code,
    `${refusal.message}. The deletion stopped half-way: ${contacts} contacts are bound to ${whom} already, and the agent ` +
      `${id} stays paused. Delete it again, or set it ready`,
    refusal.facts,
  );
}

/** The agent is paused, so that it gets no calls, and nothing new may refer to it. */
async function storeDeletion(
  tx: Tx,
  { id, replaceWith, forced, nowMs }: Removal,
  {
    isFirst,
    bound,
    key,
  }: {
    isFirst: boolean;
    bound: Pick<Deletion, 'contacts' | 'callbacks'>;
    key: IdempotencyKey | undefined;
  },
): Promise<void> {
  const deletion: Deletion = { replaceWith, forced, ...bound };
  const reason = 'it is being deleted';
  tx.send(
    `UPDATE agents SET state = 'paused', paused_until_ms = 0, paused_reason = :reason, deletion = :deletion WHERE id = :id`,
    { id, reason, deletion: JSON.stringify(deletion) },
  );
  if (!isFirst) return;
  await noteAgentState(tx, id, stateChange({ state: 'paused', reason, nowMs }, key));
  const after = { state: 'paused', reason };
  await writeAudit(tx, { by: key, what: 'agent.moved', target: `agents/${id}`, after, nowMs });
}

async function finish(
  tx: Tx,
  known: AgentView,
  {
    removal: { id, replaceWith, nowMs },
    bound,
    key,
  }: {
    removal: Removal;
    bound: Pick<Deletion, 'contacts' | 'callbacks'>;
    key: IdempotencyKey | undefined;
  },
): Promise<DeletedAgent> {
  tx.send(
    `UPDATE agents SET state = 'paused', paused_until_ms = 0, paused_reason = NULL, deletion = NULL, deleted_at_ms = :nowMs
     WHERE id = :id`,
    { id, nowMs },
  );
  await noteAgentState(tx, id, stateChange({ state: 'deleted', nowMs }, key));
  const campaigns = await campaignsWithoutAgents(tx, known);
  const deleted = { ...bound, replacedBy: replaceWith, campaignsWithoutAgents: campaigns };
  const target = `agents/${id}`;
  const { name, kind, address, pools, capacity } = known;
  const before = { name, kind, address, pools, capacity };
  await writeAudit(tx, { by: key, what: 'agent.deleted', target, before, after: deleted, nowMs });
  const agent = await shownAgent(tx, await agentOnceKnown(tx, id, nowMs), nowMs);
  return { agent, ...deleted };
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
  const found = await tx.get<{ deletion: string | null }>(
    'SELECT deletion FROM agents WHERE id = :replaceWith AND id <> :id AND deleted_at_ms IS NULL',
    { replaceWith, id },
  );
  if (found?.deletion === null) return;
  const noAgent = replaceWith === id ? 'is the agent that is deleted' : 'is not an agent';
  const why = found ? 'is being deleted too' : noAgent;
  throw new StoreRefusal('unknown-agent', `\`replace_with\` ${why}`, { parameter: 'replace_with' });
}

/** A bound, because an agent may have a million contacts. */
const MOST_COUNTED = 10_000;

async function mustBeUnbound(tx: Tx, id: string, callbacks: readonly CallbackRow[]): Promise<void> {
  const { contacts } = (await tx.get<{ contacts: number }>(
    `SELECT count(*) AS contacts FROM (
       SELECT 1 FROM contacts ${tx.sql.indexedBy('contacts_of_agent')} WHERE agent_id = :id AND state IN (${OPEN_CONTACTS})
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
       SELECT campaign_id, position FROM contacts ${tx.sql.indexedBy('contacts_of_agent')}
       WHERE agent_id = :id ORDER BY agent_id, state, campaign_id, position LIMIT :most)`,
    { id, replaceWith, most: CONTACTS_PER_STEP },
  );
}

/** The states of contacts that may still be called. */
const OPEN_CONTACTS = "'due', 'claimed', 'locked'";

/** Callbacks that still come: those with turns to come or paused, and those with a contact that waits for the agent. */
async function callbacksBoundTo(tx: Tx, id: string): Promise<CallbackRow[]> {
  return tx.all<CallbackRow>(
    `SELECT * FROM callbacks WHERE serial IN (
       SELECT serial FROM callbacks ${tx.sql.indexedBy('callbacks_to_come')}
       WHERE (life = 'paused' OR (life = 'active' AND next_at_ms IS NOT NULL)) AND ${tx.sql.json('settings')} ->> 'agentId' = :id
       UNION
       SELECT callbacks.serial FROM contacts ${tx.sql.indexedBy('contacts_of_agent')}
       JOIN callback_turns
         ON callback_turns.campaign_id = contacts.campaign_id AND callback_turns.contact = contacts.position
       JOIN callbacks ON callbacks.id = callback_turns.callback_id
       WHERE contacts.agent_id = :id AND contacts.state IN (${OPEN_CONTACTS})
         AND contacts.campaign_id IN (SELECT campaign_id FROM callback_campaigns)
         AND ${tx.sql.json('settings')} ->> 'agentId' = :id)
     ORDER BY serial`,
    { id },
  );
}

async function rebindCallback(
  tx: Tx,
  row: CallbackRow,
  { replaceWith, nowMs }: Removal,
  key: IdempotencyKey | undefined,
): Promise<void> {
  const known = settingsOf(row);
  const settings = JSON.stringify({ ...known, agentId: replaceWith });
  tx.send('UPDATE callbacks SET settings = :settings WHERE id = :id', {
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

/** Campaigns that are not over and use only one of the agent's pools, if nobody is left in that pool. */
async function campaignsWithoutAgents(tx: Tx, { pools }: AgentView): Promise<string[]> {
  const left = await tx.all<{ pools: string }>(
    'SELECT DISTINCT pools FROM agents WHERE deleted_at_ms IS NULL',
  );
  const manned = new Set(left.flatMap(poolsOf));
  const empty: (string | null)[] = pools.filter((pool) => !manned.has(pool));
  if (empty.length === 0) return [];
  const rows = await tx.all<CampaignRow>(
    `SELECT * FROM campaigns WHERE state IN (${sqlList(OPEN_STATES)}) ORDER BY serial`,
  );
  const without = rows.filter((row) => empty.includes(policyOf(row).agents.pool));
  return without.slice(0, MOST_NAMED).map(({ id }) => id);
}
