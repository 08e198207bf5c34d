/**
 * The first step of a claim: due contacts and free agents are brought together in memory, and written together as calls.
 * Rows are locked in the order of docs/decisions/0030.
 */
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import { callRef, type CallRef } from '../../../../domain/ids.ts';
import type { FreeAgent } from '../../rows/agent-rows.ts';
import type { CampaignRow } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import type { Claimant } from './claims-allowed.ts';
import { DueContacts, type DueContact } from './due-contacts.ts';
import type { ClaimTurns } from './fair-share.ts';
import type { FreeAgents } from './free-agents.ts';
import { takePersons } from './live-persons.ts';

/** Calls that are written. What their campaign and their account count does not contain them yet. */
export interface TakenCalls {
  claimant: Claimant;
  /** Never empty. */
  calls: readonly PlannedCall[];
  turns: ClaimTurns;
  nowMs: number;
}

interface PlannedCall {
  ref: CallRef;
  contact: number;
  ordinal: number;
  number: string;
  person: string | null;
  agentId: string;
  /** The agent's. */
  pools: readonly string[];
  readyAtMs: number | null;
}

/** `none`: nothing is to be dialled for these agents. `lost`: others took the numbers meanwhile, and there may be more. */
export type Taken = TakenCalls | 'none' | 'lost';

/** Takes calls for these agents, at most `most`. */
export async function takeCalls(
  tx: Tx,
  claimant: Claimant,
  agents: FreeAgents,
  { most, nowMs }: { most: number; nowMs: number },
): Promise<Taken> {
  const { campaign, policy } = claimant;
  const contacts = new DueContacts(tx, claimant, { order: policy.dialOrder, nowMs });
  const limit = Math.min(most, liveCallsLeft(campaign, policy));
  const planned = await planCalls(campaign, agents, contacts, limit);
  await contacts.writeDelays();
  if (planned.length === 0) return 'none';
  const calls = await writeCalls(tx, campaign, await agents.lockFor(planned), nowMs);
  return calls.length === 0 ? 'lost' : { claimant, calls, turns: agents.turns, nowMs };
}

/** Whether the campaign could use one more agent of any kind. */
export async function wantsAnotherAgent(
  tx: Tx,
  { campaign, policy }: Pick<Claimant, 'campaign' | 'policy'>,
  nowMs: number,
): Promise<boolean> {
  if (liveCallsLeft(campaign, policy) <= 0) return false;
  const contacts = new DueContacts(tx, { campaign, policy }, { order: 'list', nowMs });
  const next = await contacts.next({ sql: 'agent_id IS NULL' });
  await contacts.writeDelays();
  return next !== undefined;
}

const liveCallsLeft = ({ liveCalls: live }: CampaignRow, { maxLiveCalls }: Policy): number =>
  maxLiveCalls === null ? Infinity : maxLiveCalls - live;

async function planCalls(
  campaign: CampaignRow,
  agents: FreeAgents,
  contacts: DueContacts,
  limit: number,
): Promise<PlannedCall[]> {
  const planned: PlannedCall[] = [];
  const taken = new Set<string>();
  while (planned.length < limit) {
    const likely = limit - planned.length;
    const longest = await agents.idleForLongest(likely);
    if (!longest) break;
    const contact = await contacts.next(agents.contacts, likely);
    if (!contact) break;
    const { number, person } = contact;
    // All of them may have been taken by a call of this claim.
    if (taken.has(number) || (person !== null && taken.has(person))) continue;
    const own = contact.agentId;
    const agent = own === null ? longest : await agents.only(own);
    // It was taken for this claim, or is left to others, who do not wait for this contact's turn.
    if (!agent) continue;
    agents.take(agent);
    taken.add(number);
    if (person !== null) taken.add(person);
    planned.push(plannedCall(campaign, contact, agent));
  }
  return planned;
}

function plannedCall(
  { id: campaignId, stateChangedAtMs: sinceMs }: CampaignRow,
  { position, number, person, dueAtMs, calls }: DueContact,
  { id: agentId, pools, freeSinceMs }: FreeAgent,
): PlannedCall {
  const ordinal = calls + 1;
  return {
    ref: callRef({ campaignId, contact: position, ordinal }),
    contact: position,
    ordinal,
    number,
    person,
    agentId,
    pools,
    readyAtMs: freeSinceMs === null ? null : Math.max(freeSinceMs, dueAtMs, sinceMs),
  };
}

/** Constraints of the database are the guards. A call whose number or person was taken meanwhile is left out. */
async function writeCalls(
  tx: Tx,
  { id, policyVersion: version }: CampaignRow,
  planned: readonly PlannedCall[],
  nowMs: number,
): Promise<PlannedCall[]> {
  // By number, so that two claims never wait for each other's numbers.
  const byNumber = planned.toSorted((one, other) => (one.number < other.number ? -1 : 1));
  const taken = await tx.all<{ ref: CallRef }>(
    `INSERT INTO live_numbers (number, ref)
     SELECT value ->> 'number', value ->> 'ref' FROM ${tx.sql.objects(':rows')} WHERE true
     ON CONFLICT (number) DO NOTHING RETURNING ref`,
    { rows: JSON.stringify(byNumber) },
  );
  const refs = new Set(taken.map(({ ref }) => ref));
  const calls = await takePersons(
    tx,
    planned.filter(({ ref }) => refs.has(ref)),
  );
  const rows = JSON.stringify(calls);
  tx.send(
    `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, agent_id, holds_agent, state,
                        policy_version, created_at_ms, touched_at_ms, ready_at_ms)
     SELECT value ->> 'ref', CAST(:id AS TEXT), CAST(value ->> 'contact' AS BIGINT),
            CAST(value ->> 'ordinal' AS BIGINT), value ->> 'number', value ->> 'agentId', 1,
            'claimed', CAST(:version AS BIGINT), CAST(:nowMs AS BIGINT), CAST(:nowMs AS BIGINT),
            CAST(value ->> 'readyAtMs' AS BIGINT)
     FROM ${tx.sql.objects(':rows')}`,
    { id, version, nowMs, rows },
  );
  tx.send(
    `UPDATE agents SET live = live + taken.calls
     FROM (SELECT value ->> 'agentId' AS agent, count(*) AS calls
           FROM ${tx.sql.objects(':rows')} GROUP BY value ->> 'agentId') AS taken
     WHERE agents.id = taken.agent`,
    { rows },
  );
  tx.send(
    `UPDATE contacts SET state = 'claimed', calls = calls + 1
     WHERE campaign_id = :id AND position IN (SELECT CAST(value AS BIGINT) FROM ${tx.sql.texts(':contacts')})`,
    { id, contacts: JSON.stringify(calls.map(({ contact }) => contact)) },
  );
  tx.send(
    `INSERT INTO timeline (ref, at_ms, kind, text)
     SELECT value ->> 'ref', CAST(:nowMs AS BIGINT), 'claimed', 'claimed, with an agent' FROM ${tx.sql.objects(':rows')}`,
    { nowMs, rows },
  );
  return calls;
}
