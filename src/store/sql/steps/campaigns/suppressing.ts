/** Suppression checks of claims, intents and edits. A missing list stops the campaigns that name it. */
import { stateAfter } from '../../../../domain/campaigns/campaign-state.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import {
  countingLists,
  missingLists,
  missingListsText,
  oldCopiesText,
  type RegistryCopy,
} from '../../../../domain/contacts/suppression.ts';
import type { SuppressionList } from '../../../campaigns/suppression-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import type { AccountRow } from '../../rows/account-row.ts';
import { moveByItself, policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Tx } from '../../engine/tx.ts';

/** The lists that hold a number now. */
async function listsSuppressing(tx: Tx, number: string, nowMs: number): Promise<string[]> {
  return (
    await tx.all<{ list: string }>(
      `SELECT list FROM suppressions
       WHERE number = :number AND (until_ms IS NULL OR until_ms > :nowMs) ORDER BY list`,
      { number, nowMs },
    )
  ).map(({ list }) => list);
}

/** The same for many numbers. Those on no list are left out. */
export async function listsSuppressingEach(
  tx: Tx,
  numbers: readonly string[],
  nowMs: number,
): Promise<Map<string, string[]>> {
  const found = await tx.all<{ sought: string; lists: string }>(
    `SELECT sought, lists FROM (
       SELECT value AS sought, (SELECT ${tx.sql.jsonArrayOf('list')} FROM suppressions
                                WHERE number = value AND (until_ms IS NULL OR until_ms > :nowMs)) AS lists
       FROM ${tx.sql.texts(':numbers')}) AS found
     WHERE lists <> '[]'`,
    { numbers: rowsAsJson(numbers), nowMs },
  );
  return new Map(
    found.map(({ sought, lists }) => [sought, (JSON.parse(lists) as string[]).toSorted()]),
  );
}

/** Whether one of the campaign's lists holds the number. If it names none, all lists count. */
export async function isSuppressed(
  tx: Tx,
  number: string,
  { suppressionLists }: Policy,
  nowMs: number,
): Promise<boolean> {
  return countingLists(suppressionLists, await listsSuppressing(tx, number, nowMs)).length > 0;
}

/**
 * Counts a change of a list: a new list, a batch of entries, a removed entry, a removed list. One number counts for all
 * lists, so that a version is never given again, also not to another list with the same id. Units that change lists have
 * the database for themselves, so nobody waits for the account's row.
 */
export async function newListVersion(tx: Tx, serial: number): Promise<number> {
  const version = await nextListVersion(tx);
  tx.send('UPDATE suppression_lists SET version = :version WHERE serial = :serial', {
    version,
    serial,
  });
  return version;
}

/** Also of an addition of consents. */
export async function nextListVersion(tx: Tx): Promise<number> {
  const { version } = (await tx.get<{ version: number }>(
    'UPDATE account SET suppression_version = suppression_version + 1 RETURNING suppression_version AS version',
  ))!;
  return version;
}

export type ListRow = SuppressionList & { serial: number };

/** SQL: the lists that exist. Of a removed list entries may still exist. */
export const LISTS =
  'SELECT id, serial, name, created_at_ms, numbers, version, as_of_ms, max_age_ms FROM suppression_lists WHERE removed = 0';

export const listRow = (tx: Tx, id: string): Promise<ListRow | undefined> =>
  tx.get<ListRow>(`${LISTS} AND id = :id`, { id });

/** @throws StoreRefusal not-found */
export async function mustBeList(tx: Tx, id: string): Promise<ListRow> {
  const row = await listRow(tx, id);
  if (row) return row;
  throw new StoreRefusal('not-found', 'there is no such suppression list', { list: id });
}

export async function listsMissing(tx: Tx, { suppressionLists: named }: Policy): Promise<string[]> {
  if (named === null || named.length === 0) return [];
  const existing = (
    await tx.all<{ id: string }>(
      `SELECT id FROM suppression_lists
       WHERE id IN (SELECT value FROM ${tx.sql.texts(':named')}) AND removed = 0`,
      { named: JSON.stringify(named) },
    )
  ).map(({ id }) => id);
  return missingLists(named, existing);
}

/** For a policy that is about to be stored. @throws StoreRefusal unknown-list */
export async function mustKnowLists(tx: Tx, policy: Policy): Promise<void> {
  const missing = await listsMissing(tx, policy);
  if (missing.length === 0) return;
  const [first] = missing;
  throw new StoreRefusal(
    'unknown-list',
    `${missingListsText(missing)}: make it first, or name lists that exist in \`suppression_lists\``,
    { field: `suppression_lists/${policy.suppressionLists!.indexOf(first!)}`, lists: missing },
  );
}

/** Copies of registries that count for the policy and are too old. No statement while all of the account are good. */
export async function oldCopies(
  tx: Tx,
  { suppressionLists: named }: Policy,
  { copiesDueMs }: Pick<AccountRow, 'copiesDueMs'>,
  nowMs: number,
): Promise<({ id: string } & RegistryCopy)[]> {
  if (copiesDueMs === null || nowMs <= copiesDueMs) return [];
  return tx.all<{ id: string } & RegistryCopy>(
    `SELECT id, as_of_ms, max_age_ms FROM suppression_lists
     WHERE removed = 0 AND as_of_ms + max_age_ms < :nowMs
       AND (CAST(:named AS TEXT) IS NULL OR id IN (SELECT value FROM ${tx.sql.texts(':named')}))
     ORDER BY id`,
    { nowMs, named: named && JSON.stringify(named) },
  );
}

/** After a list was changed or removed. */
export async function noteCopiesDue(tx: Tx): Promise<void> {
  tx.send(
    'UPDATE account SET copies_due_ms = (SELECT min(as_of_ms + max_age_ms) FROM suppression_lists WHERE removed = 0)',
  );
}

/** Why nobody may be called by these lists now; undefined: they can be used. */
export async function whyListsCannotBeUsed(
  tx: Tx,
  policy: Policy,
  account: Pick<AccountRow, 'copiesDueMs'>,
  nowMs: number,
): Promise<string | undefined> {
  const missing = await listsMissing(tx, policy);
  if (missing.length > 0) return missingListsText(missing);
  const old = await oldCopies(tx, policy, account, nowMs);
  return old.length > 0 ? oldCopiesText(old) : undefined;
}

/** Pauses a campaign that may dial and whose lists cannot be used. True: it was paused. */
export async function pauseForLists(
  tx: Tx,
  row: CampaignRow,
  account: Pick<AccountRow, 'copiesDueMs'>,
  nowMs: number,
): Promise<boolean> {
  const paused = stateAfter(row.state, 'pause');
  const reason = paused && (await whyListsCannotBeUsed(tx, policyOf(row), account, nowMs));
  if (!paused || reason === undefined) return false;
  await moveByItself(tx, row.id, paused, { nowMs, reason });
  return true;
}
