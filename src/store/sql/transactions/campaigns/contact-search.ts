/** Contacts by fields of their list's own. No index has them, so a bounded number of contacts is looked through for a page. */
import { setImmediate as turn } from 'node:timers/promises';
import type { CampaignId } from '../../../../domain/ids.ts';
import type { ContactFilter, ContactPage } from '../../../campaigns/campaign-reading-store.ts';
import type { PageRequest } from '../../../requests.ts';
import { cursorOf, keyBefore, pageOf } from '../../engine/cursor.ts';
import type { Database, Tx } from '../../engine/tx.ts';
import { campaignRow } from '../../rows/campaign-rows.ts';
import { CONTACT, filterOf, toContact, type ContactRow } from './contact-pages.ts';

/** Contacts that one read looks through. On SQLite it holds all others up for some milliseconds. */
const PER_READ = 2_000;
/** … and one page. */
export const SEARCHED_PER_PAGE = 50_000;

export async function searchedContacts(
  db: Database,
  id: CampaignId,
  { filter, fromPosition = 1 }: { filter: ContactFilter; fromPosition?: number | undefined },
  { limit, after }: PageRequest,
): Promise<ContactPage> {
  const rows: ContactRow[] = [];
  const first = Math.max(keyBefore(after), fromPosition - 1);
  let lookedTo = first;
  let total = Infinity;
  while (rows.length <= limit && lookedTo < Math.min(total, first + SEARCHED_PER_PAGE)) {
    const span = { after: lookedTo, to: lookedTo + PER_READ, limit: limit + 1 - rows.length };
    const read = await db.read((tx) => readSpan(tx, id, filter, span));
    rows.push(...read.rows);
    total = read.total;
    lookedTo = span.to;
    await turn();
  }
  const page = pageOf(rows, limit, { key: ({ position }) => position, item: toContact });
  if (page.next !== undefined) return { ...page, lookedTo: rows[limit - 1]!.position };
  return lookedTo < total
    ? { ...page, lookedTo, next: cursorOf(lookedTo) }
    : { ...page, lookedTo: total };
}

/** Positions have no gaps, so a span of them is a bounded number of rows. */
async function readSpan(
  tx: Tx,
  id: CampaignId,
  filter: ContactFilter,
  span: { after: number; to: number; limit: number },
): Promise<{ rows: ContactRow[]; total: number }> {
  const { contacts: total } = await campaignRow(tx, id);
  const { conditions, params } = filterOf(tx.sql, filter);
  // Its limit keeps a planner from beginning with the other conditions, which may take it through all contacts.
  const near = `SELECT * FROM contacts WHERE campaign_id = :id AND position > :after AND position <= :to
    ORDER BY position LIMIT ${PER_READ}`;
  const rows = await tx.all<ContactRow>(
    `SELECT ${CONTACT} FROM (${near}) AS contacts WHERE true${conditions} ORDER BY position LIMIT :limit`,
    { id, ...span, ...params },
  );
  return { rows, total };
}
