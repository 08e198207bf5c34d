import type { ErasureStep } from '../../../domain/privacy/erasure.ts';
import type { ErasedCounts, Erasure } from '../../privacy/privacy-store.ts';

export interface ErasureRow {
  serial: number;
  id: string;
  subject_hash: string;
  state: Erasure['state'];
  step: ErasureStep;
  /** JSON of the key of the last row that was read in this step; null: none. */
  reached: string | null;
  waiting_for: string | null;
  /** JSON of the subject, if it is a row key and the erasure is open. */
  row_key: string | null;
  erased: string;
  asked_at_ms: number;
  touched_at_ms: number;
  ended_at_ms: number | null;
}

export const toErasure = (row: ErasureRow): Erasure => ({
  id: row.id,
  subjectHash: row.subject_hash,
  state: row.state,
  step: row.step,
  waitingFor: row.waiting_for,
  erased: JSON.parse(row.erased) as ErasedCounts,
  askedAtMs: row.asked_at_ms,
  endedAtMs: row.ended_at_ms,
});
