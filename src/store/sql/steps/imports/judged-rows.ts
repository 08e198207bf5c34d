/** What an import makes of a row, and its dry run too. */
import { MOST_OF_PERSON } from '../../../../domain/contacts/next-number.ts';
import { countingLists } from '../../../../domain/contacts/suppression.ts';
import type { Policy } from '../../../../domain/campaigns/policy.ts';
import type {
  ImportRow,
  ListFault,
  NewContact,
  RowFault,
  RowOutcome,
} from '../../../campaigns/import-store.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { erasedAmong } from '../privacy/erased-numbers.ts';
import { listsSuppressingEach } from '../campaigns/suppressing.ts';
import { findPersonSizes } from './person-sizes.ts';
import { findTwins, type Place, type TwinsWanted } from './twins.ts';

/** A row that makes no contact. */
export interface LeftOut extends RowFault {
  outcome: RowOutcome;
  /** What it duplicates. */
  place: Place | null;
}

/** Of a row that is to be added at this place: its contact, or why there is none. */
type Judge = (row: ImportRow, place: Place) => { contact: NewContact } | LeftOut;

/** Judges each of the rows as an import does. The number of statements does not depend on how many they are. */
export async function judgeOf(
  tx: Tx,
  { policy, ...wanted }: TwinsWanted & { policy: Policy },
  rows: readonly ImportRow[],
): Promise<Judge> {
  const contacts = rows.flatMap((row) => ('contact' in row ? row.contact : []));
  const agents = await knownAgents(tx, contacts);
  const twins = await findTwins(tx, wanted, contacts);
  const persons = await findPersonSizes(tx, wanted, contacts);
  const numbers = contacts.map(({ number }) => number);
  const holding = await listsSuppressingEach(tx, numbers, wanted.nowMs);
  const inFaulty = rows.flatMap((row) => ('fault' in row ? numbersWritten(row) : []));
  const erased = await erasedAmong(tx, [...numbers, ...inFaulty]);
  return (row, place) => {
    if ('fault' in row && numbersWritten(row).some((number) => erased.has(number))) {
      return leftOut('suppressed', WAS_ERASED, 'number');
    }
    if ('fault' in row) return leftOutByList(row.fault);
    const { contact } = row;
    if (erased.has(contact.number)) return leftOut('suppressed', WAS_ERASED, 'number');
    if (contact.agentId != null && !agents.has(contact.agentId)) {
      return leftOut('rejected', 'there is no such agent, or it is being deleted', 'agent_id');
    }
    const twin = twins.of(contact);
    if (twin) return { ...leftOut('duplicate', twin.reason), place: twin.place };
    const lists = countingLists(policy.suppressionLists, holding.get(contact.number) ?? []);
    if (lists.length > 0) {
      return leftOut('suppressed', `on the suppression list ${lists.join(', ')}`, 'number');
    }
    if (persons.hasAll(contact)) return leftOut('rejected', HAS_ALL_NUMBERS, 'person_key');
    twins.add(contact, place);
    persons.add(contact);
    return { contact };
  };
}

async function knownAgents(tx: Tx, contacts: readonly NewContact[]): Promise<Set<string>> {
  const named = [...new Set(contacts.flatMap(({ agentId }) => agentId ?? []))];
  if (named.length === 0) return new Set();
  const known = await tx.all<{ id: string }>(
    `SELECT id FROM agents
     WHERE deleted_at_ms IS NULL AND deletion IS NULL AND id IN (SELECT value FROM ${tx.sql.texts(':named')})`,
    { named: rowsAsJson(named) },
  );
  return new Set(known.map(({ id }) => id));
}

const leftOutByList = ({ suppressed, reason, field }: ListFault): LeftOut =>
  leftOut(suppressed ? 'suppressed' : 'rejected', reason, field);

const leftOut = (outcome: RowOutcome, reason: string, field: string | null = null): LeftOut => ({
  outcome,
  field,
  reason,
  place: null,
});

const HAS_ALL_NUMBERS =
  `the person has ${MOST_OF_PERSON} numbers in this campaign, which is the most; ` +
  'a column that several people share, such as a company, cannot be the person_key';

export const WAS_ERASED = 'the person with this number was erased and is not called any more';

/** What may be numbers with their country code in a row that cannot be used for another reason. */
const numbersWritten = ({ written }: ImportRow): string[] =>
  [...Object.values(written), `${written['calling_code'] ?? ''}${written['number'] ?? ''}`]
    .map((cell) => cell.replaceAll(/\D/g, '').replace(/^00/, ''))
    .filter((digits) => /^[1-9]\d{6,14}$/.test(digits))
    .map((digits) => `+${digits}`);
