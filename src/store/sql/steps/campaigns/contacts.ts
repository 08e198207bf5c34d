import type { CampaignId } from '../../../../domain/ids.ts';
import type { NewContact } from '../../../campaigns/import-store.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { tallyAdded } from '../../rows/contact-tallies.ts';

/** Adds one contact after the last one, due at once, and returns its position. */
export async function insertContact(
  tx: Tx,
  campaignId: CampaignId,
  contact: NewContact,
  nowMs: number,
): Promise<number> {
  const { position } = (await tx.get<{ position: number }>(
    'UPDATE campaigns SET contacts = contacts + 1 WHERE id = :id RETURNING contacts AS position',
    { id: campaignId },
  ))!;
  await insertContactsAfter(tx, { campaignId, after: position - 1 }, [contact], nowMs);
  return position;
}

/** In one statement, and counts them. For callers that update the campaign's last position themselves. */
export async function insertContactsAfter(
  tx: Tx,
  { campaignId, after }: { campaignId: CampaignId; after: number },
  contacts: readonly NewContact[],
  nowMs: number,
): Promise<void> {
  if (contacts.length === 0) return;
  const added = contacts.map((contact, index) => ({
    position: after + index + 1,
    ...contact,
    ...dueOf(contact, nowMs),
    // A text in the column too.
    zones: contact.zones && JSON.stringify(contact.zones),
    area: contact.area && JSON.stringify(contact.area),
    zoneSource: contact.zoneSource ?? 'campaign',
  }));
  await tx.run(
    `INSERT INTO contacts (campaign_id, position, number, row_key, name, agent_id, agent_alone_until_ms,
                           state, due_at_ms, due_reason, zones, zone_source, area, added_at_ms, not_before_ms, not_after_ms)
     SELECT :campaignId, CAST(value ->> 'position' AS BIGINT), value ->> 'number', value ->> 'rowKey',
            value ->> 'name', value ->> 'agentId', CAST(value ->> 'agentAloneUntilMs' AS BIGINT), 'due',
            CAST(value ->> 'dueAtMs' AS BIGINT), value ->> 'dueReason', value ->> 'zones',
            value ->> 'zoneSource', value ->> 'area', :nowMs, CAST(value ->> 'notBeforeMs' AS BIGINT),
            CAST(value ->> 'notAfterMs' AS BIGINT)
     FROM ${tx.sql.objects(':added')}`,
    { campaignId, nowMs, added: rowsAsJson(added) },
  );
  await tallyAdded(tx, { id: campaignId, after });
}

function dueOf({ notBeforeMs = null }: NewContact, nowMs: number) {
  return notBeforeMs !== null && notBeforeMs > nowMs
    ? { dueAtMs: notBeforeMs, dueReason: 'not-before' }
    : { dueAtMs: nowMs, dueReason: null };
}
