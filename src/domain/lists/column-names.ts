/**
 * What the columns of lists are called by the systems that write them. A title is compared by its words, without case,
 * accents and punctuation: `Person - Phone - Mobile`, `MobilePhone`, `Tél. portable`.
 */

const listed = (titles: string): readonly string[] => titles.split(', ');

/** Columns with exactly one of these titles. What a system puts in front, such as `Person - `, may be missing. */
export const COLUMN_TITLES: Readonly<Record<string, readonly string[]>> = {
  row_key: listed(
    'id, key, row id, row key, reference, ref, external id, customer id, contact id, lead id, record id, ' +
      'record id contact, crm id, customer number, customer no, lead number, vendor lead code, ' +
      'kundennummer, kunden nr, mitgliedsnummer, numero client, id client, codice cliente, id cliente, ' +
      'klantnummer, relatienummer',
  ),
  zone: listed(
    'time zone, timezone, tz, timezone name, iana time zone, zeitzone, fuseau horaire, zona horaria, ' +
      'fuso orario, fuso horario, tijdzone',
  ),
  country: listed(
    'country, country region, mailing country, address 1 country, country name, land, pays, pais, paese, ' +
      'nazione, kraj',
  ),
  agent_id: ['agent', 'agent id'],
  calling_code: listed(
    'phone code, calling code, country calling code, dial code, dialing code, dialling code, ' +
      'phone country code, mobile country code, isd code, landervorwahl, landesvorwahl, indicatif pays, ' +
      'prefisso internazionale, landnummer',
  ),
  not_before: ['earliest', 'call after', 'start', 'from'],
  not_after: ['latest', 'call before', 'expires', 'expiry', 'end', 'until'],
};

/** Titles of the name. Salutations, titles and phonetic names are none. */
export const NAME_TITLES = {
  whole: listed(
    'full name, fullname, contact name, customer name, client name, lead name, display name, contact, ' +
      'customer, client, person, contact person, name and surname, vor und nachname, name vorname, ' +
      'vollstandiger name, kontaktname, kundenname, kunde, ansprechpartner, nom complet, nom et prenom, ' +
      'nom prenom, nombre completo, nombre y apellidos, apellidos y nombre, nome completo, nome e cognome, ' +
      'volledige naam',
  ),
  /** The whole name, or the part that is missing beside a first or a last name: `Nom` beside `Prénom`. */
  wholeOrPart: ['name', 'nom', 'nome', 'nombre', 'naam', 'namn', 'navn'],
  first: listed(
    'first name, firstname, first, given name, forename, vorname, prenom, voornaam, fornamn, fornavn, ' +
      'imie, nome proprio, nombre de pila',
  ),
  middle: ['middle name', 'middle', 'middle initial', 'additional name', 'zweiter vorname'],
  last: listed(
    'last name, lastname, last, family name, surname, nachname, familienname, zuname, nom de famille, ' +
      'apellido, apellidos, cognome, sobrenome, apelido, achternaam, efternamn, etternavn, efternavn, ' +
      'nazwisko',
  ),
} as const;

/** Beside one of these, `Name` is the whole name. Beside `Vorname` it is the last name. */
export const ENGLISH_PARTS: readonly string[] = listed(
  'first name, firstname, first, given name, forename, last name, lastname, last, family name, ' +
    'surname',
);

/** What systems put in front of a title: whose column it is. */
export const ENTITIES: readonly string[] = listed(
  'person, contact, lead, customer, client, primary contact, kontakt, kunde, personne, persona, ' +
    'contatto, contacto',
);

/**
 * The words of a phone number's title. A title with any other word is none, so labels, types, codes, extensions, fax,
 * pagers, assistants and companies are never taken.
 */
export const PHONE_WORDS = {
  mobile: listed(
    'mobile, mobil, cell, cellphone, cellular, handy, gsm, portable, movil, celular, cellulare, ' +
      'telemovel, mobiel, mobiltelefon, mobilnummer, mobilfunk, mobilfunknummer, handynummer, natel, ' +
      'komorka, matkapuhelin, mobilephone',
  ),
  phone: listed(
    'phone, telephone, tel, telefon, telefono, telefone, telefoon, telefonnummer, rufnummer, ' +
      'telefoonnummer, phonenumber, msisdn, fon, festnetz, festnetznummer, fixe, fisso, fijo, landline, ' +
      'puhelin',
  ),
  work: listed(
    'work, business, office, direct, arbeit, geschaftlich, geschaft, dienstlich, buro, bureau, travail, ' +
      'professionnel, ufficio, lavoro, trabajo, oficina, werk, zakelijk',
  ),
  home: listed(
    'home, private, personal, privat, domicile, prive, personnel, casa, thuis, festnetz, festnetznummer, ' +
      'landline, fixe, fisso, fijo',
  ),
  other: listed(
    'other, alt, alternate, alternative, additional, secondary, second, weitere, weiteres, sonstige, ' +
      'autre, altro, otro, overig',
  ),
  beside: listed(
    'number, no, nr, num, nummer, numero, value, main, primary, default, de, di, contact, person, lead, ' +
      'customer, client, kontakt, kunde, personne, persona, contatto, contacto, the, of, du',
  ),
} as const;

/** Titles of a phone number although none of the words above says so. */
export const NUMBER_TITLES: readonly string[] = listed(
  'number, contact number, contact no, nummer, numero, numero di contatto',
);

/** Marks of a column that says who must not be called. */
export const STOP_MARKS: readonly RegExp[] = [
  /\b(do ?not|dont|don t|never)( (be|allow|accept|want))?( (telephone|phone|contact))? ?(call|phone|contact|disturb|ring|dial|solicit)/,
  /^no (call|contact|phone call)/,
  /\b(dnc|dncr|dnd|tps|bloctel)\b/,
  /\bopt(ed|s)? ?out\b|\boptout\b|\bunsubscri|\bblack ?list|\bblock ?list|\bblocked\b|\bsuppress/,
  /sperr|widersp(r|ro)uch|widersprochen|robinson|\bnicht (mehr )?(anrufen|kontaktieren)|\bkein(e|en)? (anruf|werbung|kontakt|telefon)/,
  /\bne (pas|plus) |\bopposition|\bdesabonn|\bdesinscri|\bnon (chiamare|contattare|telefonare)/,
  /\bno (llamar|contactar)|\bniet (bellen|benaderen|contacteren)|\bbel me niet|\bnao (ligar|contactar)/,
  /\bdeceased\b|\bverstorben|\bdecede|\bdeceduto|\bfallecid/,
];

/** Marks of a column that says who may be called. */
export const CONSENT_MARKS: readonly RegExp[] = [
  /\bopt(ed|s)? ?in\b|\boptin\b|\bconsent|\bpermission|\bsubscribed\b|\ballow(s|ed)?\b.*\b(call|phone|contact)/,
  /\b(call|phone|contact)s?\b.*\ballowed\b|\bmay( be)? (call|contact|phone)|\bok to (call|contact|phone)/,
  /einwillig|werbeerlaubnis|werbezustimmung|\banruf(e)? erlaubt|\btelefonerlaubnis|\bconsenso|\bconsentimiento/,
  /\bconsentement|\btoestemming/,
];

/** A mark beside one of these, and none of calls, is about another channel: no answer is needed. */
export const OTHER_CHANNELS =
  /\b(e ?mails?|mail|mailing|sms|texts?|fax|post|postal|whatsapp)\b|mailsperr|faxsperr|postsperr|newsletter/;
export const CALLS = /\b(call|phone|telefon|anruf|appel)/;

/** A list that its system writes without a header line, by the places of its columns. */
interface Layout {
  /** It has at least so many columns. */
  leastColumns: number;
  /** What all its rows have, by which it is recognised. */
  marks: Readonly<Record<number, RegExp>>;
  columns: Readonly<Record<number, string>>;
}

export const LAYOUTS: readonly Layout[] = [
  // VICIdial: vendor_lead_code, source_id, list_id, phone_code, phone_number, title, first_name, middle_initial, last_name …
  {
    leastColumns: 20,
    marks: { 3: /^(?:\+|00|011)?[1-9]\d{0,2}$/, 4: /^[\d ().-]{6,20}$/ },
    columns: { 0: 'row_key', 3: 'calling_code', 4: 'number', 6: 'name', 7: 'name', 8: 'name' },
  },
];
