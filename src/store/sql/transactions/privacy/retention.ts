/** Removes what is older than its retention, in short transactions, so that dialling goes on. */
import { ERASED } from '../../../../domain/privacy/erasure.ts';
import type { RetentionKind } from '../../../../domain/privacy/retention.ts';
import { unreachable } from '../../../../domain/unreachable.ts';
import type { RetentionStore } from '../../../privacy/retention-store.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import {
  ERASABLE,
  eraseContact,
  HAS_LIVE_CALL,
  type ErasableContact,
} from '../../steps/privacy/erase-contact.ts';
import { removeRecording, type StoredFile } from '../../steps/privacy/erase-calls.ts';

const RECORDINGS = 50;
const WEBHOOKS = 500;
const CONTACTS = 20;
const AUDIT_ENTRIES = 500;

export function retentionStore(db: Database): RetentionStore {
  return {
    async pruneOld(kind, { beforeMs, nowMs }) {
      // Read without the write lock, so that others can write if there is nothing to do.
      if (!(await db.read((tx) => hasOld(tx, kind, beforeMs)))) return false;
      return db.write(async (tx) => {
        await prune(tx, kind, { beforeMs, nowMs });
        return true;
      });
    },
  };
}

async function hasOld(tx: Tx, kind: RetentionKind, beforeMs: number): Promise<boolean> {
  switch (kind) {
    case 'recordings':
      return (await oldRecordings(tx, beforeMs, 1)).length > 0;
    case 'webhookBodies':
      return (
        (await oldWebhooks(tx, beforeMs)) !== undefined || (await hasOldUnreadable(tx, beforeMs))
      );
    case 'contacts':
      return (
        (await oldCampaign(tx, beforeMs)) !== undefined ||
        (await passedOver(tx, beforeMs, 1)).length > 0
      );
    case 'audit':
      return (
        (await tx.get('SELECT 1 FROM audit WHERE at_ms < :beforeMs LIMIT 1', { beforeMs })) !==
        undefined
      );
    default:
      return unreachable(kind);
  }
}

async function prune(
  tx: Tx,
  kind: RetentionKind,
  { beforeMs, nowMs }: { beforeMs: number; nowMs: number },
): Promise<void> {
  switch (kind) {
    case 'recordings':
      for (const file of await oldRecordings(tx, beforeMs, RECORDINGS)) {
        await removeRecording(tx, file, { why: 'it was older than recordings are kept', nowMs });
      }
      return;
    case 'webhookBodies':
      return pruneWebhooks(tx, beforeMs);
    case 'contacts':
      return pruneContacts(tx, { beforeMs, nowMs });
    case 'audit':
      tx.send(
        `DELETE FROM audit WHERE id IN (
           SELECT id FROM audit WHERE at_ms < :beforeMs ORDER BY at_ms, id LIMIT ${AUDIT_ENTRIES})`,
        { beforeMs },
      );
      return;
    default:
      return unreachable(kind);
  }
}

const oldRecordings = (tx: Tx, beforeMs: number, limit: number): Promise<StoredFile[]> =>
  tx.all<StoredFile>(
    `SELECT ref, recording_file AS file, recording_bytes AS bytes FROM calls
     WHERE recording = 'stored' AND ended_at_ms < :beforeMs ORDER BY ended_at_ms LIMIT :limit`,
    { beforeMs, limit },
  );

/** Ids are in the order of arrival, so no index by time is needed. Undefined: nothing old is left. */
async function oldWebhooks(tx: Tx, beforeMs: number): Promise<{ upTo: number } | undefined> {
  const rows = await tx.all<{ id: number; atMs: number }>(
    `SELECT id, received_at_ms AS at_ms FROM inbox
     WHERE id > (SELECT bodies_pruned_to FROM installation) ORDER BY id LIMIT ${WEBHOOKS}`,
  );
  const kept = rows.findIndex(({ atMs }) => atMs >= beforeMs);
  const last = (kept === -1 ? rows : rows.slice(0, kept)).at(-1);
  return last && { upTo: last.id };
}

async function hasOldUnreadable(tx: Tx, beforeMs: number): Promise<boolean> {
  const first = await tx.get<{ atMs: number }>(
    'SELECT received_at_ms AS at_ms FROM unreadable_webhooks ORDER BY id LIMIT 1',
  );
  return first !== undefined && first.atMs < beforeMs;
}

async function pruneWebhooks(tx: Tx, beforeMs: number): Promise<void> {
  tx.send(
    `DELETE FROM unreadable_webhooks WHERE received_at_ms < :beforeMs
       AND id IN (SELECT id FROM unreadable_webhooks ORDER BY id LIMIT ${WEBHOOKS})`,
    { beforeMs },
  );
  const old = await oldWebhooks(tx, beforeMs);
  if (!old) return;
  tx.send(
    `UPDATE inbox SET body = NULL
     WHERE id > (SELECT bodies_pruned_to FROM installation) AND id <= :upTo AND body IS NOT NULL`,
    old,
  );
  tx.send('UPDATE installation SET bodies_pruned_to = :upTo', old);
}

interface OldCampaign {
  id: string;
  prunedTo: number;
}

const IS_OLD = `campaigns.state IN ('completed', 'cancelled') AND campaigns.state_changed_at_ms < :beforeMs`;

const oldCampaign = (tx: Tx, beforeMs: number): Promise<OldCampaign | undefined> =>
  tx.get<OldCampaign>(
    `SELECT id, contacts_pruned_to AS pruned_to FROM campaigns
     WHERE ${IS_OLD} AND contacts_pruned_to < contacts
     ORDER BY serial LIMIT 1`,
    { beforeMs },
  );

/** A contact that is locked, because nobody knows what became of its call, keeps its number, so that nobody calls it. */
const MUST_STAY = `(contacts.state = 'locked' OR ${HAS_LIVE_CALL})`;

/** Contacts that had to stay when their batch passed, and need not any more. */
const passedOver = (tx: Tx, beforeMs: number, limit: number): Promise<ErasableContact[]> =>
  tx.all<ErasableContact>(
    `SELECT contacts.campaign_id, contacts.position AS position, contacts.number AS number,
            contacts.name AS name, contacts.row_key
     FROM contacts_passed_over AS passed
     JOIN contacts ON contacts.campaign_id = passed.campaign_id AND contacts.position = passed.position
     JOIN campaigns ON campaigns.id = passed.campaign_id
     WHERE ${IS_OLD} AND NOT ${MUST_STAY}
     ORDER BY passed.campaign_id, passed.position LIMIT :limit`,
    { beforeMs, limit },
  );

async function pruneContacts(
  tx: Tx,
  { beforeMs, nowMs }: { beforeMs: number; nowMs: number },
): Promise<void> {
  const campaign = await oldCampaign(tx, beforeMs);
  if (campaign) return pruneNext(tx, campaign, nowMs);
  for (const contact of await passedOver(tx, beforeMs, CONTACTS)) {
    // An erasure may have come meanwhile.
    if (contact.number !== ERASED) await eraseContact(tx, contact, nowMs);
    const { campaignId, position } = contact;
    tx.send(
      'DELETE FROM contacts_passed_over WHERE campaign_id = :campaignId AND position = :position',
      { campaignId, position },
    );
  }
}

async function pruneNext(tx: Tx, { id, prunedTo }: OldCampaign, nowMs: number): Promise<void> {
  const upTo = prunedTo + CONTACTS;
  const ofBatch = `campaign_id = :id AND position > :prunedTo AND position <= :upTo AND number <> '${ERASED}'`;
  const batch = { id, prunedTo, upTo };
  const rows = await tx.all<ErasableContact>(
    `SELECT ${ERASABLE} FROM contacts WHERE ${ofBatch} AND NOT ${MUST_STAY}`,
    batch,
  );
  tx.send(
    `INSERT INTO contacts_passed_over (campaign_id, position)
     SELECT campaign_id, position FROM contacts WHERE ${ofBatch} AND ${MUST_STAY}
     ON CONFLICT (campaign_id, position) DO NOTHING`,
    batch,
  );
  for (const contact of rows) await eraseContact(tx, contact, nowMs);
  tx.send('UPDATE campaigns SET contacts_pruned_to = :upTo WHERE id = :id', { id, upTo });
}
