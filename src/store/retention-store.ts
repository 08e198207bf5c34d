/** `contacts`: names, numbers and row keys of contacts of ended campaigns, and what their calls hold of them. */
export const RETENTION_KINDS = ['recordings', 'webhookBodies', 'contacts', 'audit'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

export interface RetentionStore {
  /**
   * Removes one batch of what is older than `beforeMs`, in one short transaction.
   * @returns false: nothing is left
   */
  pruneOld(kind: RetentionKind, input: { beforeMs: number; nowMs: number }): Promise<boolean>;
}
