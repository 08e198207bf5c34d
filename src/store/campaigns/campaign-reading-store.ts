import type { Hold } from '../../domain/account/hold.ts';
import type { RetryAfter } from '../../domain/account/retry-after.ts';
import type { ContactArea } from '../../domain/areas/contact-area.ts';
import type { ContactSelection } from '../../domain/contacts/contact-selection.ts';
import type { ContactDetails } from '../../domain/contacts/details.ts';
import type { ZoneSource } from '../../domain/contacts/contact-zones.ts';
import type { Disposition } from '../../domain/calls/disposition.ts';
import type { CampaignFacts } from '../../domain/campaigns/campaign-progress.ts';
import type { RegistryCopy } from '../../domain/contacts/suppression.ts';
import type { CallRef, CampaignId } from '../../domain/ids.ts';
import type {
  CampaignPlan,
  PlannedContact,
  PlannedState,
} from '../../domain/planning/planned-contact.ts';
import type { Account } from '../account-store.ts';
import type { Campaign } from './campaign-store.ts';
import type { PersonNumber } from './import-store.ts';
import type { Page, PageRequest } from '../requests.ts';

/** A contact as lists show it. */
export interface Contact {
  position: number;
  /** E.164. */
  number: string;
  name: string | null;
  rowKey: string | null;
  details: ContactDetails;
  /** Null: it is the person's only number. */
  person: PersonNumber | null;
  state: PlannedState;
  /** The disposition of its last ended call; `not-dialled` also if it never had a call. */
  disposition: Disposition | null;
  dueAtMs: number;
  /** Why it is not due before, or why it is final without a call; null: no rule delays it. */
  dueReason: string | null;
  zones: readonly string[] | null;
  zoneSource: ZoneSource;
  /** Null: its zones were named, or nothing says where it is. */
  area: ContactArea | null;
  notBeforeMs: number | null;
  notAfterMs: number | null;
  agentId: string | null;
  /** The number of its calls. */
  calls: number;
}

export interface ContactFilter {
  state?: PlannedState | undefined;
  /** A `dueReason`. */
  reason?: string | undefined;
  disposition?: Disposition | undefined;
  /** Fields of the list's own, with exactly these values. */
  data?: ContactSelection['data'];
}

/** `lookedTo`: contacts up to this position were looked through for it; left out: an index found them. */
export type ContactPage = Page<Contact> & { lookedTo?: number };

/** By any of them, or by several. */
export interface WantedPerson {
  /** E.164. */
  number?: string | undefined;
  rowKey?: string | undefined;
  person?: string | undefined;
}

export interface WantedContacts {
  filter: ContactFilter;
  person?: WantedPerson;
  /** Earlier positions are left out. */
  fromPosition?: number | undefined;
}

/** The facts of a campaign for preflight and rehearsal, read in one transaction. */
export interface CampaignOutlook {
  campaign: Campaign;
  plan: CampaignPlan;
  account: Pick<Account, 'stopped' | 'hold'>;
  contacts: number;
  /** Lists that the policy names and that are not there. */
  listsMissing: readonly string[];
  /** Copies of registries that are too old, and count. */
  oldCopies: readonly ({ id: string } & RegistryCopy)[];
  /** Costs of the account's last settled calls, in scaled units; null: there are none. */
  costs: { calls: number; low: bigint; mean: bigint; high: bigint } | null;
}

/** All facts that decide when one contact is called. */
export interface ContactFacts {
  campaign: Campaign;
  plan: CampaignPlan;
  contact: PlannedContact;
  dueReason: string | null;
  /** The facts that decide whether the campaign dials or waits. */
  facts: CampaignFacts;
  hold: Hold | undefined;
  retryAfter: RetryAfter | undefined;
  liveCallsOfAccount: number;
  /** All lists that hold its number now. `counts`: the list counts for the campaign. */
  lists: { id: string; counts: boolean; untilMs: number | null }[];
  /** Lists that the policy names and that are not there. */
  listsMissing: readonly string[];
  oldCopies: readonly ({ id: string } & RegistryCopy)[];
  /** The call, of any campaign, that occupies its number. */
  numberOn: { ref: CallRef; state: string } | null;
  /** The next slot by the limits of calls per second; null: no limit. */
  nextSlotMs: number | null;
}

export interface CampaignReadingStore {
  /** @throws StoreRefusal not-found */
  campaignOutlook(id: CampaignId, nowMs: number): Promise<CampaignOutlook>;

  /** The next contacts after a position, in order. Reads are short, so that other work runs in between. */
  plannedContacts(input: {
    id: CampaignId;
    afterPosition: number;
    limit: number;
    nowMs: number;
  }): Promise<PlannedContact[]>;

  /** @throws StoreRefusal not-found (the campaign, or the contact) */
  contactFacts(id: CampaignId, position: number, nowMs: number): Promise<ContactFacts>;

  /** By position. @throws StoreRefusal not-found */
  contacts(
    input: WantedContacts & { campaignId: CampaignId },
    page: PageRequest,
  ): Promise<ContactPage>;
  /** Contacts of all campaigns, by campaign and position. At least one of both is given. */
  findContacts(
    wanted: WantedPerson,
    page: PageRequest,
  ): Promise<Page<Contact & { campaignId: CampaignId }>>;
}
