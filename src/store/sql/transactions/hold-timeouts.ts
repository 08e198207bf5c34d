/** Hold timeouts: what campaigns do if the account's hold lasts too long. */
import { sqlList } from '../engine/sql-list.ts';
import { DIALLING_STATES, mayDial, stateAfter } from '../../../domain/campaigns/campaign-state.ts';
import { holdTimeoutAtMs } from '../../../domain/account/hold.ts';
import { accountRow } from '../rows/account-row.ts';
import { moveByItself, policyOf, type CampaignRow } from '../rows/campaign-rows.ts';
import type { Tx } from '../engine/tx.ts';
import { closeContacts } from './campaigns/contact-jobs.ts';

/** Pauses or cancels a campaign if its policy says so and its hold timeout has passed. */
export async function timeOutBehindHold(tx: Tx, row: CampaignRow, nowMs: number): Promise<void> {
  const { holdTimeout } = policyOf(row);
  if (holdTimeout === null || !mayDial(row.state)) return;
  const { hold } = await accountRow(tx);
  const atMs = holdTimeoutAtMs(hold, holdTimeout, row.state_changed_at_ms);
  if (atMs === null || atMs > nowMs) return;
  const reason = `the account’s hold outlasted the campaign’s time-out: ${hold!.reason}`;
  await moveByItself(tx, row.id, stateAfter(row.state, holdTimeout.action)!, { nowMs, reason });
  if (holdTimeout.action === 'cancel') await closeContacts(tx, row.id, { why: null, nowMs });
}

/** For campaigns whose dispatcher sleeps until a probe is due, or is dead. */
export async function timeOutEveryCampaign(tx: Tx, nowMs: number): Promise<void> {
  if (!(await accountRow(tx)).hold?.open) return;
  const patient = await tx.all<CampaignRow>(
    `SELECT * FROM campaigns
     WHERE state IN (${sqlList(DIALLING_STATES)}) AND policy ->> '$.holdTimeout' IS NOT NULL
     ORDER BY serial`,
  );
  for (const row of patient) await timeOutBehindHold(tx, row, nowMs);
}
