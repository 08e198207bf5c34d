/** Pages of contacts, of a campaign and of all. */
import { areaOf } from '../../steps/campaigns/contact-areas.ts';
import { readDetails } from '../../../../domain/contacts/details.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import type {
  Contact,
  ContactFilter,
  WantedContacts,
  WantedPerson,
} from '../../../campaigns/campaign-reading-store.ts';
import type { Page, PageRequest } from '../../../requests.ts';
import { keyBefore, pageOf, textBefore } from '../../engine/cursor.ts';
import { conditionsOf, firstKeys } from '../../engine/filtered-pages.ts';
import { selectedContacts } from '../../steps/campaigns/selected-contacts.ts';
import type { Dialect } from '../../engine/dialect.ts';
import type { Params, Tx } from '../../engine/tx.ts';

export const zonesOf = (zones: string | null): string[] | null =>
  zones === null ? null : (JSON.parse(zones) as string[]);

export type ContactRow = Omit<Contact, 'zones' | 'area' | 'person' | 'details'> & {
  details: string | null;
  zones: string | null;
  area: string | null;
  person: string | null;
  numberPlace: number | null;
  numberLabel: string | null;
};
export const CONTACT = `position, number, name, row_key, state, disposition, due_at_ms,
  due_reason, zones, zone_source, area, not_before_ms,
  not_after_ms, agent_id, calls, person, number_place, number_label, details`;
export const toContact = <Row extends ContactRow>({ numberPlace, numberLabel, ...row }: Row) => ({
  ...row,
  zones: zonesOf(row.zones),
  area: areaOf(row.area),
  details: readDetails(row.details),
  person: personOf({ person: row.person, numberPlace, numberLabel }),
});

const personOf = ({
  person,
  numberPlace,
  numberLabel: label,
}: Pick<ContactRow, 'person' | 'numberPlace' | 'numberLabel'>): Contact['person'] =>
  person === null ? null : { person, place: numberPlace, label };

type FoundRow = ContactRow & { campaignId: CampaignId };

export async function foundContacts(
  tx: Tx,
  { number, rowKey, person }: WantedPerson,
  { limit, after }: PageRequest,
): Promise<Page<Contact & { campaignId: CampaignId }>> {
  const [campaign = '', position = '0'] =
    textBefore(after, /^[\w-]{1,64}\.\d{1,15}$/)?.split('.') ?? [];
  const { conditions, params } = conditionsOf({ number, rowKey, person });
  const byKey = rowKey === undefined ? 'contacts_of_one_person' : 'contacts_by_row_key';
  const indexFor = number === undefined ? byKey : 'contacts_number';
  const rows = await tx.all<FoundRow>(
    `SELECT campaign_id, ${CONTACT}
     FROM contacts ${tx.sql.indexedBy(indexFor)}
     WHERE (campaign_id, position) > (:campaign, :position)${conditions}
     ORDER BY campaign_id, position LIMIT :limit`,
    { ...params, campaign, position: Number(position), limit: limit + 1 },
  );
  const key = (row: FoundRow) => `${row.campaignId}.${row.position}`;
  return pageOf(rows, limit, { key, item: toContact });
}

export async function contactPage(
  tx: Tx,
  id: CampaignId,
  { filter, person = {}, fromPosition = 1 }: WantedContacts,
  { limit, after }: PageRequest,
): Promise<Page<Contact>> {
  const page = { after: Math.max(keyBefore(after), fromPosition - 1), limit: limit + 1 };
  const rows = isOneNamed(person)
    ? await contactsOfPerson(tx, id, { ...person, filter }, page)
    : await contactRows(tx, id, filter, page);
  return pageOf(rows, limit, { key: ({ position }) => position, item: toContact });
}

export const isOneNamed = (wanted: WantedPerson) =>
  Object.values(wanted).some((value) => value !== undefined);

/** The position before the first row, and the most rows. */
interface Positions {
  after: number;
  limit: number;
}

/** One person has few contacts in a campaign, so the filter needs no index. */
function contactsOfPerson(
  tx: Tx,
  id: CampaignId,
  { number, rowKey, person, filter }: WantedPerson & { filter: ContactFilter },
  page: Positions,
): Promise<ContactRow[]> {
  const { conditions, params } = conditionsOf({ number, rowKey, person });
  const filtered = filterOf(tx.sql, filter);
  const named = number === undefined ? 'contacts_of_person' : 'contacts_number';
  return tx.all<ContactRow>(
    `SELECT ${CONTACT}
     FROM contacts ${tx.sql.indexedBy(rowKey === undefined ? named : 'contacts_row_key')}
     WHERE campaign_id = :id AND position > :after${conditions}${filtered.conditions} ORDER BY position LIMIT :limit`,
    { id, ...page, ...params, ...filtered.params },
  );
}

async function contactRows(
  tx: Tx,
  id: CampaignId,
  filter: ContactFilter,
  page: Positions,
): Promise<ContactRow[]> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const [condition, params]: [string, Params] = isFiltered
    ? [ofPositions(tx.sql), { id, positions: await positionsOf(tx, id, filter, page) }]
    : ['position > :after', { id, ...page }];
  return tx.all<ContactRow>(
    `SELECT ${CONTACT} FROM contacts WHERE campaign_id = :id AND ${condition}
     ORDER BY position ${isFiltered ? '' : 'LIMIT :limit'}`,
    params,
  );
}

const columnsOf = ({ state, reason, disposition }: ContactFilter) => ({
  state,
  dueReason: reason,
  disposition,
});

/** SQL of a row of `contacts` that fits, to be added to a WHERE. */
export function filterOf(
  sql: Dialect,
  filter: ContactFilter,
): { conditions: string; params: Params } {
  const columns = conditionsOf(columnsOf(filter));
  const fields = selectedContacts(sql, { data: filter.data });
  return {
    conditions: columns.conditions + fields.conditions,
    params: { ...columns.params, ...fields.params },
  };
}

const ofPositions = (sql: Dialect): string =>
  `position IN (SELECT CAST(value AS BIGINT) FROM ${sql.texts(':positions')})`;

async function positionsOf(
  tx: Tx,
  id: CampaignId,
  filter: ContactFilter,
  page: Positions,
): Promise<string> {
  const { conditions, params } = conditionsOf(columnsOf(filter));
  const kinds = await tx.all<Params>(
    `SELECT campaign_id, state, nullif(disposition, '') AS disposition,
            nullif(due_reason, '') AS due_reason
     FROM contact_counts WHERE campaign_id = :id AND contacts > 0${conditions}`,
    { id, ...params },
  );
  const keysWhere = (
    condition: string,
  ) => `SELECT position AS key FROM contacts ${tx.sql.indexedBy('contacts_filtered')}
    WHERE ${condition} AND position >= :min AND position <= :max ORDER BY position LIMIT :limit`;
  const { after, limit } = page;
  const span = { min: after + 1, max: Number.MAX_SAFE_INTEGER, limit, order: 'asc' } as const;
  return firstKeys(tx, { kinds, keysWhere }, span);
}
