/** What is removed when it is old. `contacts`: names, numbers and row keys of contacts of ended campaigns, and what their calls hold of them. */
export const RETENTION_KINDS = ['recordings', 'webhookBodies', 'contacts', 'audit'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** How long each kind is kept, in milliseconds. A kind that is missing is kept for good. */
export type Retention = Partial<Record<RetentionKind, number>>;
