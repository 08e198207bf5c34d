import type { CampaignId } from '../../domain/ids.ts';

/**
 * `close`: contacts that are due become final, because the campaign is over. `copy`: contacts of another campaign are
 * added. `recheck`: contacts that the rules of before had put off are due again.
 */
export type ContactJobKind = 'close' | 'copy' | 'recheck';

/** A change of many contacts of a campaign, made in short transactions one after another. */
export interface ContactJob {
  campaignId: CampaignId;
  kind: ContactJobKind;
  /** Contacts that were looked at, of those to be looked at. */
  done: number;
  total: number;
  begunAtMs: number;
}

/**
 * At most so many contacts are looked at in one transaction. Each that is copied changes pages of three indexes, so that
 * processor time and what a commit writes grow with this; per contact, 500 would be no cheaper.
 */
export const CONTACTS_PER_BATCH = 100;

export interface ContactJobStore {
  /**
   * One batch of the job that has waited longest for its next. Several processes may do this at once: each batch is
   * made once.
   * @returns the job as it stands behind the batch, with `done` = `total` when it is over; undefined: no job is open
   */
  continueContactJob(nowMs: number): Promise<ContactJob | undefined>;
}
