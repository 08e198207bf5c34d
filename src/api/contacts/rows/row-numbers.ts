/** The numbers of a row, which are those of one person. */
import { BETWEEN_COLUMNS } from '../../../domain/lists/column-suggestion.ts';
import { MOST_OF_PERSON } from '../../../domain/contacts/next-number.ts';
import { splitNumbers } from '../../../domain/lists/several-numbers.ts';
import type { NewContact, PersonNumber, RowFault } from '../../../store/campaigns/import-store.ts';
import type { ReadNumber } from '../numbers/phone-number.ts';

interface WrittenNumber {
  number: string;
  number_label: string | null;
}

/** Several columns may be numbers of the person, and some systems write several into one cell. */
export const numbersIn = ({
  further_numbers: further,
  ...first
}: WrittenNumber & { further_numbers?: WrittenNumber[] | null | undefined }): {
  number: string;
  label: string | null;
}[] =>
  [first, ...(further ?? [])].flatMap(({ number: cells, number_label: label }) =>
    cells
      .split(BETWEEN_COLUMNS)
      .flatMap(splitNumbers)
      .map((one) => ({ number: one, label })),
  );

/** A number that stands twice in its row is one. */
export function distinct<Read extends { read: ReadNumber | RowFault }>(
  numbers: readonly Read[],
): Read[] {
  const seen = new Set<string>();
  return numbers.filter(({ read }) => {
    if ('reason' in read) return true;
    if (seen.has(read.e164)) return false;
    return seen.add(read.e164);
  });
}

/** The key of a further number is that of the row, with its place: each key stands once in a campaign. */
export const ofPerson = (contact: NewContact, person: PersonNumber): NewContact => ({
  ...contact,
  rowKey:
    contact.rowKey && (person.place ?? 1) > 1
      ? `${contact.rowKey}#${person.place}`
      : contact.rowKey,
  person,
});

/** Between numbers of one cell, for certain. */
const BETWEEN = ' ::: ';

/** All as one text, which is read again as the same numbers. */
export const numbersWritten = (row: object, number: string | undefined): string =>
  [number?.replaceAll(BETWEEN_COLUMNS, BETWEEN), ...furtherIn(row)]
    .filter((one) => one)
    .join(BETWEEN);

function furtherIn(row: object): string[] {
  const further: unknown = Reflect.get(row, 'further_numbers');
  if (!Array.isArray(further)) return [];
  return further.slice(0, MOST_OF_PERSON).map((one: unknown) => {
    const number: unknown =
      typeof one === 'object' && one !== null ? Reflect.get(one, 'number') : '';
    return typeof number === 'string' ? number : '';
  });
}
