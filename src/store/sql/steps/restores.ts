import type { RestoreSign } from '../../../domain/restore/restore.ts';
import type { Tx } from '../engine/tx.ts';

export interface RestoreRow {
  id: number;
  foundAtMs: number;
  kind: RestoreSign['kind'];
  text: string;
  missing: number | null;
  asOfMs: number | null;
  readAtMs: number | null;
}

/** The one that nobody has released. */
export async function openRestore(tx: Tx): Promise<RestoreRow | undefined> {
  return tx.get<RestoreRow>(
    `SELECT id, found_at_ms, sign AS kind, text, missing, as_of_ms, read_at_ms
     FROM restores WHERE released_at_ms IS NULL`,
  );
}

export const isRestoreOpen = async (tx: Tx): Promise<boolean> =>
  (await openRestore(tx)) !== undefined;
