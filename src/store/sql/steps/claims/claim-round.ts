/**
 * One round of claims of a campaign: due contacts and free agents are brought together in memory, and written together.
 * Rows are locked in the order of docs/decisions/0030.
 */
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import { callRef, type CallRef } from '../../../../domain/ids.ts';
import type { Claim } from '../../../campaigns/campaign-store.ts';
import { liveCallsOfAccount, lockAccount, type AccountRow } from '../../rows/account-row.ts';
import { MAY_TAKE, type FreeAgent } from '../../rows/agent-rows.ts';
import { lockCampaign, type CampaignRow } from '../../rows/campaign-rows.ts';
import { ReadIsOutdated, type Tx } from '../../engine/tx.ts';
import { AGENT_FREE } from '../campaigns/campaign-facts.ts';
import { roomOfSlots } from './claim-room.ts';
import { DueContacts, type ContactCondition } from './due-contacts.ts';
import { ClaimTurns } from './fair-share.ts';
import { FreeAgents } from './free-agents.ts';

export interface Round {
  campaign: CampaignRow;
  policy: Policy;
  account: AccountRow;
  /** How many calls may be claimed. */
  room: number;
  nowMs: number;
}

interface Claimed {
  ref: CallRef;
  contact: number;
  ordinal: number;
  number: string;
  agentId: string;
  pools: readonly string[];
  readyAtMs: number | null;
}

/** Claims for all free agents that the campaign may use. */
export async function claimRound(tx: Tx, round: Round): Promise<Claim[]> {
  const { campaign, policy, nowMs } = round;
  const turns = await ClaimTurns.of(tx, campaign, nowMs);
  const agents = new FreeAgents(tx, { pool: policy.agents.pool, nowMs });
  const taken = await takeContacts(tx, round, { turns, agents, condition: { sql: AGENT_FREE } });
  if (taken.claims.length > 0)
    await countClaims(tx, { round, taken, locked: await lockCampaign(tx, campaign.id) });
  return taken.claims;
}

/** Claims for one agent, whose row is locked. `countClaims` must follow if there is a claim. */
export const takeContactFor = (
  tx: Tx,
  agent: FreeAgent,
  round: Round,
  turns: ClaimTurns,
): Promise<Taken> =>
  takeContacts(tx, round, {
    turns,
    agents: FreeAgents.only(tx, agent, round.nowMs),
    condition: {
      sql: '(agent_id IS NULL OR agent_id = :agentId)',
      params: { agentId: agent.id },
    },
    locked: true,
  });

/** Claims that are written except for what the campaign and the account count. */
export interface Taken {
  claims: Claim[];
  turns: ClaimTurns;
  /** The pools of each claim's agent. */
  pools: readonly (readonly string[])[];
}

interface Seats {
  turns: ClaimTurns;
  agents: FreeAgents;
  /** Which contacts these agents may take. */
  condition: ContactCondition;
  /** The agents' rows are locked. */
  locked?: boolean;
}

async function takeContacts(tx: Tx, round: Round, seats: Seats): Promise<Taken> {
  const { campaign, policy, nowMs } = round;
  const { turns, locked = false } = seats;
  const contacts = new DueContacts(tx, { campaign, policy }, nowMs);
  const planned = await planClaims(round, seats, contacts);
  await contacts.writeDelays();
  if (planned.length === 0) return { claims: [], turns, pools: [] };
  const claimed = await writeClaims(
    tx,
    round,
    locked ? planned : await seatsTaken(tx, planned, nowMs),
  );
  const claims = claimed.map(({ ref, agentId }) => ({ ref, agentId, claimedAtMs: nowMs }));
  return { claims, turns, pools: claimed.map(({ pools }) => pools) };
}

/** Whether the campaign could use one more agent of any kind. */
export async function wantsMore(
  tx: Tx,
  { campaign, policy, nowMs }: Pick<Round, 'campaign' | 'policy' | 'nowMs'>,
): Promise<boolean> {
  if (roomOfCampaign(campaign, policy) <= 0) return false;
  const contacts = new DueContacts(tx, { campaign, policy }, nowMs);
  const next = await contacts.next({ sql: 'agent_id IS NULL' });
  await contacts.writeDelays();
  return next !== undefined;
}

const roomOfCampaign = ({ live_calls: live }: CampaignRow, { maxLiveCalls }: Policy): number =>
  maxLiveCalls === null ? Infinity : maxLiveCalls - live;

async function planClaims(
  { campaign, policy, room }: Round,
  { turns, agents, condition }: Seats,
  contacts: DueContacts,
): Promise<Claimed[]> {
  const most = Math.min(room, roomOfCampaign(campaign, policy));
  const planned: Claimed[] = [];
  const numbers = new Set<string>();
  while (planned.length < most) {
    const likely = most - planned.length;
    const longest = await agents.idleForLongest(turns, likely);
    if (!longest) break;
    const contact = await contacts.next(condition, likely);
    if (!contact) break;
    // Both may have been taken by a claim of this round.
    if (numbers.has(contact.number)) continue;
    const own = contact.agentId;
    const agent = own === null ? longest : await agents.only(own, turns);
    // It was taken in this round, or is left to others, who do not wait for this contact's turn.
    if (!agent) continue;
    agent.room -= 1;
    turns.took(agent.pools);
    numbers.add(contact.number);
    const { position, number, dueAtMs } = contact;
    const ordinal = contact.calls + 1;
    const ref = callRef({ campaignId: campaign.id, contact: position, ordinal });
    const since = agent.freeSinceMs;
    const readyAtMs =
      since === null ? null : Math.max(since, dueAtMs, campaign.state_changed_at_ms);
    planned.push({
      ref,
      contact: position,
      ordinal,
      number,
      agentId: agent.id,
      pools: agent.pools,
      readyAtMs,
    });
  }
  return planned;
}

/** Constraints of the database are the guards. A call whose number was taken meanwhile is left out. */
async function writeClaims(
  tx: Tx,
  { campaign: { id, policy_version: version }, nowMs }: Round,
  seated: readonly Claimed[],
): Promise<Claimed[]> {
  // By number, so that two rounds never wait for each other's numbers.
  const byNumber = seated.toSorted((one, other) => (one.number < other.number ? -1 : 1));
  const taken = await tx.all<{ ref: CallRef }>(
    `INSERT INTO live_numbers (number, ref)
     SELECT value ->> '$.number', value ->> '$.ref' FROM json_each(:rows) WHERE true
     ON CONFLICT (number) DO NOTHING RETURNING ref`,
    { rows: JSON.stringify(byNumber) },
  );
  const refs = new Set(taken.map(({ ref }) => ref));
  const claimed = seated.filter(({ ref }) => refs.has(ref));
  const rows = JSON.stringify(claimed);
  await tx.run(
    `INSERT INTO calls (ref, campaign_id, contact, ordinal, number, agent_id, holds_agent, state,
                        policy_version, created_at_ms, touched_at_ms, ready_at_ms)
     SELECT value ->> '$.ref', CAST(:id AS TEXT), CAST(value ->> '$.contact' AS BIGINT),
            CAST(value ->> '$.ordinal' AS BIGINT), value ->> '$.number', value ->> '$.agentId', 1,
            'claimed', CAST(:version AS BIGINT), CAST(:nowMs AS BIGINT), CAST(:nowMs AS BIGINT),
            CAST(value ->> '$.readyAtMs' AS BIGINT)
     FROM json_each(:rows)`,
    { id, version, nowMs, rows },
  );
  await tx.run(
    `UPDATE agents SET live = live + taken.calls
     FROM (SELECT value ->> '$.agentId' AS agent, count(*) AS calls
           FROM json_each(:rows) GROUP BY value ->> '$.agentId') AS taken
     WHERE agents.id = taken.agent`,
    { rows },
  );
  await tx.run(
    `UPDATE contacts SET state = 'claimed', calls = calls + 1
     WHERE campaign_id = :id AND position IN (SELECT CAST(value AS BIGINT) FROM json_each(:contacts))`,
    { id, contacts: JSON.stringify(claimed.map(({ contact }) => contact)) },
  );
  await tx.run(
    `INSERT INTO timeline (ref, at_ms, kind, text)
     SELECT value ->> '$.ref', CAST(:nowMs AS BIGINT), 'claimed', 'claimed, with an agent' FROM json_each(:rows)`,
    { nowMs, rows },
  );
  return claimed;
}

/** Locks the agents, and leaves out calls whose agent was taken since it was read. */
async function seatsTaken(tx: Tx, planned: readonly Claimed[], nowMs: number): Promise<Claimed[]> {
  const ids = [...new Set(planned.map(({ agentId }) => agentId))];
  const locked = await tx.all<{ id: string; room: number }>(
    `SELECT id, capacity - live AS room FROM agents
     WHERE id IN (SELECT value FROM json_each(:ids)) AND ${MAY_TAKE}
     ORDER BY id /* FOR NO KEY UPDATE */`,
    { ids: JSON.stringify(ids), nowMs },
  );
  const rooms = new Map(locked.map(({ id, room }) => [id, room]));
  return planned.filter(({ agentId }) => {
    const room = rooms.get(agentId) ?? 0;
    rooms.set(agentId, room - 1);
    return room > 0;
  });
}

/** Others may have claimed meanwhile. Then turns and limits may allow fewer calls than were taken. @throws ReadIsOutdated */
export async function countClaims(
  tx: Tx,
  { round, taken, locked }: { round: Round; taken: Taken; locked: CampaignRow },
): Promise<void> {
  const { policy, account, nowMs } = round;
  const { id } = locked;
  const calls = taken.claims.length;
  const passes = taken.turns.passesAfter(locked, taken.pools);
  const counted = await tx.run(
    `UPDATE campaigns SET live_calls = live_calls + :calls, passes = :passes
     WHERE id = :id AND (CAST(:most AS BIGINT) IS NULL OR live_calls + :calls <= :most)`,
    { id, calls, passes: JSON.stringify(passes), most: policy.maxLiveCalls },
  );
  if (counted !== 1) throw new ReadIsOutdated('the campaign has more live calls by now');
  // The probe of a hold is one call, whatever the pace.
  if (!account.hold?.open && (await roomOfSlots(tx, { ...round, campaign: locked }, nowMs)) < 0)
    throw new ReadIsOutdated('the slots of the pace are given out by now');
  const most = account.limits.maxLiveCalls;
  if (most === null) return;
  await lockAccount(tx);
  if ((await liveCallsOfAccount(tx)) > most)
    throw new ReadIsOutdated('the account has more live calls by now');
}
