import type { CampaignId } from '../../../../domain/ids.ts';
import { unreachable } from '../../../../domain/unreachable.ts';
import type { Dedupe, NewContact } from '../../../campaigns/import-store.ts';
import { rowsAsJson, keptText } from '../../engine/json-rows.ts';
import type { Params, Tx } from '../../engine/tx.ts';
import type { EarlierRows } from './earlier-rows.ts';

/** Where a contact is: in a campaign, or, in a dry run, only in a line of the list. */
export type Place = { campaignId: CampaignId; contact: number } | { line: number };

/** What a new contact would duplicate. */
export interface Twin {
  reason: string;
  place: Place;
}

/** What new contacts of a campaign would duplicate: contacts that exist, and those of their own that were added. */
export interface Twins {
  of(contact: NewContact): Twin | undefined;
  /** From now on it has a twin, too. */
  add(contact: NewContact, place: Place): void;
}

export interface TwinsWanted {
  campaignId: CampaignId;
  dedupe: Dedupe;
  /** Of a dry run: rows of the same list that were judged before. */
  earlier?: EarlierRows | undefined;
  nowMs: number;
}

/** Asks for all contacts at once. Each one's twin is found by an index. */
export async function findTwins(
  tx: Tx,
  { campaignId, dedupe, earlier, nowMs }: TwinsWanted,
  contacts: readonly NewContact[],
): Promise<Twins> {
  const keys = contacts.flatMap(({ rowKey }) => rowKey ?? []);
  const numbers = dedupe.scope === 'row-key' ? [] : contacts.map(({ number }) => number);
  const ofKey = await withKeys(tx, campaignId, keys);
  const ofNumber = await withNumbers(tx, { campaignId, dedupe }, numbers, nowMs);
  for (const [text, { line }] of earlier?.of('row_key', keys) ?? [])
    ofKey.set(text, twinOf(SAME_KEY, { line }));
  for (const [text, { line }] of earlier?.of('number', numbers) ?? [])
    ofNumber.set(text, twinOf(SAME_NUMBER, { line }));
  return {
    of: ({ number, rowKey }) =>
      (rowKey === null ? undefined : ofKey.get(keptText(rowKey))) ?? ofNumber.get(number),
    add({ number, rowKey }, place) {
      if (rowKey !== null) ofKey.set(keptText(rowKey), twinOf(SAME_KEY, place));
      if (dedupe.scope !== 'row-key') ofNumber.set(number, twinOf(SAME_NUMBER, place));
    },
  };
}

const SAME_KEY = 'same row key';
const SAME_NUMBER = 'same number';

const twinOf = (reason: string, place: Place): Twin => ({
  reason: 'line' in place ? `${reason} earlier in the list` : reason,
  place,
});

/**
 * What the sub-select finds for each text, which it reads as `value`. It is done for each by itself, whatever the engine
 * thinks of the size of the table. Texts for which it finds nothing are left out.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the caller knows the column
function findEach<Found>(
  tx: Tx,
  select: string,
  texts: readonly string[],
  params: Params,
): Promise<{ sought: string; found: Found }[]> {
  return tx.all<{ sought: string; found: Found }>(
    `SELECT sought, found FROM (SELECT value AS sought, (${select}) AS found FROM ${tx.sql.texts(':texts')}) AS each_text
     WHERE found IS NOT NULL`,
    { ...params, texts: rowsAsJson(texts) },
  );
}

async function withKeys(
  tx: Tx,
  campaignId: CampaignId,
  keys: readonly string[],
): Promise<Map<string, Twin>> {
  const select =
    'SELECT position FROM contacts WHERE campaign_id = :campaignId AND row_key = value';
  const each = await findEach<number>(tx, select, keys, { campaignId });
  return new Map(
    each.map(({ sought, found }) => [sought, twinOf(SAME_KEY, { campaignId, contact: found })]),
  );
}

async function withNumbers(
  tx: Tx,
  { campaignId, dedupe }: Pick<TwinsWanted, 'campaignId' | 'dedupe'>,
  numbers: readonly string[],
  nowMs: number,
): Promise<Map<string, Twin>> {
  switch (dedupe.scope) {
    case 'row-key':
      return new Map();
    case 'campaign':
      return inCampaign(tx, campaignId, numbers);
    case 'account': {
      const sinceMs = dedupe.withinMs === null ? -1 : nowMs - dedupe.withinMs;
      return inAccount(tx, { campaignId, sinceMs }, numbers);
    }
    default:
      return unreachable(dedupe);
  }
}

async function inCampaign(
  tx: Tx,
  campaignId: CampaignId,
  numbers: readonly string[],
): Promise<Map<string, Twin>> {
  const select = `SELECT min(position) FROM contacts ${tx.sql.indexedBy('contacts_number')}
                  WHERE number = value AND campaign_id = :campaignId`;
  const each = await findEach<number>(tx, select, numbers, { campaignId });
  return new Map(
    each.map(({ sought, found }) => [sought, twinOf(SAME_NUMBER, { campaignId, contact: found })]),
  );
}

async function inAccount(
  tx: Tx,
  { campaignId, sinceMs }: { campaignId: CampaignId; sinceMs: number },
  numbers: readonly string[],
): Promise<Map<string, Twin>> {
  // A sub-select has one column, so position and campaign come as one text.
  const select = `SELECT position || ' ' || campaign_id FROM contacts ${tx.sql.indexedBy('contacts_number')}
                  WHERE number = value AND added_at_ms > :sinceMs
                  ORDER BY campaign_id = :campaignId DESC, added_at_ms DESC, position, campaign_id LIMIT 1`;
  const each = await findEach<string>(tx, select, numbers, { campaignId, sinceMs });
  return new Map(each.map(({ sought, found }) => [sought, twinIn(campaignId, found)]));
}

function twinIn(campaignId: CampaignId, found: string): Twin {
  const end = found.indexOf(' ');
  const other = found.slice(end + 1);
  const elsewhere = other === campaignId ? '' : ' in another campaign';
  return twinOf(`${SAME_NUMBER}${elsewhere}`, {
    campaignId: other,
    contact: Number(found.slice(0, end)),
  });
}
