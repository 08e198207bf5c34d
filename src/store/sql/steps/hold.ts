/** Changes the account's hold, with the audit and the actions at the end of its rule. */
import { sqlList } from '../engine/sql-list.ts';
import { DIALLING_STATES, stateAfter } from '../../../domain/campaigns/campaign-state.ts';
import { holdAlert, holdAsOf, type Hold, type HoldEnding } from '../../../domain/account/hold.ts';
import { unreachable } from '../../../domain/unreachable.ts';
import type { IdempotencyKey } from '../../requests.ts';
import { accountRow, keepAccountState, type AccountRow } from '../rows/account-row.ts';
import { writeAudit } from '../rows/audit.ts';
import { alertOfHold, clearAlert, raiseAlert } from './events/alerts.ts';
import { moveByItself, type CampaignRow } from '../rows/campaign-rows.ts';
import type { Tx } from '../engine/tx.ts';

interface Change {
  by?: IdempotencyKey | undefined;
  nowMs: number;
  /** As this transaction has read it. */
  account?: AccountRow;
}

/**
 * `change` is a transition of the domain. The hold is written only if `change` or the time changes it.
 * @returns the account with the hold that stands now
 */
export async function changeHold(
  tx: Tx,
  change: (hold: Hold | undefined) => Hold | undefined,
  { by, nowMs, account: read }: Change,
): Promise<AccountRow> {
  const account = read ?? (await accountRow(tx));
  const { hold } = account;
  const next = holdAsOf(change(hold), nowMs);
  if (next === hold || next === undefined) return account;
  tx.alone();
  tx.send('UPDATE account SET hold = :hold', { hold: JSON.stringify(next) });
  await noteHold(tx, standOf(hold), standOf(next), { by, nowMs });
  if (next.ended && next.ended.did !== hold?.ended?.did) {
    await noteEnding(tx, hold?.ended, next.ended, nowMs);
    await atEnd(tx, next, next.ended, nowMs);
  }
  return { ...account, hold: next };
}

/** Ends the probes of a hold whose rule is used up. @returns `account` itself, if there is none */
export const endHoldInTime = (tx: Tx, nowMs: number, account?: AccountRow): Promise<AccountRow> =>
  changeHold(tx, (hold) => hold, { nowMs, ...(account && { account }) });

/** The current alert, if it was not returned before. The caller logs it. */
export async function unsentHoldAlert(tx: Tx): Promise<string | null> {
  const { hold } = await accountRow(tx);
  const alert = holdAlert(hold);
  if (!alert || hold!.ended!.logged === true) return null;
  const logged: Hold = { ...hold!, ended: { ...hold!.ended!, logged: true } };
  tx.send('UPDATE account SET hold = :hold', { hold: JSON.stringify(logged) });
  return alert.text;
}

type Stand = { open: true; reason: string; action: string } | { open: false };

const standOf = (hold: Hold | undefined): Stand =>
  hold?.open ? { open: true, reason: hold.reason, action: hold.rule.action } : { open: false };

/** Audits a hold that was opened, lifted, or has another reason. Probes without such a change are not audited. */
async function noteHold(tx: Tx, before: Stand, after: Stand, change: Change): Promise<void> {
  const what = after.open ? 'hold.opened' : 'hold.lifted';
  if (JSON.stringify(before) !== JSON.stringify(after)) await keepAccountState(tx, change.nowMs);
  if (after.open) {
    await raiseAlert(tx, { ...alertOfHold(after.reason), raisedAtMs: change.nowMs });
  } else await clearAlert(tx, 'hold', 'account');
  await writeAudit(tx, {
    by: change.by,
    what,
    target: 'account',
    before,
    after,
    nowMs: change.nowMs,
  });
}

async function noteEnding(
  tx: Tx,
  before: HoldEnding | undefined,
  after: HoldEnding,
  nowMs: number,
): Promise<void> {
  await writeAudit(tx, {
    by: undefined,
    what: 'hold.ended',
    target: 'account',
    before,
    after,
    nowMs,
  });
}

async function atEnd(tx: Tx, hold: Hold, { did }: HoldEnding, nowMs: number): Promise<void> {
  switch (did) {
    case 'stay-on-hold':
    // The alert is part of the hold. The account and `doctor` show it, and the sweep logs it.
    case 'alert':
      return;
    case 'pause-every-campaign':
      return pauseEveryCampaign(tx, hold, nowMs);
    default:
      return unreachable(did);
  }
}

async function pauseEveryCampaign(tx: Tx, { reason }: Hold, nowMs: number): Promise<void> {
  const dialling = await tx.all<CampaignRow>(
    `SELECT * FROM campaigns WHERE state IN (${sqlList(DIALLING_STATES)}) ORDER BY serial`,
  );
  for (const { id, state } of dialling) {
    const why = `the account’s hold came to the end of its rule: ${reason}`;
    await moveByItself(tx, id, stateAfter(state, 'pause')!, { nowMs, reason: why });
  }
}
