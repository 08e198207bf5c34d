/** Hold timeouts: what campaigns do if the account's hold lasts too long. */
import { sqlList } from '../engine/sql-list.ts';
import { DIALLING_STATES, mayDial, stateAfter } from '../../../domain/campaigns/campaign-state.ts';
import { holdTimeoutAtMs } from '../../../domain/account/hold.ts';
import { accountRow, type AccountRow } from '../rows/account-row.ts';
import { moveByItself, policyOf, type CampaignRow } from '../rows/campaign-rows.ts';
import type { Tx } from '../engine/tx.ts';
import { closeContacts } from './campaigns/contact-jobs.ts';

/** Pauses or cancels a campaign if its policy says so and its hold timeout has passed. True: it did. */
export async function timeOutBehindHold(
  tx: Tx,
  row: CampaignRow,
  { hold }: Pick<AccountRow, 'hold'>,
  nowMs: number,
): Promise<boolean> {
  const { holdTimeout } = policyOf(row);
  if (holdTimeout === null || !mayDial(row.state)) return false;
  const atMs = holdTimeoutAtMs(hold, holdTimeout, row.stateChangedAtMs);
  if (atMs === null || atMs > nowMs) return false;
  const reason = `the account’s hold outlasted the campaign’s time-out: ${hold!.reason}`;
  await moveByItself(tx, row.id, stateAfter(row.state, holdTimeout.action)!, { nowMs, reason });
  if (holdTimeout.action === 'cancel') await closeContacts(tx, row.id, { why: null, nowMs });
  return true;
}

/** For campaigns whose dispatcher sleeps until a probe is due, or is dead. */
export async function timeOutEveryCampaign(tx: Tx, nowMs: number): Promise<void> {
  const account = await accountRow(tx);
  if (!account.hold?.open) return;
  const patient = await tx.all<CampaignRow>(
    `SELECT * FROM campaigns
     WHERE state IN (${sqlList(DIALLING_STATES)}) AND ${tx.sql.json('policy')} ->> 'holdTimeout' IS NOT NULL
     ORDER BY serial`,
  );
  for (const row of patient) await timeOutBehindHold(tx, row, account, nowMs);
}
