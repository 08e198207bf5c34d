/** The other numbers of a person: contacts of the campaign with the same `person`. */
import {
  ANSWERED,
  numberChange,
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
 * SQL: those of `:persons` of whom somebody answered a call, or may have, and did not say that the next number is to be called. The
 * end of the number itself does not tell: a dropped talk may be followed by a call that nobody answers.
 */
export const answeredPersons = (sql: Dialect): string => `
  SELECT DISTINCT own.person AS person FROM contacts AS own
  JOIN calls ON calls.campaign_id = own.campaign_id AND calls.contact = own.position
  WHERE own.campaign_id = :campaignId AND own.person IN (SELECT value FROM ${sql.texts(':persons')})
    AND calls.disposition IN (${sqlList(ANSWERED)})
    AND coalesce(${sql.json(`(${sql.json('calls.outcome')} ->> 'next')`)} ->> 'kind', '') <> 'next_number'`;

/** Whether somebody answered a call of the person. */
export async function isAnswered(
  tx: Tx,
  { campaignId, person }: Pick<OwnNumber, 'campaignId' | 'person'>,
): Promise<boolean> {
  const persons = JSON.stringify([person]);
  return (await tx.get(answeredPersons(tx.sql), { campaignId, persons })) !== undefined;
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
    await tx.run(
      `UPDATE contacts SET ${OUT_OF_TURN} WHERE campaign_id = :campaignId AND position = :position`,
      at,
    );
  if (next !== null)
    await tx.run(
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
  await tx.run(
    `UPDATE contacts SET ${OUT_OF_TURN}
     WHERE ${OF_PERSON} AND position <> :position AND (state = 'due' OR (state = 'final' AND due_reason IS NULL))`,
    own,
  );
}

/** For a number that was found to be in turn: the person's others are not. */
export async function parkOthersOf(
  tx: Tx,
  own: Pick<OwnNumber, 'campaignId' | 'position'>,
): Promise<void> {
  await tx.run(
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
  await tx.run(
    `UPDATE contacts SET ${IN_TURN}
     WHERE campaign_id = :campaignId AND position IN (
       SELECT min(position) FROM contacts
       WHERE campaign_id = :campaignId AND person IN (SELECT value FROM ${tx.sql.texts(':persons')}) AND ${WAITS}
         AND person NOT IN (${answeredPersons(tx.sql)})
       GROUP BY person)`,
    { campaignId, persons: JSON.stringify(persons), dueAtMs: nowMs, dueReason: null },
  );
}
