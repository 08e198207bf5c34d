/** Removes a suppression list. Campaigns that use it get another one, or are paused if the removal is forced. */
import { OVER_STATES } from '../../../domain/campaigns/campaign-state.ts';
import { sqlList } from '../engine/sql-list.ts';
import { withListReplaced } from '../../../domain/contacts/suppression.ts';
import { StoreRefusal, type IdempotencyKey } from '../../requests.ts';
import {
  ENTRIES_PER_BATCH,
  type ListRemoval,
  type ListUser,
  type RemovedList,
} from '../../campaigns/suppression-store.ts';
import { accountRow } from '../rows/account-row.ts';
import { writeAudit } from '../rows/audit.ts';
import { campaignRow, changePolicy, policyOf, type CampaignRow } from '../rows/campaign-rows.ts';
import type { Tx } from '../engine/tx.ts';
import { deleteHashesOf } from '../steps/privacy/erased-suppressions.ts';
import {
  listRow,
  mustBeList,
  newListVersion,
  noteCopiesDue,
  pauseForLists,
  type ListRow,
} from '../steps/campaigns/suppressing.ts';

export async function removeList(
  tx: Tx,
  removal: ListRemoval,
  key: IdempotencyKey | undefined,
): Promise<RemovedList> {
  const { id, replaceWith, forced, nowMs } = removal;
  const { serial, name, numbers } = await mustBeList(tx, id);
  const users = await usersOf(tx, { id, serial, numbers });
  await mustMayRemove(tx, removal, users);
  const before = { name, numbers, campaigns: users.map(toUser) };
  tx.send('UPDATE suppression_lists SET removed = 1 WHERE serial = :serial', { serial });
  await newListVersion(tx, serial);
  await noteCopiesDue(tx);
  await deleteBatch(tx, { serial, numbers });
  for (const row of users) {
    if (replaceWith === null) await pauseForLists(tx, row, await accountRow(tx), nowMs);
    else await replaceIn(tx, row, { list: id, by: replaceWith, key, nowMs });
  }
  const campaigns: ListUser[] = [];
  for (const { id: user } of users) campaigns.push(toUser(await campaignRow(tx, user)));
  const after = { replacedWith: replaceWith, forced, campaigns };
  const target = `suppressions/${id}`;
  await writeAudit(tx, { by: key, what: 'suppression-list.dropped', target, before, after, nowMs });
  return { id, campaigns };
}

/** Deletes one batch of the entries of a removed list. False: there is no removed list. */
export async function continueListRemoval(tx: Tx): Promise<boolean> {
  const row = await removedList(tx);
  if (row) await deleteBatch(tx, row);
  return row !== undefined;
}

/** A removed list that still has entries. */
export const removedList = (tx: Tx): Promise<RemovedListRow | undefined> =>
  tx.get<RemovedListRow>(
    'SELECT serial, numbers FROM suppression_lists WHERE removed = 1 ORDER BY serial LIMIT 1',
  );

type RemovedListRow = Pick<ListRow, 'serial' | 'numbers'>;

async function deleteBatch(tx: Tx, { serial, numbers }: RemovedListRow): Promise<void> {
  const deleted = await tx.run(
    `DELETE FROM suppression_entries
     WHERE list = :serial AND number IN (
       SELECT number FROM suppression_entries WHERE list = :serial ORDER BY number LIMIT :most)`,
    { serial, most: ENTRIES_PER_BATCH },
  );
  if (deleted < numbers) return;
  const atMost = ENTRIES_PER_BATCH - deleted;
  if ((await deleteHashesOf(tx, serial, atMost)) === atMost) return;
  tx.send('DELETE FROM suppression_lists WHERE serial = :serial', { serial });
}

/**
 * Campaigns that are not over and name the list, and, while it has entries or hashes of erased numbers, those for which
 * every list counts.
 */
async function usersOf(
  tx: Tx,
  list: Pick<ListRow, 'id' | 'serial' | 'numbers'>,
): Promise<CampaignRow[]> {
  return tx.all<CampaignRow>(
    `SELECT * FROM campaigns
     WHERE state NOT IN (${sqlList(OVER_STATES)})
       AND (EXISTS (SELECT 1 FROM ${tx.sql.texts(`${tx.sql.json('policy')} ->> 'suppressionLists'`)} WHERE value = :id)
         OR (${tx.sql.json('policy')} ->> 'suppressionLists' IS NULL
             AND (:numbers > 0 OR EXISTS (SELECT 1 FROM erased_suppressions WHERE list = :serial))))
     ORDER BY serial`,
    { ...list },
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

async function mustMayRemove(
  tx: Tx,
  { id, replaceWith, forced }: ListRemoval,
  users: readonly CampaignRow[],
): Promise<void> {
  if (replaceWith !== null && (replaceWith === id || !(await listRow(tx, replaceWith)))) {
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

async function replaceIn(
  tx: Tx,
  row: CampaignRow,
  {
    list,
    by,
    key,
    nowMs,
  }: { list: string; by: string; key: IdempotencyKey | undefined; nowMs: number },
): Promise<void> {
  const policy = policyOf(row);
  const { suppressionLists: before } = policy;
  if (before === null) return;
  const after = withListReplaced(before, list, by);
  await changePolicy(tx, row, { ...policy, suppressionLists: after }, nowMs);
  await writeAudit(tx, {
    by: key,
    what: 'campaign.edited',
    target: `campaigns/${row.id}`,
    before: { suppressionLists: before },
    after: { suppressionLists: after },
    nowMs,
  });
}
