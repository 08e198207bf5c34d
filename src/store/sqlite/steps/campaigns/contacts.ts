import type { CampaignId } from '../../../../domain/ids.ts';
import { unreachable } from '../../../../domain/unreachable.ts';
import type { Dedupe, NewContact } from '../../../campaigns/import-store.ts';
import type { Connection } from '../../engine/connection.ts';

/** Adds one contact after the last one, due at once, and returns its position. */
export function insertContact(
  db: Connection,
  campaignId: CampaignId,
  contact: NewContact,
  nowMs: number,
): number {
  const { position } = db.get<{ position: number }>(
    'UPDATE campaigns SET contacts = contacts + 1 WHERE id = :id RETURNING contacts AS position',
    { id: campaignId },
  )!;
  insertContactAt(db, { campaignId, position }, contact, nowMs);
  return position;
}

/** For callers that choose the positions themselves and update the campaign's last one. */
export function insertContactAt(
  db: Connection,
  { campaignId, position }: { campaignId: CampaignId; position: number },
  contact: NewContact,
  nowMs: number,
): void {
  const { number, rowKey, name, zones = null, notBeforeMs = null, notAfterMs = null } = contact;
  const early = notBeforeMs !== null && notBeforeMs > nowMs;
  db.run(
    `INSERT INTO contacts (campaign_id, position, number, row_key, name, agent_id, agent_alone_until_ms,
                           state, due_at_ms, due_reason, zones, zone_source, added_at_ms, not_before_ms, not_after_ms)
     VALUES (:campaignId, :position, :number, :rowKey, :name, :agentId, :aloneUntilMs, 'due', :dueAtMs,
             :dueReason, :zones, :zoneSource, :nowMs, :notBeforeMs, :notAfterMs)`,
    {
      campaignId,
      position,
      number,
      rowKey,
      name,
      agentId: contact.agentId ?? null,
      aloneUntilMs: contact.agentAloneUntilMs ?? null,
      dueAtMs: early ? notBeforeMs : nowMs,
      dueReason: early ? 'not-before' : null,
      zones: zones && JSON.stringify(zones),
      zoneSource: contact.zoneSource ?? 'campaign',
      nowMs,
      notBeforeMs,
      notAfterMs,
    },
  );
}

/** An existing contact that a new one would duplicate. */
export interface Twin {
  reason: string;
  campaignId: CampaignId;
  contact: number;
}

export function twinOf(
  db: Connection,
  { campaignId, dedupe }: { campaignId: CampaignId; dedupe: Dedupe },
  { number, rowKey }: NewContact,
  nowMs: number,
): Twin | undefined {
  const byKey = rowKey === null ? undefined : withKey(db, campaignId, rowKey);
  if (byKey !== undefined) return { reason: 'same row key', campaignId, contact: byKey };
  switch (dedupe.scope) {
    case 'row-key':
      return undefined;
    case 'campaign': {
      const contact = withNumber(db, campaignId, number);
      return contact === undefined ? undefined : { reason: 'same number', campaignId, contact };
    }
    case 'account':
      return inAccount(db, { campaignId, withinMs: dedupe.withinMs }, number, nowMs);
    default:
      return unreachable(dedupe);
  }
}

const withKey = (db: Connection, campaignId: CampaignId, rowKey: string): number | undefined =>
  db.get<{ position: number }>(
    'SELECT position FROM contacts WHERE campaign_id = :campaignId AND row_key = :rowKey',
    { campaignId, rowKey },
  )?.position;

const withNumber = (db: Connection, campaignId: CampaignId, number: string): number | undefined =>
  db.get<{ position: number }>(
    `SELECT position FROM contacts INDEXED BY contacts_number
     WHERE number = :number AND campaign_id = :campaignId ORDER BY position LIMIT 1`,
    { campaignId, number },
  )?.position;

function inAccount(
  db: Connection,
  { campaignId, withinMs }: { campaignId: CampaignId; withinMs: number | null },
  number: string,
  nowMs: number,
): Twin | undefined {
  const twin = db.get<{ campaign_id: CampaignId; position: number }>(
    `SELECT campaign_id, position FROM contacts INDEXED BY contacts_number
     WHERE number = :number AND added_at_ms > :sinceMs
     ORDER BY campaign_id = :campaignId DESC, added_at_ms DESC, position LIMIT 1`,
    { number, campaignId, sinceMs: withinMs === null ? -1 : nowMs - withinMs },
  );
  if (!twin) return undefined;
  const elsewhere = twin.campaign_id === campaignId ? '' : ' in another campaign';
  return {
    reason: `same number${elsewhere}`,
    campaignId: twin.campaign_id,
    contact: twin.position,
  };
}
