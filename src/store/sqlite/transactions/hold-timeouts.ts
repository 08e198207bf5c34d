/** Hold timeouts: what campaigns do if the account's hold lasts too long. */
import { sqlList } from '../engine/sql-list.ts';
import { DIALLING_STATES, mayDial, stateAfter } from '../../../domain/campaigns/campaign-state.ts';
import { holdTimeoutAtMs } from '../../../domain/account/hold.ts';
import { accountRow } from '../rows/account-row.ts';
import { moveByItself, policyOf, type CampaignRow } from '../rows/campaign-rows.ts';
import type { Connection } from '../engine/connection.ts';
import { closeContacts } from './campaigns/contact-jobs.ts';

/** Pauses or cancels a campaign if its policy says so and its hold timeout has passed. */
export function timeOutBehindHold(db: Connection, row: CampaignRow, nowMs: number): void {
  const { holdTimeout } = policyOf(row);
  if (holdTimeout === null || !mayDial(row.state)) return;
  const { hold } = accountRow(db);
  const atMs = holdTimeoutAtMs(hold, holdTimeout, row.state_changed_at_ms);
  if (atMs === null || atMs > nowMs) return;
  const reason = `the account’s hold outlasted the campaign’s time-out: ${hold!.reason}`;
  moveByItself(db, row.id, stateAfter(row.state, holdTimeout.action)!, { nowMs, reason });
  if (holdTimeout.action === 'cancel') closeContacts(db, row.id, { why: null, nowMs });
}

/** For campaigns whose dispatcher sleeps until a probe is due, or is dead. */
export function timeOutEveryCampaign(db: Connection, nowMs: number): void {
  if (!accountRow(db).hold?.open) return;
  const patient = db.all<CampaignRow>(
    `SELECT * FROM campaigns
     WHERE state IN (${sqlList(DIALLING_STATES)}) AND policy ->> '$.holdTimeout' IS NOT NULL`,
  );
  for (const row of patient) timeOutBehindHold(db, row, nowMs);
}
