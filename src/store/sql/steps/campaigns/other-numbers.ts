/** The other numbers of a person: contacts of the campaign with the same `person`. */
import {
  ANSWERED,
  numberChange,
  type AnsweredAt,
  type NumberTurn,
  type OneNumber,
} from '../../../../domain/contacts/next-number.ts';
import { OTHER_NUMBER } from '../../../../domain/rules/due-reasons.ts';
import type { CampaignId } from '../../../../domain/ids.ts';
import { ERASED } from '../../../../domain/privacy/erasure.ts';
import type { Dialect } from '../../engine/dialect.ts';
import { sqlList } from '../../engine/sql-list.ts';
import type { Tx } from '../../engine/tx.ts';

/** A contact that is one of several numbers. */
export interface OwnNumber {
  campaignId: CampaignId;
  person: string;
  position: number;
  state: OneNumber['state'];
}

/** SQL of an update of contacts: its number comes in turn. */
const IN_TURN = `state = 'due', due_at_ms = :dueAtMs, due_reason = :dueReason,
  disposition = CASE calls WHEN 0 THEN NULL ELSE disposition END`;
/** SQL of an update of contacts: its number is out of turn. */
const OUT_OF_TURN = `state = 'final', due_reason = '${OTHER_NUMBER}', disposition = coalesce(disposition, 'not-dialled')`;
/** SQL of a contact that may come in turn. */
const WAITS = `state = 'final' AND due_reason = '${OTHER_NUMBER}' AND number <> '${ERASED}'`;
/**
 * SQL of a contact: somebody answered one of its calls, or may have, and of none was said that the next number is to be called. Its
 * disposition does not tell: a dropped talk may be followed by a call that nobody answers.
 */
const isAnswered = (sql: Dialect, contact: string): string => {
  const OF_CONTACT = `calls.campaign_id = ${contact}.campaign_id AND calls.contact = ${contact}.position`;
  const next = sql.json(`(${sql.json('calls.outcome')} ->> 'next')`);
  return `(EXISTS (SELECT 1 FROM calls WHERE ${OF_CONTACT} AND calls.disposition IN (${sqlList(ANSWERED)}))
    AND NOT EXISTS (SELECT 1 FROM calls WHERE ${OF_CONTACT} AND calls.outcome IS NOT NULL AND ${next} ->> 'kind' = 'next_number'))`;
};

/** SQL of a row of `contacts`: its person answered at another number of the campaign. */
export const answeredElsewhere = (sql: Dialect): string => `EXISTS (
  SELECT 1 FROM contacts AS other WHERE other.campaign_id = contacts.campaign_id AND other.person = contacts.person
    AND other.position <> contacts.position AND ${isAnswered(sql, 'other')})`;

/** SQL: those of `:persons` who answered at one of their numbers. */
export const answeredPersons = (sql: Dialect): string => `
  SELECT DISTINCT own.person AS person FROM contacts AS own
  WHERE own.campaign_id = :campaignId AND own.person IN (SELECT value FROM ${sql.texts(':persons')})
    AND ${isAnswered(sql, 'own')}`;

/** Where somebody answered an earlier call of the person. */
export async function answeredAt(
  tx: Tx,
  { campaignId, position, person }: Pick<OwnNumber, 'campaignId' | 'position' | 'person'>,
): Promise<AnsweredAt> {
  const answered = await tx.all<{ position: number }>(
    `SELECT own.position AS position FROM contacts AS own
     WHERE own.campaign_id = :campaignId AND own.person = :person AND ${isAnswered(tx.sql, 'own')}`,
    { campaignId, person },
  );
  return {
    own: answered.some((at) => at.position === position),
    other: answered.some((at) => at.position !== position),
  };
}

/** All numbers of these persons, in any campaign. */
export async function numbersOfPersons(tx: Tx, persons: readonly string[]): Promise<string[]> {
  const found = await tx.all<{ number: string }>(
    `SELECT DISTINCT number FROM contacts
     WHERE person IN (SELECT value FROM ${tx.sql.texts(':persons')}) AND number <> '${ERASED}' ORDER BY number`,
    { persons: JSON.stringify(persons) },
  );
  return found.map(({ number }) => number);
}

const OF_PERSON = 'campaign_id = :campaignId AND person = :person';

/**
 * Which number of the person is called next, once the state of `own` is written.
 * @param due when that one is called
 */
export async function turnNumbers(
  tx: Tx,
  own: OwnNumber,
  turn: NumberTurn,
  due: { dueAtMs: number; dueReason: string | null },
): Promise<void> {
  const { campaignId, person, position } = own;
  const others = await tx.all<Omit<OneNumber, 'erased'> & { erased: number }>(
    `SELECT position, state, due_reason, CASE number WHEN '${ERASED}' THEN 1 ELSE 0 END AS erased FROM contacts
     WHERE ${OF_PERSON} AND position <> :position ORDER BY position`,
    { campaignId, person, position },
  );
  const rows = others.map(({ erased, ...other }) => ({ ...other, erased: erased === 1 }));
  const { parksOwn, next, closesOthers } = numberChange(own, rows, turn);
  const at = { campaignId, position };
  if (parksOwn)
    tx.send(
      `UPDATE contacts SET ${OUT_OF_TURN} WHERE campaign_id = :campaignId AND position = :position`,
      at,
    );
  if (next !== null)
    tx.send(
      `UPDATE contacts SET ${IN_TURN} WHERE campaign_id = :campaignId AND position = :next AND ${WAITS}`,
      { campaignId, next, ...due },
    );
  if (closesOthers) await closeOthers(tx, { ...at, person });
}

/** The person is not called at another number any more. A call of another number that lives goes on. */
export async function closeOthers(
  tx: Tx,
  own: Pick<OwnNumber, 'campaignId' | 'person' | 'position'>,
): Promise<void> {
  tx.send(
    `UPDATE contacts SET ${OUT_OF_TURN}
     WHERE ${OF_PERSON} AND position <> :position AND state = 'due'`,
    own,
  );
}

/** For a number that was found to be in turn: the person's others are not. */
export async function parkOthersOf(
  tx: Tx,
  own: Pick<OwnNumber, 'campaignId' | 'position'>,
): Promise<void> {
  tx.send(
    `UPDATE contacts SET ${OUT_OF_TURN}
     WHERE campaign_id = :campaignId AND position <> :position AND state = 'due'
       AND person = (SELECT person FROM contacts WHERE campaign_id = :campaignId AND position = :position)`,
    own,
  );
}

/** After numbers of these persons became final by a rule, before they were called: the next one of each is due now. */
export async function turnNumbersOf(
  tx: Tx,
  { campaignId, persons }: { campaignId: CampaignId; persons: readonly string[] },
  nowMs: number,
): Promise<void> {
  if (persons.length === 0) return;
  tx.send(
    `UPDATE contacts SET ${IN_TURN}
     WHERE campaign_id = :campaignId AND position IN (
       SELECT min(position) FROM contacts
       WHERE campaign_id = :campaignId AND person IN (SELECT value FROM ${tx.sql.texts(':persons')}) AND ${WAITS}
         AND person NOT IN (${answeredPersons(tx.sql)})
       GROUP BY person)`,
    { campaignId, persons: JSON.stringify(persons), dueAtMs: nowMs, dueReason: null },
  );
}
