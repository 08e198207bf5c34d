/** Reads rows as contacts. A faulty row is rejected with its reason and does not affect the others. */
import { areaPrefixOf } from '../../../domain/areas/area-of-number.ts';
import { AreaReader, type AreaEvidence } from '../../../domain/areas/contact-area.ts';
import {
  zonesNamed,
  type ContactZones,
  type ZonesReading,
} from '../../../domain/contacts/contact-zones.ts';
import type {
  ImportRow,
  ListFault,
  NewContact,
  RowFault,
} from '../../../store/campaigns/import-store.ts';
import { readDoNotCall } from '../../../domain/lists/do-not-call.ts';
import { MOST_OF_PERSON } from '../../../domain/contacts/next-number.ts';
import { countryNamed } from '../../../domain/contacts/country-names.ts';
import { ContactRow, faultOf, UNREAD, withData, writtenIn, type RowData } from './row-fields.ts';
import { distinct, numbersIn, ofPerson } from './row-numbers.ts';
import { isPhoneCountry, readDialable, type ReadNumber } from '../numbers/phone-number.ts';
import type { TextRow } from './text-row.ts';

export interface ContactRules {
  /** Countries that may be called, as ISO 3166-1 codes; null: all. */
  countries: readonly string[] | null;
  /** Zones of contacts whose rows name none; null: derived from their address and number. */
  zones: readonly string[] | null;
  /** The country of numbers that are written without a country code, as an ISO 3166-1 code; null: they are refused. */
  defaultCountry?: string | null;
  /** The list that numbers are put on whose rows say so; null: none is named. */
  suppressionList?: string | null;
  nowMs: number;
}

const MOST_ZONE_TEXTS = 1_000;

/** Caches what it looks up about countries and zones, so an import uses one reader for all rows. */
export class ContactReader {
  readonly #rules: ContactRules;
  readonly #areas: AreaReader;
  readonly #ofText = new Map<string, ZonesReading>();

  constructor(rules: ContactRules) {
    this.#rules = rules;
    this.#areas = new AreaReader(rules.nowMs);
  }

  /**
   * A row with several numbers makes a contact of each.
   * @param list id of what the rows come from: the same row of the same list is the same person
   */
  read(row: TextRow, list: string): ImportRow[] {
    const { line } = row;
    if ('fault' in row) {
      const fault = { field: null, reason: row.fault };
      return [{ line, written: { [UNREAD]: row.written }, fault }];
    }
    const fields = withData(row.row);
    const written = writtenIn(fields);
    return this.#contactsOf(fields, `${list}.${line}`).map((read) => ({ line, written, ...read }));
  }

  #contactsOf(row: unknown, person: string): ReadContact[] {
    const parsed = ContactRow.safeParse(row);
    if (!parsed.success) return [{ fault: faultOf(parsed.error) }];
    const { data } = parsed;
    const held = this.#heldBack(data);
    if (held) return [{ fault: held }];
    const numbers = numbersIn(data);
    if (numbers.length > MOST_OF_PERSON) return [{ fault: TOO_MANY_NUMBERS }];
    const read = numbers.map(({ number, label }) => ({
      label,
      read: this.#numberOf(data, number),
    }));
    const several = distinct(read);
    return several.map(({ label, read: number }, index) => {
      const contact = this.#contactOf(data, number);
      if ('fault' in contact || (several.length === 1 && data.person_key === null)) return contact;
      const place = several.length === 1 ? null : index + 1;
      return {
        contact: ofPerson(contact.contact, { person: data.person_key ?? person, place, label }),
      };
    });
  }

  #contactOf(data: RowData, number: ReadNumber | RowFault): ReadContact {
    const suppressed = this.#suppressed(data, number);
    if (suppressed) return { fault: suppressed };
    const { nowMs } = this.#rules;
    const { not_before: notBeforeMs, not_after: notAfterMs } = data;
    if (notAfterMs !== null && notAfterMs <= Math.max(nowMs, notBeforeMs ?? 0)) {
      const reason = notAfterMs <= nowMs ? 'has passed' : 'comes before not_before';
      return { fault: { field: 'not_after', reason: `not_after ${reason}` } };
    }
    if ('reason' in number) return { fault: number };
    const zones = this.#zonesOf(data, number);
    if ('fault' in zones) return { fault: { field: 'zone', reason: `zone ${zones.fault}` } };
    return {
      contact: {
        number: number.e164,
        rowKey: data.row_key,
        name: data.name,
        details: { company: data.company, language: data.language, data: data.data },
        agentId: data.agent_id,
        notBeforeMs,
        notAfterMs,
        zones: zones.zones,
        zoneSource: zones.source,
        area: zones.area ?? null,
      },
    };
  }

  /** Undefined: the list does not say that the person must not be called, or asks that the numbers are suppressed too. */
  #heldBack({ do_not_call: doNotCall, suppress }: RowData): ListFault | undefined {
    const toSuppress = readDoNotCall(suppress);
    if (toSuppress === 'unreadable') return unreadable('suppress');
    if (toSuppress === 'yes') {
      const { suppressionList = null } = this.#rules;
      return suppressionList === null ? NO_SUPPRESSION_LIST : undefined;
    }
    const mayNotBeCalled = readDoNotCall(doNotCall);
    if (mayNotBeCalled === 'unreadable') return unreadable('do_not_call');
    return mayNotBeCalled === 'yes' ? MUST_NOT_BE_CALLED : undefined;
  }

  #suppressed({ suppress }: RowData, number: ReadNumber | RowFault): ListFault | undefined {
    if (readDoNotCall(suppress) !== 'yes') return undefined;
    const { suppressionList: list } = this.#rules;
    if ('reason' in number) {
      const reason = `the person must never be called, but ${number.reason}: put the number on the list ${list} by hand`;
      return { field: 'number', reason };
    }
    const reason = `the list says that the person must never be called: the number goes on the suppression list ${list}`;
    return { field: 'suppress', reason, suppressed: true, suppress: number.e164 };
  }

  #numberOf({ calling_code: code, country }: RowData, number: string): ReadNumber | RowFault {
    const written = withCallingCode(number, code);
    if (typeof written !== 'string') return written;
    const { countries, defaultCountry = null } = this.#rules;
    const named = country === null ? defaultCountry : this.#countryNamed(country);
    const read = readDialable(written, countries, named);
    if ('e164' in read) return read;
    return country !== null && named === null
      ? { field: 'country', reason: UNKNOWN_COUNTRY }
      : { field: 'number', reason: read.fault };
  }

  #countryNamed(written: string): string | null {
    const code = countryNamed(written);
    return code !== undefined && isPhoneCountry(code) ? code : null;
  }

  #zonesOf(data: RowData, number: ReadNumber): FoundZones | { fault: string } {
    if (data.zone !== null) {
      const named = this.#named(data.zone);
      return 'fault' in named ? named : { ...named, source: 'row' };
    }
    if (this.#rules.zones !== null) return { zones: this.#rules.zones, source: 'import' };
    return this.#zonesOfArea(data, number);
  }

  #zonesOfArea(
    { country, region, postal_code: postalCode }: RowData,
    { e164, kind }: ReadNumber,
  ): FoundZones {
    const found = this.#areas.read({
      country: country === null ? null : this.#countryNamed(country),
      region,
      postalCode,
      number: { country: kind.country, prefix: areaPrefixOf({ e164, type: kind.type }) },
    });
    if (found === null) return OF_CAMPAIGN;
    const { evidence, zones } = found;
    const isByNumber = evidence.sources.every(({ from }) => from === 'number');
    return { zones, source: isByNumber ? 'number' : 'row', area: evidence };
  }

  #named(written: string): ZonesReading {
    let known = this.#ofText.get(written);
    if (!known) {
      if (this.#ofText.size === MOST_ZONE_TEXTS) this.#ofText.clear();
      this.#ofText.set(written, (known = zonesNamed(written.replaceAll(HUBSPOT_SLASH, '/'))));
    }
    return known;
  }
}

/** HubSpot exports zones as it keeps them: `europe_slash_london`. */
const HUBSPOT_SLASH = /_slash_/gi;

type ReadContact = { contact: NewContact } | { fault: ListFault };

/** `area`: that the zones follow from. */
type FoundZones = ContactZones & { area?: AreaEvidence };

const OF_CAMPAIGN: FoundZones = { zones: null, source: 'campaign' };

const TOO_MANY_NUMBERS: ListFault = {
  field: 'number',
  reason: `number: a person has at most ${MOST_OF_PERSON} numbers: put the others into a row of their own`,
};

const NO_SUPPRESSION_LIST: ListFault = {
  field: 'suppress',
  reason: 'suppress needs `suppress_list`, which names the list',
};

const MUST_NOT_BE_CALLED: ListFault = {
  field: 'do_not_call',
  reason: 'the list says that the person must not be called',
  suppressed: true,
};

const unreadable = (field: string): ListFault => ({
  field,
  reason: `${field} must say yes or no (true, false, 1, 0, x, or nothing for no): nobody is called on a guess`,
});

const UNKNOWN_COUNTRY =
  'country is not known, and number has no country code: write the country as a code such as GB, or in English';

/**
 * The number as it is read. Some lists have the calling code in a column of its own, as dialled from their country:
 * `44`, `+44` or `01144`.
 */
export function withCallingCode(number: string, code: string | null): string | RowFault {
  const whole = number.trim();
  if (code === null || whole === '' || /^(?:\D*\+|00)/.test(whole)) return number;
  const digits = /^(?:\+|00|011)?([1-9]\d{0,2})$/.exec(code)?.[1];
  if (digits !== undefined) return `+${digits} ${whole}`;
  const reason =
    'calling_code must be the digits of a country, such as 44, and nothing where number has them';
  return { field: 'calling_code', reason };
}
