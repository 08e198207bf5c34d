/** Changes the account's hold, with the audit and the actions at the end of its rule. */
import { sqlList } from '../engine/sql-list.ts';
import { DIALLING_STATES, stateAfter } from '../../../domain/campaigns/campaign-state.ts';
import { holdAlert, holdAsOf, type Hold, type HoldEnding } from '../../../domain/account/hold.ts';
import { unreachable } from '../../../domain/unreachable.ts';
import type { IdempotencyKey } from '../../store.ts';
import { accountRow } from '../rows/account-row.ts';
import { writeAudit } from '../rows/audit.ts';
import { moveByItself, type CampaignRow } from '../rows/campaign-rows.ts';
import type { Connection } from '../engine/connection.ts';

interface Change {
  by?: IdempotencyKey | undefined;
  nowMs: number;
}

/** `change` is a transition of the domain. The hold is written only if `change` or the time changes it. */
export function changeHold(
  db: Connection,
  change: (hold: Hold | undefined) => Hold | undefined,
  { by, nowMs }: Change,
): void {
  const { hold } = accountRow(db);
  const next = holdAsOf(change(hold), nowMs);
  if (next === hold || next === undefined) return;
  db.run('UPDATE account SET hold = :hold', { hold: JSON.stringify(next) });
  noteHold(db, standOf(hold), standOf(next), { by, nowMs });
  if (next.ended && next.ended.did !== hold?.ended?.did) {
    noteEnding(db, hold?.ended, next.ended, nowMs);
    atEnd(db, next, next.ended, nowMs);
  }
}

/** Ends the probes of a hold whose rule is used up. */
export const endHoldInTime = (db: Connection, nowMs: number): void =>
  changeHold(db, (hold) => hold, { nowMs });

/** The current alert, if it was not returned before. The caller logs it. */
export function unsentHoldAlert(db: Connection): string | null {
  const { hold } = accountRow(db);
  const alert = holdAlert(hold);
  if (!alert || hold!.ended!.logged === true) return null;
  const logged: Hold = { ...hold!, ended: { ...hold!.ended!, logged: true } };
  db.run('UPDATE account SET hold = :hold', { hold: JSON.stringify(logged) });
  return alert.text;
}

const standOf = (hold: Hold | undefined) =>
  hold?.open ? { open: true, reason: hold.reason, action: hold.rule.action } : { open: false };

/** Audits a hold that was opened, lifted, or has another reason. Probes without such a change are not audited. */
function noteHold(
  db: Connection,
  before: ReturnType<typeof standOf>,
  after: ReturnType<typeof standOf>,
  change: Change,
): void {
  const what = after.open ? 'hold.opened' : 'hold.lifted';
  writeAudit(db, { by: change.by, what, target: 'account', before, after, nowMs: change.nowMs });
}

function noteEnding(
  db: Connection,
  before: HoldEnding | undefined,
  after: HoldEnding,
  nowMs: number,
): void {
  writeAudit(db, { by: undefined, what: 'hold.ended', target: 'account', before, after, nowMs });
}

function atEnd(db: Connection, hold: Hold, { did }: HoldEnding, nowMs: number): void {
  switch (did) {
    case 'stay-on-hold':
    // The alert is part of the hold. The account and `doctor` show it, and the sweep logs it.
    case 'alert':
      return;
    case 'pause-every-campaign':
      return pauseEveryCampaign(db, hold, nowMs);
    default:
      return unreachable(did);
  }
}

function pauseEveryCampaign(db: Connection, { reason }: Hold, nowMs: number): void {
  const dialling = db.all<CampaignRow>(
    `SELECT * FROM campaigns WHERE state IN (${sqlList(DIALLING_STATES)}) ORDER BY serial`,
  );
  for (const { id, state } of dialling) {
    const why = `the account’s hold came to the end of its rule: ${reason}`;
    moveByItself(db, id, stateAfter(state, 'pause')!, { nowMs, reason: why });
  }
}
