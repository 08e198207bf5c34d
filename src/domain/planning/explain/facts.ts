/** What decides whether a contact is dialled now. */
import type { RegistryCopy } from '../../contacts/suppression.ts';
import type { Hold } from '../../account/hold.ts';
import type { RetryAfter } from '../../account/retry-after.ts';
import type { CampaignFacts } from '../../campaigns/campaign-progress.ts';
import type { CampaignPlan, PlannedContact } from '../planned-contact.ts';

export interface ExplainFacts {
  plan: CampaignPlan;
  contact: PlannedContact;
  /** Why it is not due before, or why it is final. */
  dueReason: string | null;
  /** Facts of the whole campaign. */
  campaign: CampaignFacts;
  hold: Hold | undefined;
  retryAfter: RetryAfter | undefined;
  liveCallsOfAccount: number;
  lists: readonly { id: string; counts: boolean; untilMs: number | null }[];
  /** Lists that the policy names and that do not exist. */
  listsMissing: readonly string[];
  /** Copies of registries that are too old, and count. */
  oldCopies: readonly ({ id: string } & RegistryCopy)[];
  /** The call that occupies the number. */
  numberOn: { ref: string; state: string } | null;
  nextSlotMs: number | null;
}
