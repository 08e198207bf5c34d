import type { CampaignState } from '../../domain/campaign-state.ts';
import type { CampaignId } from '../../domain/ids.ts';
import type { RedialPolicy } from '../../domain/redial.ts';
import type { Campaign, CampaignSettings } from '../campaign-store.ts';
import { StoreRefusal } from '../store.ts';
import type { Connection } from './connection.ts';

export interface CampaignRow {
  id: CampaignId;
  serial: number;
  name: string;
  keep_open: number;
  redial: string;
  max_live_calls: number | null;
  agent_caller_id: string | null;
  state: CampaignState;
  created_at_ms: number;
  state_changed_at_ms: number;
  contacts: number;
  live_calls: number;
  refusals_in_a_row: number;
  waiting_reason: string | null;
  waiting_since_ms: number | null;
}

export function findCampaignRow(db: Connection, id: CampaignId): CampaignRow | undefined {
  return db.get<CampaignRow>('SELECT * FROM campaigns WHERE id = :id', { id });
}

export function campaignRow(db: Connection, id: CampaignId): CampaignRow {
  const row = findCampaignRow(db, id);
  if (!row) throw new StoreRefusal('not-found', 'there is no such campaign', { campaign: id });
  return row;
}

export function insertCampaign(
  db: Connection,
  campaign: { id: CampaignId; settings: CampaignSettings; state: CampaignState; nowMs: number },
): CampaignRow {
  const { id, settings, state, nowMs } = campaign;
  if (findCampaignRow(db, id)) {
    throw new StoreRefusal('already-exists', 'the campaign exists already', { campaign: id });
  }
  db.run(
    `INSERT INTO campaigns (id, serial, name, keep_open, redial, max_live_calls, agent_caller_id,
                            state, created_at_ms, state_changed_at_ms)
     VALUES (:id, (SELECT coalesce(max(serial), 0) + 1 FROM campaigns), :name, :keepOpen, :redial,
             :maxLiveCalls, :agentCallerId, :state, :nowMs, :nowMs)`,
    {
      id,
      name: settings.name,
      keepOpen: Number(settings.keepOpen),
      redial: JSON.stringify(settings.redial),
      maxLiveCalls: settings.maxLiveCalls,
      agentCallerId: settings.agentCallerId,
      state,
      nowMs,
    },
  );
  return campaignRow(db, id);
}

export function setCampaignState(
  db: Connection,
  id: CampaignId,
  state: CampaignState,
  nowMs: number,
): void {
  db.run(
    `UPDATE campaigns SET state = :state, state_changed_at_ms = :nowMs, refusals_in_a_row = 0
     WHERE id = :id`,
    { id, state, nowMs },
  );
}

export const redialPolicyOf = (row: CampaignRow): RedialPolicy =>
  JSON.parse(row.redial) as RedialPolicy;

export function toCampaign(row: CampaignRow): Campaign {
  return {
    id: row.id,
    name: row.name,
    keepOpen: row.keep_open === 1,
    redial: redialPolicyOf(row),
    maxLiveCalls: row.max_live_calls,
    agentCallerId: row.agent_caller_id,
    state: row.state,
    createdAtMs: row.created_at_ms,
    stateChangedAtMs: row.state_changed_at_ms,
  };
}
