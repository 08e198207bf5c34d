/** Calls without a row. A contact stays when retention deletes its calls (decision 73), and knows how many it had. */
import { parseCallRef, type CallRef } from '../../../../domain/ids.ts';
import { StoreRefusal } from '../../../requests.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Tx } from '../../engine/tx.ts';

/**
 * Those of the calls that were deleted. The other ones without a row never were in this database, or it has forgotten
 * them: the copy of a database has forgotten at its contacts, too, what came after it. What is written of a contact again
 * counts its calls anew, in any order, so until the release no missing call of that contact is taken for a deleted one.
 */
export async function deletedAmong(tx: Tx, refs: readonly CallRef[]): Promise<Set<CallRef>> {
  const sought = refs.flatMap((ref) => {
    const parts = parseCallRef(ref);
    if (!parts) return [];
    return [{ ref, ...parts, contactRef: `${parts.campaignId}.${parts.contact}` }];
  });
  if (sought.length === 0) return new Set();
  const rows = await tx.all<{ ref: CallRef }>(
    `SELECT value ->> 'ref' AS ref
     FROM ${tx.sql.objects(':sought')} JOIN contacts ON campaign_id = value ->> 'campaignId'
       AND position = CAST(value ->> 'contact' AS BIGINT) AND calls >= CAST(value ->> 'ordinal' AS BIGINT)
     WHERE NOT EXISTS (SELECT 1 FROM calls WHERE calls.ref = value ->> 'ref')
       AND NOT EXISTS (SELECT 1 FROM restores JOIN restored_calls ON restore_id = restores.id
                       WHERE released_at_ms IS NULL
                         AND restored_calls.ref > (value ->> 'contactRef') || '.'
                         AND restored_calls.ref < (value ->> 'contactRef') || '/')`,
    { sought: rowsAsJson(sought) },
  );
  return new Set(rows.map(({ ref }) => ref));
}

export const wasDeleted = async (tx: Tx, ref: CallRef): Promise<boolean> =>
  (await deletedAmong(tx, [ref])).has(ref);

/** Why there is no row. */
export async function noSuchCall(tx: Tx, ref: CallRef): Promise<StoreRefusal> {
  const why = (await wasDeleted(tx, ref))
    ? 'the call was deleted, because it is older than calls are kept; an archive beside the recordings has it'
    : 'there is no such call';
  return new StoreRefusal('not-found', why, { ref });
}
