/** Suppression checks of claims, intents and edits. A missing list stops the campaigns that name it. */
import { stateAfter } from '../../../../domain/campaigns/campaign-state.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import {
  countingLists,
  missingLists,
  missingListsText,
} from '../../../../domain/contacts/suppression.ts';
import { StoreRefusal } from '../../../store.ts';
import { moveByItself, policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Connection } from '../../engine/connection.ts';

/** The lists that hold a number now. */
export function listsSuppressing(db: Connection, number: string, nowMs: number): string[] {
  return db
    .all<{ list: string }>(
      `SELECT list FROM suppressions
       WHERE number = :number AND (until_ms IS NULL OR until_ms > :nowMs) ORDER BY list`,
      { number, nowMs },
    )
    .map(({ list }) => list);
}

/** Whether one of the campaign's lists holds the number. If it names none, all lists count. */
export function isSuppressed(
  db: Connection,
  number: string,
  { suppressionLists }: Policy,
  nowMs: number,
): boolean {
  return countingLists(suppressionLists, listsSuppressing(db, number, nowMs)).length > 0;
}

export interface ListRow {
  serial: number;
  id: string;
  name: string;
  created_at_ms: number;
  /** Its entries, expired ones too. */
  numbers: number;
}

/** Undefined for a removed list, although its entries may still exist. */
export const listRow = (db: Connection, id: string): ListRow | undefined =>
  db.get<ListRow>('SELECT * FROM suppression_lists WHERE id = :id AND removed = 0', { id });

/** @throws StoreRefusal not-found */
export function mustBeList(db: Connection, id: string): ListRow {
  const row = listRow(db, id);
  if (row) return row;
  throw new StoreRefusal('not-found', 'there is no such suppression list', { list: id });
}

export function listsMissing(db: Connection, { suppressionLists: named }: Policy): string[] {
  if (named === null || named.length === 0) return [];
  const existing = db
    .all<{ id: string }>(
      `SELECT id FROM suppression_lists
       WHERE id IN (SELECT value FROM json_each(:named)) AND removed = 0`,
      { named: JSON.stringify(named) },
    )
    .map(({ id }) => id);
  return missingLists(named, existing);
}

/** For a policy that is about to be stored. @throws StoreRefusal unknown-list */
export function mustKnowLists(db: Connection, policy: Policy): void {
  const missing = listsMissing(db, policy);
  if (missing.length === 0) return;
  const [first] = missing;
  throw new StoreRefusal(
    'unknown-list',
    `${missingListsText(missing)}: make it first, or name lists that exist in \`suppression_lists\``,
    { field: `suppression_lists/${policy.suppressionLists!.indexOf(first!)}`, lists: missing },
  );
}

/** Pauses a campaign that may dial and names a missing list. True: it was paused. */
export function pauseForMissingLists(db: Connection, row: CampaignRow, nowMs: number): boolean {
  const paused = stateAfter(row.state, 'pause');
  const missing = paused ? listsMissing(db, policyOf(row)) : [];
  if (!paused || missing.length === 0) return false;
  moveByItself(db, row.id, paused, { nowMs, reason: missingListsText(missing) });
  return true;
}
