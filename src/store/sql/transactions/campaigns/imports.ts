import { mayAppend } from '../../../../domain/campaigns/campaign-state.ts';
import { countingLists } from '../../../../domain/contacts/suppression.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import type {
  Import,
  ImportRow,
  ImportStore,
  RowOutcome,
} from '../../../campaigns/import-store.ts';
import { StoreRefusal } from '../../../store.ts';
import { writeAudit } from '../../rows/audit.ts';
import { agentRow } from '../../rows/agent-rows.ts';
import { campaignRow, policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { tallyAdded } from '../../rows/contact-tallies.ts';
import { insertContactAt, twinOf } from '../../steps/campaigns/contacts.ts';
import { keyBefore, pageOf } from '../../engine/cursor.ts';
import {
  importRow,
  toImport,
  toLeftOut,
  unknownImport,
  type ImportsRow,
  type LeftOutRowRow,
} from '../../rows/import-rows.ts';
import { writeOnce } from '../../engine/idempotency.ts';
import { listsSuppressing } from '../../steps/campaigns/suppressing.ts';

export function importStore(db: Database): ImportStore {
  return {
    async beginImport({ id, campaignId, dedupe, nowMs }, key) {
      const begun = await writeOnce(db, { key, nowMs }, async (tx) => {
        openForContacts(await campaignRow(tx, campaignId));
        await tx.run(
          `INSERT INTO imports (id, campaign_id, state, dedupe, begun_at_ms, touched_at_ms)
           VALUES (:id, :campaignId, 'open', :dedupe, :nowMs, :nowMs)`,
          { id, campaignId, dedupe: JSON.stringify(dedupe), nowMs },
        );
        const target = `campaigns/${campaignId}`;
        await writeAudit(tx, {
          by: key,
          what: 'contacts.added',
          target,
          after: { import: id, dedupe },
          nowMs,
        });
        return { id };
      });
      // Not the stored answer, because more rows may have been added since.
      return {
        answer: toImport(await db.read((tx) => importRow(tx, begun.answer.id))),
        replayed: begun.replayed,
      };
    },

    async addImportRows({ id, from, rows, last, nowMs }) {
      return db.write(async (tx) => {
        const known = await importRow(tx, id);
        if (known.state === 'stopped') openForContacts(await campaignRow(tx, known.campaign_id));
        if (known.state === 'open' && known.rows_read === from) {
          await addRows(tx, known, rows, nowMs);
          if (last) await tx.run(`UPDATE imports SET state = 'done' WHERE id = :id`, { id });
        }
        return toImport(await importRow(tx, id));
      });
    },

    async import(campaignId, id) {
      const known = await db.read((tx) => importRow(tx, id));
      if (known.campaign_id !== campaignId) throw unknownImport();
      return toImport(known);
    },

    async imports(campaignId, { limit, after }) {
      await db.read((tx) => campaignRow(tx, campaignId));
      const rows = await db.all<ImportsRow>(
        `SELECT * FROM imports WHERE campaign_id = :campaignId AND serial < :before
         ORDER BY serial DESC LIMIT :most`,
        {
          campaignId,
          before: after === undefined ? Number.MAX_SAFE_INTEGER : keyBefore(after),
          most: limit + 1,
        },
      );
      return pageOf(rows, limit, { key: (each) => each.serial, item: toImport });
    },

    async leftOutRows(id, { limit, after }) {
      const rows = await db.all<LeftOutRowRow>(
        'SELECT * FROM import_rows WHERE import_id = :id AND row > :after ORDER BY row LIMIT :most',
        { id, after: keyBefore(after), most: limit + 1 },
      );
      return pageOf(rows, limit, { key: (each) => each.row, item: toLeftOut });
    },
  };
}

export function openForContacts(campaign: CampaignRow): CampaignRow {
  if (mayAppend(campaign.state)) return campaign;
  throw new StoreRefusal(
    'not-accepting-contacts',
    `a ${campaign.state} campaign takes no contacts`,
    { state: campaign.state },
  );
}

interface LeftOut {
  outcome: RowOutcome;
  field: string | null;
  reason: string;
  otherCampaign: string | null;
  otherContact: number | null;
}

async function addRows(
  tx: Tx,
  known: ImportsRow,
  rows: readonly ImportRow[],
  nowMs: number,
): Promise<void> {
  const campaign = openForContacts(await campaignRow(tx, known.campaign_id));
  const judge = judgeOf(tx, known, policyOf(campaign), nowMs);
  const tally = { accepted: 0, duplicate: 0, suppressed: 0, rejected: 0 };
  let position = campaign.contacts;
  const add = async (each: ImportRow, index: number) => {
    const leftOut = await judge(each);
    tally[leftOut?.outcome ?? 'accepted'] += 1;
    if (leftOut) {
      await keepLeftOut(tx, { id: known.id, row: known.rows_read + index + 1 }, each, leftOut);
    } else if ('contact' in each) {
      await insertContactAt(
        tx,
        { campaignId: campaign.id, position: ++position },
        each.contact,
        nowMs,
      );
    }
  };
  for (const [index, row] of rows.entries()) await add(row, index);
  await tallyAdded(tx, { id: campaign.id, after: campaign.contacts });
  await tx.run('UPDATE campaigns SET contacts = :position WHERE id = :id', {
    position,
    id: campaign.id,
  });
  await count(tx, known, tally, campaign.contacts + 1, nowMs);
}

function judgeOf(tx: Tx, { campaign_id, dedupe }: ImportsRow, policy: Policy, nowMs: number) {
  const where = { campaignId: campaign_id, dedupe: JSON.parse(dedupe) as Import['dedupe'] };
  const knownAgents = new Map<string, boolean>();
  const isAgent = async (id: string) => {
    if (!knownAgents.has(id)) knownAgents.set(id, (await agentRow(tx, id)) !== undefined);
    return knownAgents.get(id);
  };
  return async (row: ImportRow): Promise<LeftOut | undefined> => {
    if ('fault' in row) return leftOut('rejected', row.fault.reason, row.fault.field);
    const { contact } = row;
    if (contact.agentId != null && !(await isAgent(contact.agentId))) {
      return leftOut('rejected', 'there is no such agent', 'agent_id');
    }
    const twin = await twinOf(tx, where, contact, nowMs);
    if (twin) {
      const { reason, campaignId, contact: otherContact } = twin;
      return { ...leftOut('duplicate', reason), otherCampaign: campaignId, otherContact };
    }
    const holding = await listsSuppressing(tx, contact.number, nowMs);
    const lists = countingLists(policy.suppressionLists, holding);
    if (lists.length === 0) return undefined;
    return leftOut('suppressed', `on the suppression list ${lists.join(', ')}`, 'number');
  };
}

const leftOut = (outcome: RowOutcome, reason: string, field: string | null = null): LeftOut => ({
  outcome,
  field,
  reason,
  otherCampaign: null,
  otherContact: null,
});

async function keepLeftOut(
  tx: Tx,
  { id, row }: { id: string; row: number },
  { line, written }: ImportRow,
  { outcome, field, reason, otherCampaign, otherContact }: LeftOut,
): Promise<void> {
  await tx.run(
    `INSERT INTO import_rows (import_id, row, line, outcome, field, reason, other_campaign,
                              other_contact, written)
     VALUES (:id, :row, :line, :outcome, :field, :reason, :otherCampaign, :otherContact, :written)`,
    {
      id,
      row,
      line,
      outcome,
      field,
      reason,
      otherCampaign,
      otherContact,
      written: JSON.stringify(written),
    },
  );
}

async function count(
  tx: Tx,
  { id }: ImportsRow,
  tally: Record<RowOutcome | 'accepted', number>,
  firstContact: number,
  nowMs: number,
): Promise<void> {
  const { accepted, duplicate, suppressed, rejected } = tally;
  await tx.run(
    `UPDATE imports
     SET rows_read = rows_read + :rows, accepted = accepted + :accepted,
         duplicate = duplicate + :duplicate, suppressed = suppressed + :suppressed,
         rejected = rejected + :rejected, first_contact = coalesce(first_contact, :firstContact),
         touched_at_ms = :nowMs
     WHERE id = :id`,
    {
      id,
      rows: accepted + duplicate + suppressed + rejected,
      accepted,
      duplicate,
      suppressed,
      rejected,
      firstContact: accepted > 0 ? firstContact : null,
      nowMs,
    },
  );
}
