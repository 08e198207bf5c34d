import type { CampaignId } from '../../../../domain/ids.ts';
import type { AreaEvidence } from '../../../../domain/areas/contact-area.ts';
import { areaKeyOf, countedArea } from '../../../../domain/areas/counted-area.ts';
import { storedDetails } from '../../../../domain/contacts/details.ts';
import { OTHER_NUMBER } from '../../../../domain/rules/due-reasons.ts';
import type { NewContact, PersonNumber } from '../../../campaigns/import-store.ts';
import { rowsAsJson } from '../../engine/json-rows.ts';
import type { Tx } from '../../engine/tx.ts';
import { answeredPersons } from './other-numbers.ts';
import { tallyAdded } from '../../rows/contact-tallies.ts';

/** Adds one contact after the last one, due at once, and returns its position. */
export async function insertContact(
  tx: Tx,
  campaignId: CampaignId,
  contact: NewContact,
  nowMs: number,
): Promise<number> {
  const { position } = (await tx.get<{ position: number }>(
    'UPDATE campaigns SET contacts = contacts + 1 WHERE id = :id RETURNING contacts AS position',
    { id: campaignId },
  ))!;
  await insertContactsAfter(tx, { campaignId, after: position - 1 }, [contact], nowMs);
  return position;
}

/** In one statement, and counts them. For callers that update the campaign's last position themselves. */
export async function insertContactsAfter(
  tx: Tx,
  { campaignId, after }: { campaignId: CampaignId; after: number },
  contacts: readonly NewContact[],
  nowMs: number,
): Promise<void> {
  if (contacts.length === 0) return;
  const persons = await personsInTurn(tx, campaignId, contacts);
  const added = contacts.map(({ person: number, details, ...contact }, index) => ({
    position: after + index + 1,
    ...contact,
    ...dueOf(contact, nowMs),
    ...(number && numberOf(number, persons)),
    details: details && storedDetails(details),
    // A text in the column too.
    zones: contact.zones && JSON.stringify(contact.zones),
    area: contact.area && JSON.stringify(contact.area),
    areaKey: contact.area && keyOf(contact.area),
    zoneSource: contact.zoneSource ?? 'campaign',
  }));
  tx.send(
    `INSERT INTO contacts (campaign_id, position, number, row_key, name, agent_id, agent_alone_until_ms,
                           state, due_at_ms, due_reason, disposition, zones, zone_source, area, area_key, added_at_ms,
                           not_before_ms, not_after_ms, person, number_place, number_label, details)
     SELECT :campaignId, CAST(value ->> 'position' AS BIGINT), value ->> 'number', value ->> 'rowKey',
            value ->> 'name', value ->> 'agentId', CAST(value ->> 'agentAloneUntilMs' AS BIGINT),
            value ->> 'state', CAST(value ->> 'dueAtMs' AS BIGINT), value ->> 'dueReason', value ->> 'disposition',
            value ->> 'zones', value ->> 'zoneSource', value ->> 'area', value ->> 'areaKey', :nowMs, CAST(value ->> 'notBeforeMs' AS BIGINT),
            CAST(value ->> 'notAfterMs' AS BIGINT), value ->> 'person', CAST(value ->> 'numberPlace' AS BIGINT),
            value ->> 'numberLabel', value ->> 'details'
     FROM ${tx.sql.objects(':added')}`,
    { campaignId, nowMs, added: rowsAsJson(added) },
  );
  await tallyAdded(tx, { id: campaignId, after });
}

function keyOf(evidence: AreaEvidence): string | null {
  const { name, zone } = countedArea(evidence);
  return zone === null ? null : areaKeyOf({ name, zone });
}

function dueOf({ notBeforeMs = null }: NewContact, nowMs: number) {
  return notBeforeMs !== null && notBeforeMs > nowMs
    ? { state: 'due', dueAtMs: notBeforeMs, dueReason: 'not-before' }
    : { state: 'due', dueAtMs: nowMs, dueReason: null };
}

/** Of the persons of these contacts, those that have a number in turn in the campaign, or were reached. */
async function personsInTurn(
  tx: Tx,
  campaignId: CampaignId,
  contacts: readonly NewContact[],
): Promise<Set<string>> {
  const named = [...new Set(contacts.flatMap(({ person }) => person?.person ?? []))];
  if (named.length === 0) return new Set();
  const known = await tx.all<{ person: string }>(
    `SELECT DISTINCT person FROM contacts
     WHERE campaign_id = :campaignId AND person IN (SELECT value FROM ${tx.sql.texts(':persons')}) AND state <> 'final'
     UNION ${answeredPersons(tx.sql)}`,
    { campaignId, persons: rowsAsJson(named) },
  );
  return new Set(known.map(({ person }) => person));
}

/** The first number of a person is in turn, and the others wait for it. */
function numberOf({ person, place, label }: PersonNumber, persons: Set<string>) {
  const number = { person, numberPlace: place, numberLabel: label };
  if (!persons.has(person)) {
    persons.add(person);
    return number;
  }
  return { ...number, state: 'final', disposition: 'not-dialled', dueReason: OTHER_NUMBER };
}
