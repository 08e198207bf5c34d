import type { RetentionKind } from '../../domain/privacy/retention.ts';

export interface RetentionStore {
  /**
   * Removes one batch of what is older than `beforeMs`, in one short transaction.
   * @returns false: nothing is left
   */
  pruneOld(kind: RetentionKind, input: { beforeMs: number; nowMs: number }): Promise<boolean>;
}
