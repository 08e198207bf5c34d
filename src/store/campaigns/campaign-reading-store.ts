import type { Hold } from '../../domain/account/hold.ts';
import type { ZoneSource } from '../../domain/contacts/contact-zones.ts';
import type { Disposition } from '../../domain/calls/disposition.ts';
import type { CampaignFacts } from '../../domain/campaigns/campaign-progress.ts';
import type { CallRef, CampaignId } from '../../domain/ids.ts';
import type {
  CampaignPlan,
  PlannedContact,
  PlannedState,
} from '../../domain/planning/planned-contact.ts';
import type { Account } from '../account-store.ts';
import type { Campaign } from './campaign-store.ts';
import type { Page, PageRequest } from '../store.ts';

/** A contact as lists show it. */
export interface Contact {
  position: number;
  /** E.164. */
  number: string;
  name: string | null;
  rowKey: string | null;
  state: PlannedState;
  /** Of its last call that has ended; `not-dialled` also for one that never had a call. */
  disposition: Disposition | null;
  dueAtMs: number;
  /** Why not before, or why it is final without a call; null: nothing but its turn. */
  dueReason: string | null;
  zones: readonly string[] | null;
  zoneSource: ZoneSource;
  notBeforeMs: number | null;
  notAfterMs: number | null;
  agentId: string | null;
  /** How many calls it has had. */
  calls: number;
}

export interface ContactFilter {
  state?: PlannedState | undefined;
  /** A `dueReason`. */
  reason?: string | undefined;
  disposition?: Disposition | undefined;
}

/** A campaign as preflight and rehearsal read it, in one transaction. */
export interface CampaignOutlook {
  campaign: Campaign;
  plan: CampaignPlan;
  account: Pick<Account, 'stopped' | 'hold'>;
  contacts: number;
  /** Lists that the policy names and that are not there. */
  listsMissing: readonly string[];
  /** Costs of the account's last settled calls, scaled units; null: none has one. */
  costs: { calls: number; low: bigint; mean: bigint; high: bigint } | null;
}

/** All that decides when one contact is called. */
export interface ContactStanding {
  campaign: Campaign;
  plan: CampaignPlan;
  contact: PlannedContact;
  dueReason: string | null;
  /** Why the campaign as a whole dials or waits. */
  facts: CampaignFacts;
  hold: Hold | undefined;
  liveCallsOfAccount: number;
  /** Lists that hold its number now; those that count, and others. */
  lists: { id: string; counts: boolean; untilMs: number | null }[];
  /** Lists that the policy names and that are not there. */
  listsMissing: readonly string[];
  /** The call of any campaign that keeps its number. */
  numberOn: { ref: CallRef; state: string } | null;
  /** When the next slot of a pace comes; null: no pace. */
  nextSlotMs: number | null;
}

export interface CampaignReadingStore {
  /** @throws StoreRefusal not-found */
  campaignOutlook(id: CampaignId, nowMs: number): Promise<CampaignOutlook>;

  /** The next contacts behind a position, by position; short reads, so that others come in between. */
  plannedContacts(input: {
    id: CampaignId;
    afterPosition: number;
    limit: number;
    nowMs: number;
  }): Promise<PlannedContact[]>;

  /** @throws StoreRefusal not-found (the campaign, or the contact) */
  contactStanding(id: CampaignId, position: number, nowMs: number): Promise<ContactStanding>;

  /** By position. @throws StoreRefusal not-found */
  contacts(
    input: { campaignId: CampaignId; filter: ContactFilter },
    page: PageRequest,
  ): Promise<Page<Contact>>;
}
