/**
 * Placements in a row whose outcome is unknown. Each of them keeps its number and its contact until the carrier or a
 * person says what became of it, so a campaign does not add to them for long.
 */

/** Of a new account. Lower than the limit of refusals in a row, which cost less. */
export const PAUSE_AFTER_UNKNOWN = 5;

/** Unknown outcomes since the last acceptance, the newest included. */
export interface UnknownRow {
  /** Since somebody moved the campaign, too. */
  ofCampaign: number;
  /** Over all campaigns: where the carrier answers nobody, each campaign alone would take long to see it. */
  ofAccount: number;
}

/** Why the campaign of the newest one is paused, as a clause; undefined: it goes on. `limit`: null for none. */
export function whyTooManyUnknown(row: UnknownRow, limit: number | null): string | undefined {
  const { ofCampaign, ofAccount } = row;
  if (limit === null || Math.max(ofCampaign, ofAccount) < limit) return undefined;
  if (ofCampaign < limit)
    return `the outcome of ${ofAccount} placements of the account in a row is unknown`;
  return ofCampaign === 1
    ? 'the outcome of a placement is unknown'
    : `the outcome of ${ofCampaign} placements in a row is unknown`;
}
