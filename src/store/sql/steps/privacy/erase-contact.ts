import { ERASED } from '../../../../domain/privacy/erasure.ts';
import type { ErasedCounts } from '../../../privacy/privacy-store.ts';
import type { Tx } from '../../engine/tx.ts';
import { addCounts, eraseCalls } from './erase-calls.ts';

export interface ErasableContact {
  campaignId: string;
  position: number;
  number: string;
  name: string | null;
  rowKey: string | null;
}

export const ERASABLE = 'campaign_id, position, number, name, row_key';

/** SQL of a contact: one of its calls is not over. */
export const HAS_LIVE_CALL = `EXISTS (
  SELECT 1 FROM calls WHERE calls.campaign_id = contacts.campaign_id
    AND calls.contact = contacts.position AND calls.state <> 'ended')`;

/** SQL of an update of contacts: nothing of the person stays. */
export const WITHOUT_PERSON = `number = '${ERASED}', name = NULL, row_key = NULL, person = NULL, number_label = NULL, details = NULL`;

/** Of a contact without a live call. The rows of contact and calls stay. Returns how many of each kind. */
export async function eraseContact(
  tx: Tx,
  { campaignId, position, number, name, rowKey }: ErasableContact,
  nowMs: number,
): Promise<ErasedCounts> {
  const contact = { campaignId, position };
  const person = { numbers: [number], others: [name, rowKey].filter((text) => text !== null) };
  const counts = await eraseCalls(tx, contact, person, nowMs);
  tx.send(
    `DELETE FROM persons WHERE person = (
       SELECT person FROM contacts WHERE campaign_id = :campaignId AND position = :position)`,
    contact,
  );
  tx.send(
    `UPDATE contacts SET ${WITHOUT_PERSON},
       disposition = CASE state WHEN 'due' THEN coalesce(disposition, 'not-dialled') ELSE disposition END,
       state = CASE state WHEN 'due' THEN 'final' ELSE state END
     WHERE campaign_id = :campaignId AND position = :position`,
    contact,
  );
  addCounts(counts, { contacts: 1 });
  return counts;
}
