/** What the columns of lists are, by the titles that systems give them. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isConsentTitle, suggestedMapping } from '../../../src/domain/lists/column-suggestion.ts';

/** Only what is read, by our column. */
function read(titles: readonly string[], filled?: (index: number) => number) {
  const mapping = suggestedMapping(titles, { filled });
  const columns: Record<string, string[]> = {};
  for (const [title, column] of Object.entries(mapping)) {
    if (column !== null) (columns[column] ??= []).push(title);
  }
  return columns;
}

const listed = (titles: string) => titles.split(', ');

describe('is never a number', () => {
  test.each(
    listed(
      'Phone 1 - Label, Phone 1 - Type, Phone Type 1, Line Type 2, Phone Type, Mobile Carrier, Fax, ' +
        'Business Fax, Home Fax, Telefax, Pager, Telex, TTY/TDD Phone, ISDN, Radio Phone, Callback, ' +
        "Car Phone, Company Main Phone, Company Phone, Assistant Phone, Assistant's Phone, AssistantPhone, " +
        'Phone Country, Phone Extension, Ext, Phone Status, Phone Valid, WhatsApp, Owner Phone, ' +
        'Account Phone, Number of Employees, Hausnummer, Kontonummer, Anzahl Telefonate, Last Phone Call, ' +
        'Phone Opt Out, Do Not Call, Emergency Phone, Telefon Sekretariat',
    ),
  )('%s', (title) => {
    expect(read([title])['number']).toBeUndefined();
  });
});

describe('is a number', () => {
  test.each(
    listed(
      'Phone, Phone Number, phone_number, PhoneNumber, Primary Phone, Phone 1 - Value, Phone 1, ' +
        'Person - Phone - Mobile, Person - Phone - Work, Personne - Téléphone - Mobile, Owner1 Phone, ' +
        'Mobile, Mobile Phone, Mobile Phone Number, MobilePhone, Mobile No., Cell #, Cell Phone, ' +
        'Contact Number, Contact Mobile, Phone (Mobile), Tel., Tel. (privat), Telefon mobil, Handy, ' +
        'Handynummer, Mobiltelefon, Téléphone, Tél. portable, Portable, GSM, Cellulare, Teléfono, Móvil, ' +
        'Celular, Telefono cellulare, Mobiel, MSISDN, Nummer, Numéro, TELEFON_MOBIL',
    ),
  )('%s', (title) => {
    expect(read([title])).toEqual({ number: [title] });
  });
});

describe('of several numbers', () => {
  test.each([
    [['Phone Number', 'Mobile Phone Number'], 'Mobile Phone Number'],
    [['Business Phone', 'Home Phone', 'Primary Phone'], 'Primary Phone'],
    [
      ['Person - Phone - Home', 'Person - Phone - Work', 'Person - Phone - Other'],
      'Person - Phone - Work',
    ],
    [['Phone 2 - Value', 'Phone 1 - Value'], 'Phone 1 - Value'],
    [['Mobile Phone 2', 'Home Phone'], 'Home Phone'],
    [['alt_phone', 'phone_number'], 'phone_number'],
    [['Additional Phone', 'Phone'], 'Phone'],
    [['Telefon', 'Telefon mobil'], 'Telefon mobil'],
    [['Téléphone', 'Portable'], 'Portable'],
  ])('of %j it is %s', (titles, number) => {
    expect(read(titles)['number']).toEqual([number]);
  });

  test('one that few rows have gives way to one that most have', () => {
    const rows = [10, 4];
    expect(read(['Phone', 'Mobile'], (index) => rows[index]!)['number']).toEqual(['Phone']);
    rows[1] = 5;
    expect(read(['Phone', 'Mobile'], (index) => rows[index]!)['number']).toEqual(['Mobile']);
  });
});

describe('the name', () => {
  test.each([
    [
      ['Name', 'Given Name', 'Additional Name', 'Family Name'],
      ['Given Name', 'Additional Name', 'Family Name'],
    ],
    [
      ['Name', 'First Name', 'Last Name'],
      ['First Name', 'Last Name'],
    ],
    [
      ['Person - Name', 'Person - First name', 'Person - Last name'],
      ['Person - First name', 'Person - Last name'],
    ],
    [['Lead Name', 'First Name'], ['Lead Name']],
    [['Name', 'First Name'], ['Name']],
    [
      ['Name', 'Vorname'],
      ['Name', 'Vorname'],
    ],
    [
      ['Nom', 'Prénom'],
      ['Nom', 'Prénom'],
    ],
    [
      ['Nome', 'Cognome'],
      ['Nome', 'Cognome'],
    ],
    [
      ['Nombre', 'Apellidos'],
      ['Nombre', 'Apellidos'],
    ],
    [['Nome completo', 'Nome', 'Cognome'], ['Nome completo']],
    [['Full Name', 'Name'], ['Full Name']],
    [
      ['FirstName', 'LastName'],
      ['FirstName', 'LastName'],
    ],
    [
      ['Owner1 First Name', 'Owner1 Last Name', 'Owner2 First Name'],
      ['Owner1 First Name', 'Owner1 Last Name'],
    ],
    [
      [
        'Account Name',
        'Company Name',
        'Organization Name',
        'Nickname',
        'Phonetic First Name',
        'File As',
      ],
      undefined,
    ],
    [
      ['Salutation', 'Title', 'Suffix', 'Name Prefix', 'Anrede', 'Ansprechpartner'],
      ['Ansprechpartner'],
    ],
  ])('of %j is %j', (titles, name) => {
    expect(read(titles)['name']).toEqual(name);
  });

  test('whose first part is known gets its last one, and no whole one', () => {
    const fixed = { 'First Name': 'name' };
    expect(suggestedMapping(['First Name', 'Last Name', 'Name'], { fixed })).toEqual({
      'First Name': 'name',
      'Last Name': 'name',
      Name: null,
    });
    const known = { fixed: { Name: 'name' } };
    expect(suggestedMapping(['Name', 'First Name'], known)).toMatchObject({ 'First Name': null });
    expect(suggestedMapping(['Name', 'Vorname'], known)).toMatchObject({ Vorname: 'name' });
    expect(suggestedMapping(['Name', 'Vorname', 'Nachname'], known)).toMatchObject({
      Vorname: null,
      Nachname: null,
    });
  });

  test('never is a whole one beside its parts', () => {
    const whole = ['Name', 'Full Name', 'Contact Name', 'Lead Name'];
    const parts = ['First Name', 'Given Name', 'Last Name', 'Surname'];
    fc.assert(
      fc.property(fc.shuffledSubarray([...whole, ...parts]), (titles) => {
        const names = read(titles)['name'] ?? [];
        expect(names.some((each) => whole.includes(each)) && names.length > 1).toBe(false);
      }),
    );
  });
});

describe('what says who must not be called', () => {
  test.each(
    listed(
      "Do Not Call, DoNotCall, do_not_call, Do Not Contact, DNC, DND, National DNC, Don't call, Opted Out, " +
        'Opt-out, Phone Opt Out, Has Opted Out of Calls, Unsubscribed, No Calls, Blocked, ' +
        'Do not allow Phone Calls, TPS, Blacklist, Werbesperre, Anrufsperre, Gesperrt, Sperrvermerk, ' +
        'Werbewiderspruch, Robinsonliste, Nicht anrufen, Keine Werbung, Ne pas appeler, Bloctel, ' +
        'Non chiamare, No llamar, Niet bellen, Deceased',
    ),
  )('%s is do_not_call', (title) => {
    expect(read([title])).toEqual({ do_not_call: [title] });
  });

  test('all such columns count', () => {
    expect(read(['Phone', 'Do Not Call', 'Opted Out'])['do_not_call']).toEqual([
      'Do Not Call',
      'Opted Out',
    ]);
  });

  test.each(['HasOptedOutOfEmail', 'Email Opt Out', 'Unsubscribed from all email', 'SMS opt-out'])(
    '%s is about another channel',
    (title) => expect(suggestedMapping([title])).toEqual({ [title]: null }),
  );

  test.each([
    'Opt-in',
    'Opted In',
    'Consent',
    'Call Consent',
    'Einwilligung',
    'May be called',
    'Consentement',
  ])('%s says who may be called: it has no suggestion, so that a person answers', (title) => {
    expect(isConsentTitle(title)).toBe(true);
    expect(suggestedMapping(['Phone', title])).toEqual({ Phone: 'number' });
  });
});

test.each([
  ['Record ID', 'row_key'],
  ['Record ID - Contact', 'row_key'],
  ['Lead ID', 'row_key'],
  ['Contact Id', 'row_key'],
  ['Person - ID', 'row_key'],
  ['External ID', 'row_key'],
  ['vendor_lead_code', 'row_key'],
  ['Kunden-Nr.', 'row_key'],
  ['Timezone', 'zone'],
  ['Time Zone', 'zone'],
  ['Zeitzone', 'zone'],
  ['phone_code', 'calling_code'],
  ['Contact owner', null],
  ['Assigned to', null],
  ['Lead Owner', null],
  ['Account ID', null],
  ['list_id', null],
  ['Country', 'country'],
  ['Labels', null],
])('%s is %s', (title, column) => {
  expect(suggestedMapping([title])).toEqual({ [title]: column });
});

/** The titles of the systems that most lists come from, with what is read of them. */
const SYSTEMS: [system: string, titles: string, columns: Record<string, string[]>][] = [
  [
    'HubSpot',
    'Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Lead Status,Create Date,Country/Region,State/Region,City,Contact owner,Associated Company,Lifecycle Stage',
    {
      row_key: ['Record ID'],
      name: ['First Name', 'Last Name'],
      country: ['Country/Region'],
      number: ['Mobile Phone Number'],
    },
  ],
  [
    'a Salesforce report of leads',
    'Lead ID,Lead Owner,First Name,Last Name,Title,Company / Account,Lead Source,Rating,Street,Email,Phone,Lead Owner: Manager,Primary Campaign',
    { row_key: ['Lead ID'], name: ['First Name', 'Last Name'], number: ['Phone'] },
  ],
  [
    'a Salesforce report of contacts',
    'Salutation,First Name,Last Name,Title,Account Name,Mailing Street,Mailing City,Mailing State/Province,Mailing Zip/Postal Code,Mailing Country,Phone,Mobile,Fax,Email,Account Owner',
    { name: ['First Name', 'Last Name'], country: ['Mailing Country'], number: ['Mobile'] },
  ],
  [
    'the Salesforce API',
    'Id,FirstName,LastName,Phone,MobilePhone,HomePhone,OtherPhone,AssistantPhone,DoNotCall,HasOptedOutOfEmail',
    {
      row_key: ['Id'],
      name: ['FirstName', 'LastName'],
      number: ['MobilePhone'],
      do_not_call: ['DoNotCall'],
    },
  ],
  [
    'Pipedrive',
    'Person - ID,Person - Name,Person - First name,Person - Last name,Person - Organization,Person - Phone - Work,Person - Phone - Home,Person - Phone - Mobile,Person - Phone - Other,Person - Phone 2,Person - Email - Work,Person - Labels,Person - Owner,Person - Marketing status',
    {
      row_key: ['Person - ID'],
      name: ['Person - First name', 'Person - Last name'],
      number: ['Person - Phone - Mobile'],
    },
  ],
  [
    'Zoho',
    'Lead Owner,First Name,Last Name,Lead Name,Company,Email,Phone,Mobile,Lead Status,Lead Source,Record Id,Created Time',
    { name: ['First Name', 'Last Name'], number: ['Mobile'], row_key: ['Record Id'] },
  ],
  [
    'Google Contacts',
    'First Name,Middle Name,Last Name,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country',
    {
      name: ['First Name', 'Middle Name', 'Last Name'],
      country: ['Address 1 - Country'],
      number: ['Phone 1 - Value'],
    },
  ],
  [
    'Outlook',
    "Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Assistant's Phone,Business Fax,Business Phone,Business Phone 2,Callback,Car Phone,Company Main Phone,Home Fax,Home Phone,Home Phone 2,ISDN,Mobile Phone,Other Fax,Other Phone,Pager,Primary Phone,Radio Phone,TTY/TDD Phone,Telex,Account,Anniversary,Assistant's Name,Categories,E-mail Address,Manager's Name,Notes,Spouse,User 1,Web Page",
    { name: ['First Name', 'Middle Name', 'Last Name'], number: ['Mobile Phone'] },
  ],
  [
    'GoHighLevel',
    'Contact Id,First Name,Last Name,Email,Phone,Additional Phone Numbers,Company,Tags,Timezone,Country,Created,DND',
    {
      row_key: ['Contact Id'],
      name: ['First Name', 'Last Name'],
      country: ['Country'],
      number: ['Phone'],
      zone: ['Timezone'],
      do_not_call: ['DND'],
    },
  ],
  [
    'VICIdial',
    'vendor_lead_code,source_id,list_id,phone_code,phone_number,title,first_name,middle_initial,last_name,address1,city,state,postal_code,country_code,gender,date_of_birth,alt_phone,email,security_phrase,comments,rank,owner',
    {
      row_key: ['vendor_lead_code'],
      calling_code: ['phone_code'],
      number: ['phone_number'],
      name: ['first_name', 'middle_initial', 'last_name'],
    },
  ],
  [
    'lists of real estate',
    'Owner1 First Name,Owner1 Last Name,Owner2 First Name,Owner2 Last Name,Property Address,Phone 1,Phone Type 1,Line Type 1,Phone 2,Phone Type 2',
    { name: ['Owner1 First Name', 'Owner1 Last Name'], number: ['Phone 1'] },
  ],
  [
    'a French list',
    'Nom de famille,Prénom,Téléphone,Tél. portable,Ville',
    { name: ['Nom de famille', 'Prénom'], number: ['Tél. portable'] },
  ],
  [
    'an Italian list',
    'Cognome,Nome,Telefono,Cellulare,Città',
    { name: ['Cognome', 'Nome'], number: ['Cellulare'] },
  ],
  [
    'a German list',
    'Anrede,Vorname,Nachname,Firma,Telefon,Telefon mobil,Fax,Werbesperre,Kundennummer',
    {
      name: ['Vorname', 'Nachname'],
      number: ['Telefon mobil'],
      do_not_call: ['Werbesperre'],
      row_key: ['Kundennummer'],
    },
  ],
];

test.each(SYSTEMS)('%s', (_system, titles, columns) => {
  expect(read(titles.split(','))).toEqual(columns);
});
