import type { Disposition } from '../../../domain/calls/disposition.ts';
import type { CampaignId } from '../../../domain/ids.ts';
import type { ContactState } from '../../campaigns/campaign-store.ts';
import type { ExportLine } from '../../sweep-store.ts';
import { CALL_COLUMNS, costOf, recordCostOf, type CallRow } from '../rows/call-rows.ts';
import { totalCost } from './campaigns/campaign-progress.ts';
import type { CampaignRow } from '../rows/campaign-rows.ts';
import type { Connection } from '../engine/connection.ts';
import { placementRows } from '../rows/placement-rows.ts';

/** Exports everything as of one instant. `db` must be a separate connection, so that a slow reader delays nobody. */
export async function* exportLines(db: Connection): AsyncGenerator<ExportLine> {
  db.script('BEGIN');
  try {
    for (const campaign of db.all<CampaignRow>('SELECT * FROM campaigns ORDER BY serial')) {
      yield campaignLine(db, campaign);
      yield* contactLines(db, campaign.id);
      yield* callLines(db, campaign.id);
    }
  } finally {
    db.close();
  }
}

function campaignLine(db: Connection, { id, state }: CampaignRow): ExportLine {
  return { type: 'campaign', id, state, total_cost: totalCost(db, id) };
}

function* contactLines(db: Connection, id: CampaignId): Generator<ExportLine> {
  const rows = db.iterate<{
    position: number;
    row_key: string | null;
    number: string;
    state: ContactState;
    disposition: Disposition | null;
    due_reason: string | null;
  }>(
    `SELECT position, row_key, number, state, disposition, due_reason FROM contacts
     WHERE campaign_id = :id ORDER BY position`,
    { id },
  );
  for (const { position: contact, due_reason: reason, ...row } of rows) {
    yield { type: 'contact', campaign: id, contact, ...row, reason };
  }
}

function* callLines(db: Connection, id: CampaignId): Generator<ExportLine> {
  const rows = db.iterate<CallRow>(
    `SELECT ${CALL_COLUMNS} FROM calls WHERE campaign_id = :id ORDER BY id`,
    { id },
  );
  for (const row of rows) {
    yield {
      type: 'call',
      ref: row.ref,
      campaign: row.campaign_id,
      contact: row.contact,
      ordinal: row.ordinal,
      policy_version: row.policy_version,
      number: row.number,
      state: row.state,
      disposition: row.disposition,
      reason: row.reason,
      carrier_call_id: row.carrier_call_id,
      confirmed: row.confirmed === null ? null : row.confirmed === 1,
      cost: costOf(row),
      cost_source: row.cost_source,
      record_cost: recordCostOf(row),
      settlement: row.settlement,
      recording: row.recording,
      recording_sha256: row.recording_sha256,
      recording_bytes: row.recording_bytes,
      placements: placementsOf(db, row),
      events: eventsOf(db, row),
    };
  }
}

function placementsOf(db: Connection, { ref }: CallRow) {
  return placementRows(db, ref).map(
    ({ placement, state, intent_at_ms, status, code, zone_rules }) => ({
      placement,
      state,
      intent_at: iso(intent_at_ms),
      status,
      code,
      zone_rules,
    }),
  );
}

function eventsOf(db: Connection, { ref }: CallRow) {
  return db
    .all<{ placement: number; seq: number | null; name: string; received_at_ms: number }>(
      'SELECT placement, seq, name, received_at_ms FROM inbox WHERE ref = :ref ORDER BY id',
      { ref },
    )
    .map(({ placement, seq, name, received_at_ms }) => ({
      placement,
      seq,
      name,
      received_at: iso(received_at_ms),
    }));
}

const iso = (ms: number): string => new Date(ms).toISOString();
