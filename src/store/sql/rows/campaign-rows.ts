import {
  isOver,
  type CampaignKind,
  type CampaignState,
} from '../../../domain/campaigns/campaign-state.ts';
import type { CallRef, CampaignId } from '../../../domain/ids.ts';
import type { Policy } from '../../../domain/campaigns/policy.ts';
import type { Campaign, CampaignSettings } from '../../campaigns/campaign-store.ts';
import { StoreRefusal } from '../../requests.ts';
import { writeAudit } from './audit.ts';
import { LAST_PLACEMENT } from './placement-rows.ts';
import type { Tx } from '../engine/tx.ts';

export interface CampaignRow extends Omit<Campaign, 'keepOpen' | 'policy'> {
  serial: number;
  keepOpen: number;
  policy: string;
  negativeCosts: number;
  contacts: number;
  liveCalls: number;
  refusalsInARow: number;
  unknownsInARow: number;
  waitingReason: string | null;
  waitingSinceMs: number | null;
  nextSlotMs: number;
  lastPostMs: number;
  spentWhole: number;
  spentRest: number;
  reservedWhole: number;
  reservedRest: number;
  /** JSON of the raised alerts. */
  budgetAlerts: string;
  /** JSON (`Passes`). */
  passes: string;
  wantsAgentsUntilMs: number;
}

/** SQL: the campaign could have used one more agent in its last round. Needs `:nowMs`. */
export const WANTS_AGENTS = 'wants_agents_until_ms > 0 AND wants_agents_until_ms > :nowMs';
export const ANY_WANTS_AGENTS = `EXISTS (SELECT 1 FROM campaigns WHERE ${WANTS_AGENTS})`;

export async function findCampaignRow(tx: Tx, id: CampaignId): Promise<CampaignRow | undefined> {
  return tx.get<CampaignRow>('SELECT * FROM campaigns WHERE id = :id', { id });
}

export async function campaignRow(tx: Tx, id: CampaignId): Promise<CampaignRow> {
  const row = await findCampaignRow(tx, id);
  if (!row) throw new StoreRefusal('not-found', 'there is no such campaign', { campaign: id });
  return row;
}

/** After the locks of calls, contacts, agents and numbers, because all calls of the campaign share this row. */
export async function lockCampaign(tx: Tx, id: CampaignId): Promise<CampaignRow> {
  return (await tx.get<CampaignRow>(
    `SELECT * FROM campaigns WHERE id = :id ${tx.sql.forUpdate()}`,
    {
      id,
    },
  ))!;
}

/** Several campaigns, in the order of their ids, so that no two transactions wait for each other. */
export async function lockCampaigns(
  tx: Tx,
  ids: readonly CampaignId[],
): Promise<Map<CampaignId, CampaignRow>> {
  const rows = await tx.all<CampaignRow>(
    `SELECT * FROM campaigns WHERE id IN (SELECT value FROM ${tx.sql.texts(':ids')})
     ORDER BY id ${tx.sql.forUpdate()}`,
    { ids: JSON.stringify(ids) },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A campaign, and the policy that one of its calls was claimed under. */
export interface CampaignOfCall {
  campaign: CampaignRow;
  policy: Policy;
}

/** By the call's name alone, so that it can be asked for together with the call. Undefined: there is no such call. */
export async function findCampaignOfCall(
  tx: Tx,
  ref: CallRef,
): Promise<CampaignOfCall | undefined> {
  const found = await tx.get<CampaignRow & { claimedUnder: string | null }>(
    `SELECT campaigns.*,
            (SELECT policy FROM policies
             WHERE policies.campaign_id = campaigns.id
               AND version = (SELECT policy_version FROM calls WHERE ref = :ref)) AS claimed_under
     FROM campaigns WHERE id = (SELECT campaign_id FROM calls WHERE ref = :ref)`,
    { ref },
  );
  if (!found?.claimedUnder) return undefined;
  const { claimedUnder, ...campaign } = found;
  return { campaign, policy: JSON.parse(claimedUnder) as Policy };
}

export function mustHavePolicy(found: CampaignOfCall | undefined, ref: CallRef): CampaignOfCall {
  if (!found) throw new Error(`the campaign of ${ref} has no policy of its version`);
  return found;
}

export async function insertCampaign(
  tx: Tx,
  campaign: {
    id: CampaignId;
    kind?: CampaignKind;
    settings: CampaignSettings;
    state: CampaignState;
    nowMs: number;
  },
): Promise<CampaignRow> {
  const { id, kind = 'list', settings, state, nowMs } = campaign;
  if (await findCampaignRow(tx, id)) {
    throw new StoreRefusal('already-exists', 'the campaign exists already', { campaign: id });
  }
  tx.send(
    `INSERT INTO campaigns (id, kind, name, keep_open, policy, deadline_at_ms, state,
                            created_at_ms, state_changed_at_ms)
     VALUES (:id, :kind, :name, :keepOpen, :policy, :deadlineAtMs, :state,
             :nowMs, :nowMs)`,
    {
      id,
      kind,
      name: settings.name,
      keepOpen: Number(settings.keepOpen),
      policy: JSON.stringify(settings.policy),
      deadlineAtMs: settings.deadlineAtMs,
      state,
      nowMs,
    },
  );
  await keepVersion(tx, { id, version: 1, policy: settings.policy, nowMs });
  await keepState(tx, id, nowMs);
  return campaignRow(tx, id);
}

async function keepVersion(
  tx: Tx,
  kept: { id: CampaignId; version: number; policy: Policy; nowMs: number },
): Promise<void> {
  tx.send(
    `INSERT INTO policies (campaign_id, version, policy, made_at_ms, last_placement)
     VALUES (:id, :version, :policy, :nowMs, ${LAST_PLACEMENT})`,
    { id: kept.id, version: kept.version, policy: JSON.stringify(kept.policy), nowMs: kept.nowMs },
  );
}

/** Keeps the state and the deadline for the check of decisions. A unit that changes them runs alone. */
export async function keepState(tx: Tx, id: CampaignId, nowMs: number): Promise<void> {
  tx.send(
    `INSERT INTO campaign_states (campaign_id, at_ms, last_placement, state, deadline_at_ms)
     SELECT id, CAST(:nowMs AS BIGINT), ${LAST_PLACEMENT}, state, deadline_at_ms
     FROM campaigns WHERE id = :id`,
    { id, nowMs },
  );
}

/** Writes a new version of the policy, for calls that are claimed from now on. */
export async function changePolicy(
  tx: Tx,
  row: CampaignRow,
  policy: Policy,
  nowMs: number,
): Promise<void> {
  const version = row.policyVersion + 1;
  // With another pool, priority or weight it begins to want agents anew (fair share).
  const sql = `UPDATE campaigns SET policy = :policy, policy_version = :version, wants_agents_until_ms = 0
               WHERE id = :id`;
  tx.send(sql, {
    id: row.id,
    policy: JSON.stringify(policy),
    version,
  });
  await keepVersion(tx, { id: row.id, version, policy, nowMs });
}

/** The policy that a call was claimed under. */
export async function policyOfVersion(tx: Tx, id: CampaignId, version: number): Promise<Policy> {
  const kept = await tx.get<{ policy: string }>(
    'SELECT policy FROM policies WHERE campaign_id = :id AND version = :version',
    { id, version },
  );
  if (!kept) throw new Error(`campaign ${id} has no policy ${version}`);
  return JSON.parse(kept.policy) as Policy;
}

export async function setCampaignState(
  tx: Tx,
  id: CampaignId,
  state: CampaignState,
  nowMs: number,
  { startsAtMs = null, reason = null }: { startsAtMs?: number | null; reason?: string | null } = {},
): Promise<void> {
  tx.send(
    `UPDATE campaigns SET state = :state, state_changed_at_ms = :nowMs, state_reason = :reason,
                          refusals_in_a_row = 0, unknowns_in_a_row = 0, starts_at_ms = :startsAtMs
     WHERE id = :id`,
    { id, state, nowMs, reason, startsAtMs },
  );
  await keepState(tx, id, nowMs);
  // It was about the state that has ended.
  tx.send(`DELETE FROM alerts WHERE kind = 'placements-unknown' AND subject = :subject`, {
    subject: `campaigns/${id}`,
  });
  // The rest of an open import can no longer be added.
  if (isOver(state)) {
    tx.send(`UPDATE imports SET state = 'stopped' WHERE campaign_id = :id AND state = 'open'`, {
      id,
    });
  }
}

/** An automatic move. `reason`: for people; null: the state needs no reason. */
export async function moveByItself(
  tx: Tx,
  id: CampaignId,
  state: CampaignState,
  { nowMs, reason = null }: { nowMs: number; reason?: string | null },
): Promise<void> {
  tx.alone();
  const before = { state: (await campaignRow(tx, id)).state };
  await setCampaignState(tx, id, state, nowMs, { reason });
  const target = `campaigns/${id}`;
  await writeAudit(tx, {
    by: undefined,
    what: 'campaign.moved',
    target,
    before,
    after: { state, ...(reason !== null && { reason }) },
    nowMs,
  });
}

export function deadlineOf(
  { deadlineAtMs: atMs }: CampaignRow,
  nowMs: number,
): { atMs: number; passed: boolean } | null {
  return atMs === null ? null : { atMs, passed: atMs <= nowMs };
}

export const policyOf = (row: CampaignRow): Policy => JSON.parse(row.policy) as Policy;

export function toCampaign(row: CampaignRow): Campaign {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    keepOpen: row.keepOpen === 1,
    deadlineAtMs: row.deadlineAtMs,
    policy: policyOf(row),
    policyVersion: row.policyVersion,
    state: row.state,
    startsAtMs: row.startsAtMs,
    createdAtMs: row.createdAtMs,
    stateChangedAtMs: row.stateChangedAtMs,
    stateReason: row.stateReason,
  };
}
