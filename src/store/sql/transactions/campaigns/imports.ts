import { mayAppend } from '../../../../domain/campaigns/campaign-state.ts';
import { countRows, type RowCounts, type RowResult } from '../../../../domain/lists/row-counts.ts';
import type {
  Import,
  ImportRow,
  ImportStore,
  NewContact,
  LeftOutReason,
} from '../../../campaigns/import-store.ts';
import { StoreRefusal } from '../../../requests.ts';
import { writeAudit } from '../../rows/audit.ts';
import { campaignRow, policyOf, type CampaignRow } from '../../rows/campaign-rows.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { insertContactsAfter } from '../../steps/campaigns/contacts.ts';
import { judgeOf, WAS_ERASED, type LeftOut } from '../../steps/imports/judged-rows.ts';
import { keyBefore, pageOf } from '../../engine/cursor.ts';
import {
  importRow,
  numbersReadOf,
  toImport,
  toLeftOut,
  unknownImport,
  type ImportsRow,
  type LeftOutRowRow,
} from '../../rows/import-rows.ts';
import { writeOnce } from '../../engine/idempotency.ts';

export function importStore(db: Database): Omit<ImportStore, 'dryRunImport'> {
  return {
    async beginImport({ id, campaignId, dedupe, nowMs }, key) {
      const begun = await writeOnce(db, { key, nowMs }, async (tx) => {
        openForContacts(await campaignRow(tx, campaignId));
        tx.send(
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
        if (known.state === 'stopped') openForContacts(await campaignRow(tx, known.campaignId));
        if (known.state === 'open' && numbersReadOf(known) === from) {
          await addRows(tx, known, rows, nowMs);
          if (last) tx.send(`UPDATE imports SET state = 'done' WHERE id = :id`, { id });
        }
        return toImport(await importRow(tx, id));
      });
    },

    async import(campaignId, id) {
      const known = await db.read((tx) => importRow(tx, id));
      if (known.campaignId !== campaignId) throw unknownImport();
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

    async leftOutReasons(id) {
      const reasons = await db.all<LeftOutReason>(
        `SELECT outcome, reason, count(*) AS rows, min(line) AS line
         FROM (SELECT outcome, reason, line FROM import_rows WHERE import_id = :id ORDER BY row LIMIT :most) AS first
         GROUP BY outcome, reason ORDER BY count(*) DESC, min(line)`,
        { id, most: COUNTED_ROWS },
      );
      return reasons;
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

/** A bound, because everybody who looks at an import counts them. */
const COUNTED_ROWS = 100_000;

export function openForContacts(campaign: CampaignRow): CampaignRow {
  if (mayAppend(campaign.state)) return campaign;
  throw new StoreRefusal(
    'not-accepting-contacts',
    `a ${campaign.state} campaign takes no contacts`,
    { state: campaign.state },
  );
}

/** In a fixed number of statements, however many rows there are. */
async function addRows(
  tx: Tx,
  known: ImportsRow,
  rows: readonly ImportRow[],
  nowMs: number,
): Promise<void> {
  const campaign = openForContacts(await campaignRow(tx, known.campaignId));
  const { contacts: after } = campaign;
  const dedupe = JSON.parse(known.dedupe) as Import['dedupe'];
  const { id: campaignId } = campaign;
  const judge = await judgeOf(tx, { campaignId, dedupe, policy: policyOf(campaign), nowMs }, rows);
  const outcomes: { line: number; outcome: RowResult }[] = [];
  const added: NewContact[] = [];
  const leftOut: LeftOutOf[] = [];
  for (const [index, row] of rows.entries()) {
    const judged = judge(row, { campaignId, contact: after + added.length + 1 });
    if ('contact' in judged) added.push(judged.contact);
    else leftOut.push({ row: numbersReadOf(known) + index + 1, ...columnsOf(row, judged) });
    outcomes.push({ line: row.line, outcome: 'contact' in judged ? 'accepted' : judged.outcome });
  }
  await insertContactsAfter(tx, { campaignId, after }, added, nowMs);
  await noteSpan(tx, known, { after, added: added.length });
  await keepLeftOut(tx, known.id, leftOut);
  tx.send('UPDATE campaigns SET contacts = :position WHERE id = :id', {
    position: after + added.length,
    id: campaignId,
  });
  await count(tx, known, { ...countRows(outcomes), numbers: rows.length }, after + 1, nowMs);
}

/** Which contacts the import has added, for its undo. */
async function noteSpan(
  tx: Tx,
  { id, firstContact }: ImportsRow,
  { after, added }: { after: number; added: number },
): Promise<void> {
  if (added === 0) return;
  const last = after + added;
  const grown =
    firstContact !== null &&
    (await tx.run(
      'UPDATE import_spans SET last_contact = :last WHERE import_id = :id AND last_contact = :after',
      { id, after, last },
    ));
  if (grown) return;
  tx.send(
    'INSERT INTO import_spans (import_id, first_contact, last_contact) VALUES (:id, :first, :last)',
    { id, first: after + 1, last },
  );
}

/** A row of an erased person is counted, but not kept. */
const columnsOf = ({ line, written }: ImportRow, { place, ...why }: LeftOut) => ({
  ...why,
  otherCampaign: place && 'contact' in place ? place.campaignId : null,
  otherContact: place && 'contact' in place ? place.contact : null,
  line,
  written: why.reason === WAS_ERASED ? '{}' : JSON.stringify(written),
});

type LeftOutOf = { row: number } & ReturnType<typeof columnsOf>;

async function keepLeftOut(tx: Tx, id: string, rows: readonly LeftOutOf[]): Promise<void> {
  if (rows.length === 0) return;
  tx.send(
    `INSERT INTO import_rows (import_id, row, line, outcome, field, reason, other_campaign,
                              other_contact, written)
     SELECT :id, CAST(value ->> 'row' AS BIGINT), CAST(value ->> 'line' AS BIGINT),
            value ->> 'outcome', value ->> 'field', value ->> 'reason',
            value ->> 'otherCampaign', CAST(value ->> 'otherContact' AS BIGINT),
            value ->> 'written'
     FROM ${tx.sql.objects(':rows')}`,
    { id, rows: rowsAsJson(rows) },
  );
}

async function count(
  tx: Tx,
  { id }: ImportsRow,
  tally: RowCounts & { numbers: number },
  firstContact: number,
  nowMs: number,
): Promise<void> {
  const { accepted, duplicate, suppressed, rejected, numbers } = tally;
  const rows = accepted + duplicate + suppressed + rejected;
  tx.send(
    `UPDATE imports
     SET rows_read = rows_read + :rows, further_numbers = further_numbers + :further, accepted = accepted + :accepted,
         duplicate = duplicate + :duplicate, suppressed = suppressed + :suppressed,
         rejected = rejected + :rejected, first_contact = coalesce(first_contact, :firstContact),
         touched_at_ms = :nowMs
     WHERE id = :id`,
    {
      id,
      rows,
      further: numbers - rows,
      accepted,
      duplicate,
      suppressed,
      rejected,
      firstContact: accepted > 0 ? firstContact : null,
      nowMs,
    },
  );
}
