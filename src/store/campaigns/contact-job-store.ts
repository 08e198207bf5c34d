import type { CampaignId } from '../../domain/ids.ts';

/**
 * `close`: due contacts become final, because the campaign is over. `copy`: contacts of another campaign are added.
 * `recheck`: contacts that the previous rules had delayed are due again.
 */
export type ContactJobKind = 'close' | 'copy' | 'recheck';

/** A change of many contacts of a campaign, made in a series of short transactions. */
export interface ContactJob {
  campaignId: CampaignId;
  kind: ContactJobKind;
  /** Contacts processed so far, of `total`. */
  done: number;
  total: number;
  begunAtMs: number;
}

/**
 * Most contacts processed in one transaction. Each copied contact changes pages of three indexes, so the duration of a
 * transaction grows with this number. With 500, a contact would cost the same.
 */
export const CONTACTS_PER_BATCH = 100;

export interface ContactJobStore {
  /**
   * Runs one batch of the job that has waited longest. Several processes may do this at once; each batch is made once.
   * @returns the job after the batch, with `done` = `total` if it is finished; undefined: no job is open
   */
  continueContactJob(nowMs: number): Promise<ContactJob | undefined>;
}
