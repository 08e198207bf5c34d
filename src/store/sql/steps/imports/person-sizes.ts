import { MOST_OF_PERSON } from '../../../../domain/contacts/next-number.ts';
import type { NewContact } from '../../../campaigns/import-store.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import type { TwinsWanted } from './twins.ts';

/** How many numbers the persons of new contacts have in the campaign. */
export interface PersonSizes {
  hasAll(contact: NewContact): boolean;
  add(contact: NewContact): void;
}

/**
 * Each end of a call reads all numbers of its person, and an erasure takes them all. So a column that many people share must not
 * become a key of persons.
 */
export async function findPersonSizes(
  tx: Tx,
  { campaignId, earlier }: Pick<TwinsWanted, 'campaignId' | 'earlier'>,
  contacts: readonly NewContact[],
): Promise<PersonSizes> {
  const sizes = new Map<string, number>();
  const grow = (person: string, by: number) => sizes.set(person, (sizes.get(person) ?? 0) + by);
  const named = [...new Set(contacts.flatMap(({ person }) => person?.person ?? []))];
  for (const { person, numbers } of await numbersOf(tx, campaignId, named)) grow(person, numbers);
  for (const [person, { rows }] of earlier?.of('person', named) ?? []) grow(person, rows);
  return {
    hasAll: ({ person }) => person != null && (sizes.get(person.person) ?? 0) >= MOST_OF_PERSON,
    add: ({ person }) => person != null && grow(person.person, 1),
  };
}

async function numbersOf(tx: Tx, campaignId: string, persons: readonly string[]) {
  if (persons.length === 0) return [];
  return tx.all<{ person: string; numbers: number }>(
    `SELECT person, count(*) AS numbers FROM contacts
     WHERE campaign_id = :campaignId AND person IN (SELECT value FROM ${tx.sql.texts(':persons')}) GROUP BY person`,
    { campaignId, persons: rowsAsJson(persons) },
  );
}
