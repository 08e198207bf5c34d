import type { CampaignId } from '../../../domain/ids.ts';
import type { Import, LeftOutRow, RowOutcome } from '../../campaigns/import-store.ts';
import { StoreRefusal } from '../../requests.ts';
import type { Tx } from '../engine/tx.ts';

export interface ImportsRow {
  id: string;
  serial: number;
  campaignId: CampaignId;
  state: Import['state'];
  dedupe: string;
  rowsRead: number;
  accepted: number;
  duplicate: number;
  suppressed: number;
  rejected: number;
  firstContact: number | null;
  begunAtMs: number;
  touchedAtMs: number;
}

export const unknownImport = () => new StoreRefusal('not-found', 'there is no such import');

export async function importRow(tx: Tx, id: string): Promise<ImportsRow> {
  const known = await tx.get<ImportsRow>('SELECT * FROM imports WHERE id = :id', { id });
  if (!known) throw unknownImport();
  return known;
}

export const toImport = (known: ImportsRow): Import => ({
  id: known.id,
  campaignId: known.campaignId,
  state: known.state,
  dedupe: JSON.parse(known.dedupe) as Import['dedupe'],
  rowsRead: known.rowsRead,
  accepted: known.accepted,
  duplicate: known.duplicate,
  suppressed: known.suppressed,
  rejected: known.rejected,
  firstContact: known.firstContact,
  begunAtMs: known.begunAtMs,
  touchedAtMs: known.touchedAtMs,
});

export interface LeftOutRowRow {
  row: number;
  line: number;
  outcome: RowOutcome;
  field: string | null;
  reason: string;
  otherCampaign: CampaignId | null;
  otherContact: number | null;
  written: string;
}

export const toLeftOut = (kept: LeftOutRowRow): LeftOutRow => ({
  line: kept.line,
  outcome: kept.outcome,
  field: kept.field,
  reason: kept.reason,
  other:
    kept.otherCampaign === null || kept.otherContact === null
      ? null
      : { campaignId: kept.otherCampaign, contact: kept.otherContact },
  written: JSON.parse(kept.written) as LeftOutRow['written'],
});
