import type { CampaignId } from '../../domain/ids.ts';
import type { ImportReport, NewContact } from '../campaign-store.ts';
import type { CampaignRow } from './campaign-rows.ts';
import type { Connection } from './connection.ts';

/** Rows of one import also drop each other: the first with a number or key wins. */
export function importContacts(
  db: Connection,
  campaign: CampaignRow,
  contacts: readonly NewContact[],
  nowMs: number,
): ImportReport {
  const report: ImportReport = { accepted: 0, duplicates: [], firstContact: null };
  for (const contact of contacts) {
    const twin = twinOf(db, campaign.id, contact);
    if (twin) {
      report.duplicates.push({ line: contact.line, ...twin });
      continue;
    }
    const row = { number: contact.number, name: contact.name, rowKey: contact.rowKey };
    const position = insertContact(db, campaign.id, { ...row, agentId: null }, nowMs);
    report.accepted += 1;
    report.firstContact ??= position;
  }
  return report;
}

/** Adds one contact, due at once, and returns its position. */
export function insertContact(
  db: Connection,
  campaignId: CampaignId,
  contact: Pick<NewContact, 'number' | 'name' | 'rowKey'> & { agentId: string | null },
  nowMs: number,
): number {
  const { position } = db.get<{ position: number }>(
    'UPDATE campaigns SET contacts = contacts + 1 WHERE id = :id RETURNING contacts AS position',
    { id: campaignId },
  )!;
  db.run(
    `INSERT INTO contacts (campaign_id, position, number, row_key, name, agent_id, state, due_at_ms)
     VALUES (:campaignId, :position, :number, :rowKey, :name, :agentId, 'due', :nowMs)`,
    {
      campaignId,
      position,
      number: contact.number,
      rowKey: contact.rowKey,
      name: contact.name,
      agentId: contact.agentId,
      nowMs,
    },
  );
  return position;
}

function twinOf(
  db: Connection,
  campaignId: CampaignId,
  { rowKey, number }: NewContact,
): { reason: string; contact: number } | undefined {
  const byKey =
    rowKey === null
      ? undefined
      : db.get<{ position: number }>(
          'SELECT position FROM contacts WHERE campaign_id = :campaignId AND row_key = :rowKey',
          { campaignId, rowKey },
        );
  if (byKey) return { reason: 'same row key', contact: byKey.position };
  const byNumber = db.get<{ position: number }>(
    `SELECT position FROM contacts WHERE campaign_id = :campaignId AND number = :number
     ORDER BY position LIMIT 1`,
    { campaignId, number },
  );
  return byNumber && { reason: 'same number', contact: byNumber.position };
}
