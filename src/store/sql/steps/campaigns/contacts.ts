import type { CampaignId } from '../../../../domain/ids.ts';
import { unreachable } from '../../../../domain/unreachable.ts';
import type { Dedupe, NewContact } from '../../../campaigns/import-store.ts';
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
  await insertContactAt(tx, { campaignId, position }, contact, nowMs);
  await tallyAdded(tx, { id: campaignId, after: position - 1 });
  return position;
}

/** For callers that choose the positions themselves, update the campaign's last one and count what they added. */
export async function insertContactAt(
  tx: Tx,
  { campaignId, position }: { campaignId: CampaignId; position: number },
  contact: NewContact,
  nowMs: number,
): Promise<void> {
  const { number, rowKey, name, zones = null, notBeforeMs = null, notAfterMs = null } = contact;
  const early = notBeforeMs !== null && notBeforeMs > nowMs;
  await tx.run(
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

export async function twinOf(
  tx: Tx,
  { campaignId, dedupe }: { campaignId: CampaignId; dedupe: Dedupe },
  { number, rowKey }: NewContact,
  nowMs: number,
): Promise<Twin | undefined> {
  const byKey = rowKey === null ? undefined : await withKey(tx, campaignId, rowKey);
  if (byKey !== undefined) return { reason: 'same row key', campaignId, contact: byKey };
  switch (dedupe.scope) {
    case 'row-key':
      return undefined;
    case 'campaign': {
      const contact = await withNumber(tx, campaignId, number);
      return contact === undefined ? undefined : { reason: 'same number', campaignId, contact };
    }
    case 'account':
      return inAccount(tx, { campaignId, withinMs: dedupe.withinMs }, number, nowMs);
    default:
      return unreachable(dedupe);
  }
}

const withKey = async (
  tx: Tx,
  campaignId: CampaignId,
  rowKey: string,
): Promise<number | undefined> =>
  (
    await tx.get<{ position: number }>(
      'SELECT position FROM contacts WHERE campaign_id = :campaignId AND row_key = :rowKey',
      { campaignId, rowKey },
    )
  )?.position;

const withNumber = async (
  tx: Tx,
  campaignId: CampaignId,
  number: string,
): Promise<number | undefined> =>
  (
    await tx.get<{ position: number }>(
      `SELECT position FROM contacts INDEXED BY contacts_number
     WHERE number = :number AND campaign_id = :campaignId ORDER BY position LIMIT 1`,
      { campaignId, number },
    )
  )?.position;

async function inAccount(
  tx: Tx,
  { campaignId, withinMs }: { campaignId: CampaignId; withinMs: number | null },
  number: string,
  nowMs: number,
): Promise<Twin | undefined> {
  const twin = await tx.get<{ campaign_id: CampaignId; position: number }>(
    `SELECT campaign_id, position FROM contacts INDEXED BY contacts_number
     WHERE number = :number AND added_at_ms > :sinceMs
     ORDER BY campaign_id = :campaignId DESC, added_at_ms DESC, position, campaign_id LIMIT 1`,
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
