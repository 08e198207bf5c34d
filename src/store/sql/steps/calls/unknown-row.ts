import { stateAfter } from '../../../../domain/campaigns/campaign-state.ts';
import { whyTooManyUnknown } from '../../../../domain/account/unknown-row.ts';
import type { CallRow } from '../../rows/call-rows.ts';
import { campaignRow, moveByItself } from '../../rows/campaign-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { raiseAlert } from '../events/alerts.ts';

/** Counts a placement whose outcome the carrier left open. The one at the limit pauses the campaign. */
export async function countUnknown(
  tx: Tx,
  { ref, campaignId: id }: CallRow,
  { why, nowMs }: { why: string; nowMs: number },
): Promise<void> {
  const { ofCampaign } = (await tx.get<{ ofCampaign: number }>(
    `UPDATE campaigns SET unknowns_in_a_row = unknowns_in_a_row + 1 WHERE id = :id
     RETURNING unknowns_in_a_row AS of_campaign`,
    { id },
  ))!;
  const { ofAccount, most } = (await tx.get<{ ofAccount: number; most: number | null }>(
    `UPDATE account SET unknowns_in_a_row = unknowns_in_a_row + 1
     RETURNING unknowns_in_a_row AS of_account, pause_after_unknown AS most`,
  ))!;
  const tooMany = whyTooManyUnknown({ ofCampaign, ofAccount }, most);
  const paused = tooMany && stateAfter((await campaignRow(tx, id)).state, 'pause');
  if (!paused) return;
  const reason = `${tooMany}, the last of call ${ref}: ${why}`;
  await moveByItself(tx, id, paused, { nowMs, reason });
  await raiseAlert(tx, {
    kind: 'placements-unknown',
    subject: `campaigns/${id}`,
    campaignId: id,
    text:
      `${reason}. Ask the carrier whether it places calls, then resume the campaign. ` +
      'Until a call of the account is accepted, the next unknown placement pauses it again',
    raisedAtMs: nowMs,
  });
}
