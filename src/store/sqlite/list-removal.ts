/** A suppression list goes away: campaigns that count on it get another one, or stop where that was forced. */
import { withListReplaced } from '../../domain/suppression.ts';
import { StoreRefusal, type OnceKey } from '../store.ts';
import type { ListRemoval, ListUser, RemovedList } from '../suppression-store.ts';
import { writeAudit } from './audit.ts';
import { campaignRow, changePolicy, policyOf, type CampaignRow } from './campaign-rows.ts';
import type { Connection } from './connection.ts';
import { listRow, mustBeList, pauseForMissingLists } from './suppressing.ts';

export function removeList(
  db: Connection,
  removal: ListRemoval,
  key: OnceKey | undefined,
): RemovedList {
  const { id, replaceWith, forced, nowMs } = removal;
  mustBeList(db, id);
  const users = usersOf(db, id, nowMs);
  mustMayRemove(db, removal, users);
  const before = { ...listRow(db, id), numbers: entriesOf(db, id), campaigns: users.map(toUser) };
  db.run('DELETE FROM suppressions WHERE list = :id', { id });
  db.run('DELETE FROM suppression_lists WHERE id = :id', { id });
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

export function entriesOf(db: Connection, list: string): number {
  return db.get<{ count: number }>(
    'SELECT count(*) AS count FROM suppressions WHERE list = :list',
    { list },
  )!.count;
}

/** Campaigns that are not over and name the list; while it holds a number, those that count every list too. */
function usersOf(db: Connection, id: string, nowMs: number): CampaignRow[] {
  return db.all<CampaignRow>(
    `SELECT * FROM campaigns
     WHERE state NOT IN ('completed', 'cancelled')
       AND (EXISTS (SELECT 1 FROM json_each(policy, '$.suppressionLists') WHERE value = :id)
         OR (policy ->> '$.suppressionLists' IS NULL
           AND EXISTS (SELECT 1 FROM suppressions
                       WHERE list = :id AND (until_ms IS NULL OR until_ms > :nowMs))))
     ORDER BY serial`,
    { id, nowMs },
  );
}

const toUser = (row: CampaignRow): ListUser => ({
  id: row.id,
  name: row.name,
  state: row.state,
  suppressionLists: policyOf(row).suppressionLists,
});

/** An answer that names every one of thousands helps nobody. */
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
  if (users.length === 0 || replaceWith !== null || forced) return;
  const campaigns = users.slice(0, MOST_NAMED).map(({ id, name, state }) => ({ id, name, state }));
  throw new StoreRefusal(
    'list-in-use',
    `the suppression list ${id} is in use by ${users.length} campaigns that are not over: put another list in its ` +
      `place with \`replace_with\`, or name it again with \`force=${id}\``,
    { campaigns, campaigns_total: users.length },
  );
}

function replaceIn(
  db: Connection,
  row: CampaignRow,
  { list, by, key, nowMs }: { list: string; by: string; key: OnceKey | undefined; nowMs: number },
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
