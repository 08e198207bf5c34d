/** The account's hold, as it is changed: with its audit, and what happens at the end of its rule. */
import { stateAfter } from '../../../domain/campaigns/campaign-state.ts';
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

/** `change` is one of the domain's transitions; a hold that neither it nor the time changes is not written. */
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

/** Ends a hold whose rule allows no more time. */
export const endHoldInTime = (db: Connection, nowMs: number): void =>
  changeHold(db, (hold) => hold, { nowMs });

/** The alert that stands, once: whoever gets it logs it. */
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

/** Opened, lifted, or open for another reason; probes that change nothing of it are no news. */
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
    // Stands in the hold itself, for the account, `doctor` and the sweep, which logs it.
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
    `SELECT * FROM campaigns WHERE state IN ('running', 'draining') ORDER BY serial`,
  );
  for (const { id, state } of dialling) {
    const why = `the account’s hold came to the end of its rule: ${reason}`;
    moveByItself(db, id, stateAfter(state, 'pause')!, { nowMs, reason: why });
  }
}
