import type { Erasure } from '../../privacy/privacy-store.ts';

export interface ErasureRow extends Omit<Erasure, 'erased'> {
  serial: number;
  /** JSON of the key of the last row that was read in this step; null: none. */
  reached: string | null;
  /** JSON of the subject, if it is a row key and the erasure is open. */
  rowKey: string | null;
  erased: string;
}
