/** Which agents a campaign leaves to others that want them too. */
import {
  rejoining,
  leftToOthers,
  afterCall,
  type LeftToOthers,
  type FairShare,
} from '../../../../domain/campaigns/fair-share.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import { policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Connection } from '../../engine/connection.ts';

/** A campaign whose pump has died would keep agents from the others for so long. */
const WANTS_FOR_MS = 3_000;

function sharerOf(row: CampaignRow): FairShare {
  const { priority, weight, agents } = policyOf(row);
  return { serial: row.serial, priority, weight, pass: row.pass, pool: agents.pool };
}

/** Campaigns that found no agent when they last looked, a moment ago. */
function othersWanting(db: Connection, id: CampaignId, nowMs: number): FairShare[] {
  return db
    .all<CampaignRow>(
      `SELECT * FROM campaigns
       WHERE wants_until_ms > 0 AND wants_until_ms > :nowMs
         AND state IN ('running', 'draining') AND id <> :id`,
      { id, nowMs },
    )
    .map(sharerOf);
}

export interface ClaimTurn {
  left: LeftToOthers;
  /** One more call is claimed. */
  noteCall: () => void;
}

/** How a campaign stands among those that want agents now. */
export function fairShareOf(db: Connection, row: CampaignRow, nowMs: number): ClaimTurn {
  const others = othersWanting(db, row.id, nowMs);
  const known = sharerOf(row);
  const sharer = row.wants_until_ms > nowMs ? known : rejoining(known, others);
  return {
    left: leftToOthers(sharer, others),
    noteCall: () => {
      const { pass } = afterCall(sharer);
      db.run('UPDATE campaigns SET pass = :pass WHERE id = :id', { id: row.id, pass });
    },
  };
}

/**
 * Notes whether the campaign would have taken another agent.
 * @param untilMs when it will look again, where it waits for that
 */
export function noteWants(
  db: Connection,
  row: CampaignRow,
  { wants, untilMs, nowMs }: { wants: boolean; untilMs: number | null; nowMs: number },
): void {
  if (!wants) {
    if (row.wants_until_ms === 0) return;
    db.run('UPDATE campaigns SET wants_until_ms = 0 WHERE id = :id', { id: row.id });
    return;
  }
  const known = sharerOf(row);
  const wantsUntilMs = Math.max(nowMs, untilMs ?? 0) + WANTS_FOR_MS;
  // A row written at every look would be a disk's work at every look.
  if (wantsUntilMs - row.wants_until_ms < WANTS_FOR_MS / 2) return;
  const begins = row.wants_until_ms <= nowMs;
  const { pass } = begins ? rejoining(known, othersWanting(db, row.id, nowMs)) : known;
  db.run('UPDATE campaigns SET pass = :pass, wants_until_ms = :wantsUntilMs WHERE id = :id', {
    id: row.id,
    pass,
    wantsUntilMs,
  });
}
