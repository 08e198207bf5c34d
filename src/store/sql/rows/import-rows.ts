import type { CampaignId } from '../../../domain/ids.ts';
import type { Import, ImportUndo, LeftOutRow } from '../../campaigns/import-store.ts';
import { StoreRefusal } from '../../requests.ts';
import type { Tx } from '../engine/tx.ts';

export interface ImportsRow extends Omit<Import, 'dedupe' | 'undo' | 'numbersRead'> {
  /** Those that were judged besides the first of their row. */
  furtherNumbers: number;
  serial: number;
  dedupe: string;
  undoState: ImportUndo['state'] | null;
  undoAskedAtMs: number | null;
  /** Of an undo: contacts up to this position were looked at. */
  undoneTo: number;
  withdrawn: number;
}

export const unknownImport = () => new StoreRefusal('not-found', 'there is no such import');

export async function importRow(tx: Tx, id: string): Promise<ImportsRow> {
  const known = await tx.get<ImportsRow>('SELECT * FROM imports WHERE id = :id', { id });
  if (!known) throw unknownImport();
  return known;
}

export const numbersReadOf = ({ rowsRead, furtherNumbers }: ImportsRow): number =>
  rowsRead + furtherNumbers;

export function toImport(row: ImportsRow): Import {
  const { serial: _, dedupe, undoState, undoAskedAtMs, undoneTo: __, withdrawn, ...rest } = row;
  const { furtherNumbers: ___, ...known } = rest;
  const undo =
    undoState === null || undoAskedAtMs === null
      ? null
      : { state: undoState, askedAtMs: undoAskedAtMs, withdrawn };
  return {
    ...known,
    numbersRead: numbersReadOf(row),
    dedupe: JSON.parse(dedupe) as Import['dedupe'],
    undo,
  };
}

export interface LeftOutRowRow extends Omit<LeftOutRow, 'other' | 'written'> {
  row: number;
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
