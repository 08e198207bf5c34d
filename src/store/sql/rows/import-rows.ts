import type { CampaignId } from '../../../domain/ids.ts';
import type { Import, LeftOutRow, RowOutcome } from '../../campaigns/import-store.ts';
import { StoreRefusal } from '../../requests.ts';
import type { Tx } from '../engine/tx.ts';

export interface ImportsRow {
  id: string;
  serial: number;
  campaign_id: CampaignId;
  state: Import['state'];
  dedupe: string;
  rows_read: number;
  accepted: number;
  duplicate: number;
  suppressed: number;
  rejected: number;
  first_contact: number | null;
  begun_at_ms: number;
  touched_at_ms: number;
}

export const unknownImport = () => new StoreRefusal('not-found', 'there is no such import');

export async function importRow(tx: Tx, id: string): Promise<ImportsRow> {
  const known = await tx.get<ImportsRow>('SELECT * FROM imports WHERE id = :id', { id });
  if (!known) throw unknownImport();
  return known;
}

export const toImport = (known: ImportsRow): Import => ({
  id: known.id,
  campaignId: known.campaign_id,
  state: known.state,
  dedupe: JSON.parse(known.dedupe) as Import['dedupe'],
  rowsRead: known.rows_read,
  accepted: known.accepted,
  duplicate: known.duplicate,
  suppressed: known.suppressed,
  rejected: known.rejected,
  firstContact: known.first_contact,
  begunAtMs: known.begun_at_ms,
  touchedAtMs: known.touched_at_ms,
});

export interface LeftOutRowRow {
  row: number;
  line: number;
  outcome: RowOutcome;
  field: string | null;
  reason: string;
  other_campaign: CampaignId | null;
  other_contact: number | null;
  written: string;
}

export const toLeftOut = (kept: LeftOutRowRow): LeftOutRow => ({
  line: kept.line,
  outcome: kept.outcome,
  field: kept.field,
  reason: kept.reason,
  other:
    kept.other_campaign === null || kept.other_contact === null
      ? null
      : { campaignId: kept.other_campaign, contact: kept.other_contact },
  written: JSON.parse(kept.written) as LeftOutRow['written'],
});
