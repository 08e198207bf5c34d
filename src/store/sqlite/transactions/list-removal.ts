/** Removes a suppression list. Campaigns that use it get another one, or are paused if the removal is forced. */
import { OVER_STATES } from '../../../domain/campaigns/campaign-state.ts';
import { sqlList } from '../engine/sql-list.ts';
import { withListReplaced } from '../../../domain/contacts/suppression.ts';
import { StoreRefusal, type IdempotencyKey } from '../../store.ts';
import {
  ENTRIES_PER_BATCH,
  type ListRemoval,
  type ListUser,
  type RemovedList,
} from '../../campaigns/suppression-store.ts';
import { writeAudit } from '../rows/audit.ts';
import { campaignRow, changePolicy, policyOf, type CampaignRow } from '../rows/campaign-rows.ts';
import type { Connection } from '../engine/connection.ts';
import {
  listRow,
  mustBeList,
  pauseForMissingLists,
  type ListRow,
} from '../steps/campaigns/suppressing.ts';

export function removeList(
  db: Connection,
  removal: ListRemoval,
  key: IdempotencyKey | undefined,
): RemovedList {
  const { id, replaceWith, forced, nowMs } = removal;
  const { serial, name, numbers } = mustBeList(db, id);
  const users = usersOf(db, { id, numbers });
  mustMayRemove(db, removal, users);
  const before = { name, numbers, campaigns: users.map(toUser) };
  db.run('UPDATE suppression_lists SET removed = 1 WHERE serial = :serial', { serial });
  deleteBatch(db, { serial, numbers });
  for (const row of users) {
    if (replaceWith === null) pauseForMissingLists(db, row, nowMs);
    else replaceIn(db, row, { list: id, by: replaceWith, key, nowMs });
  }
  const campaigns = users.map((row) => toUser(campaignRow(db, row.id)));
  const after = { replacedWith: replaceWith, forced, campaigns };
  const target = `suppressions/${id}`;
  writeAudit(db, { by: key, what: 'suppression-list.dropped', target, before, after, nowMs });
  return { id, campaigns };
}

/** Deletes one batch of the entries of a removed list. False: there is no removed list. */
export function continueListRemoval(db: Connection): boolean {
  const row = removedList(db);
  if (row) deleteBatch(db, row);
  return row !== undefined;
}

/** A removed list that still has entries. */
export const removedList = (db: Connection): RemovedListRow | undefined =>
  db.get<RemovedListRow>(
    'SELECT serial, numbers FROM suppression_lists WHERE removed = 1 ORDER BY serial LIMIT 1',
  );

type RemovedListRow = Pick<ListRow, 'serial' | 'numbers'>;

function deleteBatch(db: Connection, { serial, numbers }: RemovedListRow): void {
  const deleted = db.run(
    `DELETE FROM suppression_entries
     WHERE list = :serial AND number IN (
       SELECT number FROM suppression_entries WHERE list = :serial ORDER BY number LIMIT :most)`,
    { serial, most: ENTRIES_PER_BATCH },
  );
  if (deleted < numbers) return;
  db.run('DELETE FROM suppression_lists WHERE serial = :serial', { serial });
}

/** Campaigns that are not over and name the list, and, while it has entries, those for which every list counts. */
function usersOf(db: Connection, { id, numbers }: Pick<ListRow, 'id' | 'numbers'>): CampaignRow[] {
  return db.all<CampaignRow>(
    `SELECT * FROM campaigns
     WHERE state NOT IN (${sqlList(OVER_STATES)})
       AND (EXISTS (SELECT 1 FROM json_each(policy, '$.suppressionLists') WHERE value = :id)
         OR (policy ->> '$.suppressionLists' IS NULL AND :numbers > 0))
     ORDER BY serial`,
    { id, numbers },
  );
}

const toUser = (row: CampaignRow): ListUser => ({
  id: row.id,
  name: row.name,
  state: row.state,
  suppressionLists: policyOf(row).suppressionLists,
});

/** A bound for the answer, because there may be thousands of campaigns. */
const MOST_NAMED = 100;

function mustMayRemove(
  db: Connection,
  { id, replaceWith, forced }: ListRemoval,
  users: readonly CampaignRow[],
): void {
  if (replaceWith !== null && (replaceWith === id || !listRow(db, replaceWith))) {
    const why = replaceWith === id ? 'is the list that goes away' : 'is not a suppression list';
    throw new StoreRefusal('unknown-list', `\`replace_with\` ${why}: ${replaceWith}`, {
      parameter: 'replace_with',
      lists: [replaceWith],
    });
  }
  // The replacement is written into policies that name the list. A policy that names none uses it already.
  const unserved = users.filter((row) => replaceWith === null || namesNone(row));
  if (unserved.length === 0 || forced) return;
  const campaigns = unserved
    .slice(0, MOST_NAMED)
    .map(({ id, name, state }) => ({ id, name, state }));
  throw new StoreRefusal(
    'list-in-use',
    `the suppression list ${id} is in use by ${unserved.length} campaigns that are not over: ` +
      (replaceWith === null
        ? `put another list in its place with \`replace_with\`, or name it again with \`force=${id}\``
        : `they name no list and so count every list, ${replaceWith} too: to call its numbers, name it again with \`force=${id}\``),
    { campaigns, campaigns_total: unserved.length },
  );
}

const namesNone = (row: CampaignRow): boolean => policyOf(row).suppressionLists === null;

function replaceIn(
  db: Connection,
  row: CampaignRow,
  {
    list,
    by,
    key,
    nowMs,
  }: { list: string; by: string; key: IdempotencyKey | undefined; nowMs: number },
): void {
  const policy = policyOf(row);
  const { suppressionLists: before } = policy;
  if (before === null) return;
  const after = withListReplaced(before, list, by);
  changePolicy(db, row, { ...policy, suppressionLists: after }, nowMs);
  writeAudit(db, {
    by: key,
    what: 'campaign.edited',
    target: `campaigns/${row.id}`,
    before: { suppressionLists: before },
    after: { suppressionLists: after },
    nowMs,
  });
}
