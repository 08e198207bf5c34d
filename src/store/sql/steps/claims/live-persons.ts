/** A person is on one call at a time, in all campaigns and at all numbers. Contacts with the same `person` are of one person. */
import type { Tx } from '../../engine/tx.ts';

interface CallOfPerson {
  ref: string;
  number: string;
  person: string | null;
}

/** SQL of a contact: neither its number nor its person is on a call, and no call of theirs is unknown. */
export const NOT_ON_CALL = `NOT EXISTS (SELECT 1 FROM live_numbers WHERE live_numbers.number = contacts.number)
  AND NOT EXISTS (SELECT 1 FROM persons JOIN live_numbers ON live_numbers.ref = persons.ref WHERE persons.person = contacts.person)`;

/**
 * Of calls that have their numbers, those whose person no other call has. The others give back their numbers. Locks persons in
 * their order, behind numbers.
 */
export async function takePersons<Call extends CallOfPerson>(
  tx: Tx,
  calls: readonly Call[],
): Promise<Call[]> {
  const wanted = calls
    .filter(({ person }) => person !== null)
    .toSorted((one, other) => (one.person! < other.person! ? -1 : 1));
  if (wanted.length === 0) return [...calls];
  const rows = JSON.stringify(wanted.map(({ ref, person }) => ({ ref, person })));
  // The first statement locks, because a statement on Postgres does not see what was committed while it waited.
  tx.send(
    `INSERT INTO persons (person, ref)
     SELECT value ->> 'person', value ->> 'ref' FROM ${tx.sql.objects(':rows')} WHERE true
     ON CONFLICT (person) DO UPDATE SET ref = persons.ref`,
    { rows },
  );
  const taken = await tx.all<{ ref: string }>(
    `UPDATE persons SET ref = wanted.ref
     FROM (SELECT value ->> 'person' AS person, value ->> 'ref' AS ref FROM ${tx.sql.objects(':rows')}) AS wanted
     WHERE persons.person = wanted.person AND NOT EXISTS (
       SELECT 1 FROM live_numbers WHERE live_numbers.ref = persons.ref AND live_numbers.ref <> wanted.ref)
     RETURNING persons.ref AS ref`,
    { rows },
  );
  const refs = new Set(taken.map(({ ref }) => ref));
  const left = wanted.filter(({ ref }) => !refs.has(ref)).map(({ ref }) => ref);
  if (left.length === 0) return [...calls];
  tx.send(`DELETE FROM live_numbers WHERE ref IN (SELECT value FROM ${tx.sql.texts(':left')})`, {
    left: JSON.stringify(left),
  });
  return calls.filter(({ ref }) => !left.includes(ref));
}
