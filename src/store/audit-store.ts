import type { Page, PageRequest } from './requests.ts';

export const AUDITED = [
  'account.let-go',
  'account.limited',
  'account.stopped',
  'agent.added',
  'agent.deleted',
  'agent.edited',
  'agent.moved',
  'budget.alert',
  'call.closed',
  'call.hangup-asked',
  'call.identified',
  'call.ordered',
  'call.outcome-set',
  'callback.edited',
  'callback.made',
  'callback.moved',
  'campaign.cloned',
  'campaign.created',
  'campaign.edited',
  'campaign.moved',
  'campaign.page-edited',
  'carrier.change-answered',
  'carrier.change-asked',
  'consents.recorded',
  'contacts.added',
  'hold.ended',
  'hold.lifted',
  'hold.opened',
  'key.created',
  'key.revoked',
  'outcome-code.deleted',
  'outcome-code.put',
  'privacy.erase-asked',
  'privacy.erased',
  'privacy.number-allowed',
  'reconciliation.asked',
  'report.created',
  'report.deleted',
  'session.ended',
  'session.started',
  'suppression-list.dropped',
  'import.undone',
  'suppression-list.put',
  'suppressions.adding',
  'suppressions.added',
  'suppressions.removed',
  'user.changed',
  'user.created',
  'user.link-made',
  'user.password-set',
  'user.removed',
  'user.second-factor-removed',
  'user.second-factor-set',
  'webhook-endpoint.added',
  'webhook-endpoint.disabled',
  'webhook-endpoint.edited',
  'webhook-endpoint.enabled',
  'webhook-endpoint.removed',
  'webhook-endpoint.replayed',
  'webhook-endpoint.rotated',
  'webhooks.healthy',
  'webhooks.lost',
] as const;
export type Audited = (typeof AUDITED)[number];

/** `who` of automatic changes, such as a scheduled start, a hold, or a pause of an agent that missed too many calls. */
export const DIALWRIGHT = 'dialwright';

export interface AuditEntry {
  id: number;
  atMs: number;
  /** Name of the user or API key, or `dialwright`. */
  who: string;
  what: Audited;
  /** Path of the resource under /v1, such as `campaigns/c1`. */
  target: string;
  /** What people call it now; null: it is gone, or has no name. */
  targetName: string | null;
  /** Plain JSON of the changed part; null: it did not exist, or does not matter. */
  before: unknown;
  after: unknown;
}

export interface AuditFilter {
  target?: string | undefined;
  who?: string | undefined;
  what?: Audited | undefined;
  /** Only changes made before this. */
  beforeMs?: number | undefined;
}

/** The log of all changes that people or Dialwright make. Each entry is written in the transaction of its change. */
export interface AuditStore {
  /** Newest first. */
  audit(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>;
}
