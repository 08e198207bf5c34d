/** What a request of an import says beside its rows. */
import type { RequestOf } from '../../../client/requests.ts';

export type Query = NonNullable<RequestOf<'/v1/campaigns/{campaignId}/contacts', 'post'>['query']>;

/** What each column of CSV is, by its title. Null: it is not read. Undefined: a person must say it. */
export type Mapping = Readonly<Record<string, string | null | undefined>>;

export const NO_SETTINGS = {
  /** ISO 3166-1; empty: numbers without a country code are refused. */
  country: '',
  /** Zones of rows that name none; empty: by country. */
  zone: '',
  dedupe: 'campaign' as NonNullable<Query['dedupe']>,
  /** Only with `account`; empty: all contacts count. */
  dedupeDays: '',
  /** Of a text; empty: it is found. */
  encoding: '',
  /** Of a workbook; empty: the only one that has rows. */
  sheet: '',
  /** For rows that say so; empty: none. */
  suppressList: '',
};
export type ImportSettings = typeof NO_SETTINGS;

/** The columns of a contact, and what they are. */
export const COLUMNS: Readonly<Record<string, string>> = {
  number: 'Number, or another one of the person',
  name: 'Name, or a part of it',
  row_key: 'Row key: your own key of the row',
  zone: 'Time zone',
  agent_id: 'The only agent who may call',
  not_before: 'Not before',
  not_after: 'Not after',
  calling_code: 'Calling code of the number, such as 44',
  country: 'Country of the number, such as GB',
  region: 'State or province, such as FL',
  postal_code: 'Postal code',
  do_not_call: 'Must not be called: yes or no',
  suppress: 'Must never be called: yes puts the number on a suppression list',
  number_label: 'What the number is, such as mobile',
  person_key: 'Your own key of the person, in a list with a row for each number',
  company: 'Company',
  language: 'Language',
  data: 'Fields of your own, as JSON',
};
/** Several columns may be parts of these. */
const JOINED = ['number', 'name', 'do_not_call', 'suppress'];

export function importQuery(settings: ImportSettings): Query {
  const { country, zone, dedupe, dedupeDays, encoding, sheet, suppressList } = settings;
  return {
    dedupe,
    ...(encoding !== '' && { encoding }),
    ...(sheet !== '' && { sheet }),
    ...(suppressList !== '' && { suppress_list: suppressList }),
    ...(dedupe === 'account' && dedupeDays !== '' && { dedupe_days: Number(dedupeDays) }),
    ...(country.trim() !== '' && { default_country: country.trim().toUpperCase() }),
    ...(zone.trim() !== '' && { zone: zone.trim() }),
  };
}

/**
 * A choice for each title: what the server suggests, else that the column is not read. A title that the suggestion leaves
 * out says who may be called, and has no choice yet.
 */
export const mappingOf = (
  header: readonly string[],
  suggested: Mapping | null | undefined,
): Mapping =>
  Object.fromEntries(header.map((title) => [title, suggested ? suggested[title] : null]));

/** What is wrong with a mapping, before anything is sent. */
export function mappingFault(mapping: Mapping): string | undefined {
  const unanswered = Object.keys(mapping).find((title) => mapping[title] === undefined);
  if (unanswered !== undefined) {
    return `Say what “${unanswered}” is. If it says who may be called, take the others out of the file, then choose “Not read”.`;
  }
  const columns = Object.values(mapping).filter((column) => column != null);
  if (!columns.includes('number')) return 'No column is the number. Choose which one it is.';
  const twice = columns.find(
    (column, index) => !JOINED.includes(column) && columns.indexOf(column) !== index,
  );
  return twice && `Two columns are “${COLUMNS[twice] ?? twice}”. Leave one of them out.`;
}
