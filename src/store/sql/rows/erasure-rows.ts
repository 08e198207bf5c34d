import type { ErasedCounts, Erasure } from '../../privacy/privacy-store.ts';

export interface ErasureRow extends Omit<Erasure, 'erased'> {
  serial: number;
  /** JSON of the key of the last row that was read in this step; null: none. */
  reached: string | null;
  /** JSON of the subject, if it is a row key and the erasure is open. */
  rowKey: string | null;
  erased: string;
}

export const toErasure = (row: ErasureRow): Erasure => ({
  id: row.id,
  subjectHash: row.subjectHash,
  state: row.state,
  step: row.step,
  waitingFor: row.waitingFor,
  erased: JSON.parse(row.erased) as ErasedCounts,
  askedAtMs: row.askedAtMs,
  endedAtMs: row.endedAtMs,
});
