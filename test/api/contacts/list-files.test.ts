/** Lists as systems export them. `lists/` has one file of each, with invented people. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

type Mapping = Record<string, string | null>;
interface Answer {
  code?: string;
  detail: string;
  notices: object[];
  suggested_mapping?: Mapping;
  accepted: number;
  suppressed: number;
  rejected: number;
  left_out: { line: number; outcome: string; field: string; reason: string }[];
}

async function send(text: string, query: Record<string, string> = {}) {
  const campaign = await on.campaign();
  const url = `/v1/campaigns/${campaign}/contacts?${new URLSearchParams(query).toString()}`;
  const answer = await on.call('POST', url, {
    headers: { 'content-type': 'text/csv' },
    payload: text,
  });
  const contacts = async () =>
    (await on.get(`/v1/campaigns/${campaign}/contacts`)).json<{
      data: { number: string; name: string | null; row_key: string | null; zones: string[] }[];
    }>().data;
  return { status: answer.statusCode, answer: answer.json<Answer>(), contacts };
}

/** Sends a list, then again with the mapping that the refusal suggests. */
async function sendTwice(text: string) {
  const refused = await send(text);
  const { suggested_mapping: mapping } = refused.answer;
  if (!mapping) return { refused, mapping, ...refused };
  return { refused, mapping, ...(await send(text, { mapping: JSON.stringify(mapping) })) };
}

const fileOf = (name: string) =>
  readFileSync(new URL(`lists/${name}.csv`, import.meta.url), 'utf8');
const readColumns = (mapping: Mapping | undefined) =>
  Object.fromEntries(Object.entries(mapping ?? {}).filter(([, column]) => column !== null));

const MOBILE = '+447700900123';
const LANDLINE = '+442079460958';

describe('the suggested mapping', () => {
  test.each<[file: string, read: Mapping, contact: object]>([
    [
      'google-2024',
      {
        'First Name': 'name',
        'Middle Name': 'name',
        'Last Name': 'name',
        'Phone 1 - Value': 'number',
      },
      { number: MOBILE, name: 'Ada Example' },
    ],
    [
      'google-old',
      { Name: 'name', 'Phone 1 - Value': 'number' },
      { number: MOBILE, name: 'Ada Example' },
    ],
    [
      'hubspot',
      {
        'Record ID': 'row_key',
        'First Name': 'name',
        'Last Name': 'name',
        'Mobile Phone Number': 'number',
        'Time Zone': 'zone',
      },
      { number: MOBILE, name: 'Ada Example', row_key: '101', zones: ['Europe/London'] },
    ],
    [
      'odoo',
      { 'External ID': 'row_key', Name: 'name', Mobile: 'number', Timezone: 'zone' },
      {
        number: MOBILE,
        name: 'Ada',
        row_key: '__export__.res_partner_1',
        zones: ['Europe/London'],
      },
    ],
    [
      'outlook',
      {
        'First Name': 'name',
        'Middle Name': 'name',
        'Last Name': 'name',
        Company: 'company',
        'Mobile Phone': 'number',
      },
      { number: MOBILE, name: 'Ada Example' },
    ],
    [
      'pipedrive',
      { 'Person - Name': 'name', 'Person - Phone - Mobile': 'number', 'Person - ID': 'row_key' },
      { number: MOBILE, name: 'Ada Example', row_key: '7' },
    ],
    [
      'vicidial',
      {
        vendor_lead_code: 'row_key',
        phone_code: 'calling_code',
        phone_number: 'number',
        first_name: 'name',
        middle_initial: 'name',
        last_name: 'name',
        postal_code: 'postal_code',
      },
      { number: MOBILE, name: 'Ada', row_key: 'v1' },
    ],
    [
      'german',
      { Vorname: 'name', Nachname: 'name', 'Telefon mobil': 'number', Werbesperre: 'do_not_call' },
      { number: MOBILE, name: 'Ada' },
    ],
  ])('of %s reads its row', async (file, read, contact) => {
    const { refused, mapping, answer, contacts } = await sendTwice(fileOf(file));
    expect(refused.status).toBe(422);
    expect(readColumns(mapping)).toEqual(read);
    expect(answer).toMatchObject({ accepted: 1, rejected: 0 });
    expect(await contacts()).toMatchObject([contact]);
  });

  test('of GoHighLevel reads numbers of the row’s country, and no further ones', async () => {
    const { mapping, contacts } = await sendTwice(fileOf('gohighlevel'));
    expect(readColumns(mapping)).toEqual({
      'Contact Id': 'row_key',
      Name: 'name',
      Phone: 'number',
      Timezone: 'zone',
      Country: 'country',
      DND: 'do_not_call',
    });
    expect(await contacts()).toMatchObject([
      { number: MOBILE, name: 'Ada Example', row_key: 'ghl-1', zones: ['Europe/London'] },
    ]);
  });

  test('of a report of Salesforce leaves out its titles, and its footer when that is confirmed', async () => {
    const file = fileOf('salesforce-report');
    const { mapping, answer: asked } = await sendTwice(file);
    expect(readColumns(mapping)).toEqual({
      LeadID: 'row_key',
      FirstName: 'name',
      LastName: 'name',
      MobilePhone: 'number',
      MailingCountry: 'country',
      HasOptedOutOfCall: 'do_not_call',
    });
    expect(asked).toMatchObject({ code: 'list_unconfirmed', notices: [{ code: 'footer' }] });
    const { answer, contacts } = await send(file, {
      mapping: JSON.stringify(mapping),
      footer: 'leave_out',
    });
    expect(answer).toMatchObject({ rows_read: 2, accepted: 1, suppressed: 1 });
    expect(await contacts()).toMatchObject([
      { number: MOBILE, name: 'Ada Example', row_key: '00Q1' },
    ]);
  });

  test.each([
    'Nachname;Vorname;Telefon;Mobil;Land;Zeitzone;Nicht anrufen',
    'Nom;Prénom;Téléphone;Portable;Pays;Fuseau horaire;Ne pas appeler',
    'Apellidos;Nombre;Teléfono;Móvil;País;Zona horaria;No llamar',
    'Cognome;Nome;Telefono;Cellulare;Paese;Fuso orario;Non chiamare',
    'Achternaam;Voornaam;Telefoon;Mobiel;Land;Tijdzone;Niet bellen',
    'Sobrenome;Nome;Telefone;Celular;País;Fuso horário;Não ligar',
  ])('of %s is right', async (header) => {
    const [last, first, phone, mobile, country, zone, flag] = header.split(';');
    const rows = [
      'Example;Ada;020 7946 0958;07700 900123;Großbritannien;Europe/London;',
      'Sample;Bo;;07700 900124;Reino Unido;Europe/London;x',
    ];
    const { mapping, answer, contacts } = await sendTwice([header, ...rows, ''].join('\n'));
    expect(mapping).toEqual({
      [last!]: 'name',
      [first!]: 'name',
      [phone!]: null,
      [mobile!]: 'number',
      [country!]: 'country',
      [zone!]: 'zone',
      [flag!]: 'do_not_call',
    });
    expect(answer).toMatchObject({ accepted: 1, suppressed: 1, rejected: 0 });
    expect(await contacts()).toMatchObject([{ number: MOBILE, name: 'Example Ada' }]);
  });

  test.each<[file: string, read: Mapping]>([
    [
      'salesforce',
      { 'First Name': 'name', 'Last Name': 'name', Mobile: 'number', 'Do Not Call': 'do_not_call' },
    ],
    [
      'suitecrm',
      {
        'First Name': 'name',
        'Last Name': 'name',
        'Mobile Phone': 'number',
        'Do Not Call': 'do_not_call',
      },
    ],
    // Its only row has no mobile number.
    [
      'zoho',
      {
        'Record Id': 'row_key',
        'First Name': 'name',
        'Last Name': 'name',
        Phone: 'number',
        'Do Not Call': 'do_not_call',
        'Time Zone': 'zone',
      },
    ],
  ])('of %s leaves out the person who must not be called', async (file, read) => {
    const { mapping, answer, contacts } = await sendTwice(fileOf(file));
    expect(readColumns(mapping)).toEqual(read);
    expect(answer).toMatchObject({
      accepted: 0,
      suppressed: 1,
      rejected: 0,
      left_out: [
        {
          line: 2,
          outcome: 'suppressed',
          field: 'do_not_call',
          reason: 'the list says that the person must not be called',
        },
      ],
    });
    expect(await contacts()).toEqual([]);
  });

  test('is of the number that the first rows have', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => `Ada ${n},+4420794609${String(n + 10)},`);
    rows[3] = `Ada 3,,${MOBILE}`;
    const { mapping, answer } = await sendTwice(`Name,Phone,Mobile\n${rows.join('\n')}\n`);
    expect(mapping).toEqual({ Name: 'name', Phone: 'number', Mobile: null });
    expect(answer).toMatchObject({ accepted: 19, rejected: 1 });
  });

  test('tells titles that stand twice apart', async () => {
    const { mapping, contacts } = await sendTwice(
      `Phone,Name,Phone,,Notes\n${MOBILE},Ada,${LANDLINE},x,y\n`,
    );
    expect(mapping).toEqual({
      Phone: 'number',
      Name: 'name',
      'Phone (2)': null,
      '': null,
      Notes: null,
    });
    expect(await contacts()).toMatchObject([{ number: MOBILE, name: 'Ada' }]);
  });

  test('names odd titles, and never a first line that may be a person', async () => {
    const titles = [
      "Assistant's Phone",
      'Lead Owner: Manager',
      '% of quota',
      '2nd e-mail',
      'Umsatz €',
    ];
    const { mapping } = await sendTwice(`Phone,${titles.join(',')}\n${MOBILE},,,,,\n`);
    expect(Object.keys(mapping!)).toEqual(['Phone', ...titles]);
    const person = await send('Ada Example,ada@canary.example,Mobile\n');
    expect(JSON.stringify(person.answer)).not.toContain('Ada');
  });
});

describe('what says who must not be called', () => {
  const flagged = async (header: string, value: string) => {
    const columns = header.split(',').map((title) => [title, 'do_not_call']);
    const mapping = JSON.stringify(Object.fromEntries(columns));
    const { answer } = await send(`number,${header}\n${MOBILE},${value}\n`, { mapping });
    const [row] = answer.left_out;
    return row === undefined ? 'called' : `${row.outcome}: ${row.reason}`;
  };

  test('is answered before anything is read', async () => {
    const list = `number,Do Not Call\n${MOBILE},1\n`;
    const refused = await send(list);
    expect(refused.status).toBe(422);
    expect(refused.answer.detail).toContain('unknown column 2, Do Not Call: is it do_not_call?');
    expect(refused.answer.suggested_mapping).toEqual({
      number: 'number',
      'Do Not Call': 'do_not_call',
    });
    const answered = await send(list, { mapping: '{"Do Not Call": null}' });
    expect(answered.answer).toMatchObject({ accepted: 1 });
  });

  test('a consent has no suggestion: a person takes the others out first', async () => {
    const list = `Phone,Opt-in\n${MOBILE},yes\n`;
    const refused = await send(list);
    expect(refused.answer.suggested_mapping).toEqual({ Phone: 'number' });
    expect(refused.answer.detail).toContain('Opt-in: does it say who may be called?');
    const again = await send(list, { mapping: '{"Phone":"number"}' });
    expect(again.status).toBe(422);
    const answered = await send(list, { mapping: '{"Phone":"number","Opt-in":null}' });
    expect(answered.answer).toMatchObject({ accepted: 1 });
  });

  test.each(['1', 'x', 'TRUE', 't', 'Yes', 'y', 'ja', 'WAHR', 'oui', 'Sí', 'vero'])(
    '%s: the person is left out',
    async (value) => expect(await flagged('Flag', value)).toMatch(/^suppressed: the list says/),
  );

  test.each(['', '0', 'FALSE', 'f', 'No', 'n', 'nein', 'FALSCH', 'non', 'não'])(
    '%j: the person is called',
    async (value) => expect(await flagged('Flag', value)).toBe('called'),
  );

  test.each(['maybe', '2', '2026-01-01', 'unknown', 'email only'])(
    '%s: nobody is called on a guess',
    async (value) =>
      expect(await flagged('Flag', value)).toMatch(/^rejected: do_not_call must say yes or no/),
  );

  test('of several columns one that says yes counts', async () => {
    expect(await flagged('DNC,Opted Out', 'no,yes')).toMatch(/^suppressed/);
    expect(await flagged('DNC,Opted Out', ',0')).toBe('called');
    expect(await flagged('DNC,Opted Out', 'no,perhaps')).toMatch(/^rejected/);
  });

  test('counts although the number cannot be read', async () => {
    const { answer } = await send('number,do_not_call\nx,yes\n');
    expect(answer).toMatchObject({ suppressed: 1, rejected: 0 });
  });

  test.each([
    [true, { suppressed: 1 }],
    [false, { accepted: 1 }],
    ['yes', { suppressed: 1 }],
    [7, { rejected: 1 }],
  ])('in JSON: %j', async (flag, counts) => {
    const path = `/v1/campaigns/${await on.campaign()}/contacts`;
    const contacts = [{ number: MOBILE, do_not_call: flag }];
    expect((await on.post(path, { contacts })).json()).toMatchObject(counts);
  });
});

describe('what puts numbers on a suppression list', () => {
  const list = `number,DND\n+447700900133,yes\n${LANDLINE},no\nx,yes\n07700 900124,perhaps\n`;
  const mapping = '{"DND": "suppress"}';
  beforeAll(
    async () =>
      void (await on.call('PUT', '/v1/suppressions/never', { payload: { name: 'Never' } })),
  );

  test('needs the list, which must be there', async () => {
    const parameter = (query: Record<string, string>) =>
      send(list, { mapping, ...query }).then(({ answer }) => answer);
    expect(await parameter({})).toMatchObject({ errors: [{ parameter: 'suppress_list' }] });
    expect(await parameter({ suppress_list: 'other' })).toMatchObject({
      errors: [
        {
          parameter: 'suppress_list',
          detail: expect.stringContaining('no suppression list other'),
        },
      ],
    });
  });

  test('leaves the row out, and its number is on the list when the row counts as read', async () => {
    const dry = await send(list, { mapping, suppress_list: 'never', dry_run: 'true' });
    expect(dry.answer).toMatchObject({ accepted: 1, suppressed: 1, rejected: 2 });
    expect((await on.get('/v1/suppressions/never/numbers')).json()).toMatchObject({ data: [] });
    const { answer } = await send(list, { mapping, suppress_list: 'never' });
    expect(answer).toMatchObject({
      accepted: 1,
      suppressed: 1,
      rejected: 2,
      left_out: [
        {
          line: 2,
          outcome: 'suppressed',
          reason: expect.stringContaining('goes on the suppression list never'),
        },
        {
          line: 4,
          outcome: 'rejected',
          reason: expect.stringContaining('put the number on the list never by hand'),
        },
        {
          line: 5,
          outcome: 'rejected',
          reason: expect.stringMatching(/^suppress must say yes or no/),
        },
      ],
    });
    expect((await on.get('/v1/suppressions/never/numbers')).json()).toMatchObject({
      data: [{ number: '+447700900133', until: null }],
    });
    const audit = (await on.get('/v1/audit?limit=1')).json();
    expect(audit).toMatchObject({
      data: [{ what: 'suppressions.added', who: expect.any(String) }],
    });
  });

  test('of JSON without the list rejects its row', async () => {
    const path = `/v1/campaigns/${await on.campaign()}/contacts`;
    const contacts = [{ number: '+447700900126', suppress: true }];
    expect((await on.post(path, { contacts })).json()).toMatchObject({
      rejected: 1,
      left_out: [{ field: 'suppress', reason: expect.stringContaining('suppress_list') }],
    });
  });
});

describe('the country of a row', () => {
  test.each([
    ['GB', '07700 900123', MOBILE],
    ['United Kingdom', '7700900123', MOBILE],
    ['USA', '(202) 555-0101', '+12025550101'],
    ['Atlantis', MOBILE, MOBILE],
    ['FR', MOBILE, MOBILE],
  ])('%s reads %s', async (country, number, read) => {
    const { contacts } = await send(`country,number\n${country},${number}\n`);
    expect(await contacts()).toMatchObject([{ number: read }]);
  });

  test('wins over that of the request, and none is guessed', async () => {
    const list =
      'country,number\nUS,(202) 555-0101\nAtlantis,07700 900123\n,07700 900124\nZZ,07700 900125\n';
    const { answer, contacts } = await send(list, { default_country: 'GB' });
    expect(answer.left_out).toMatchObject([
      { line: 3, field: 'country', reason: expect.stringMatching(/^country is not known/) },
      { line: 5, field: 'country' },
    ]);
    expect(await contacts()).toMatchObject([
      { number: '+12025550101' },
      { number: '+447700900124' },
    ]);
  });
});

describe('a calling code in a column of its own', () => {
  test.each([
    ['44', '7700900123', MOBILE],
    ['+44', '7700 900123', MOBILE],
    ['01144', '7700900123', MOBILE],
    ['0044', '7700900123', MOBILE],
    ['44', MOBILE, MOBILE],
    ['33', MOBILE, MOBILE],
    ['1', '(202) 555-0101', '+12025550101'],
    ['', MOBILE, MOBILE],
  ])('%s and %s are %s', async (code, number, read) => {
    const { contacts } = await send(`calling_code,number\n${code},${number}\n`);
    expect(await contacts()).toMatchObject([{ number: read }]);
  });

  test.each([
    ['GB', '7700900123', 'calling_code', /^calling_code must be the digits of a country/],
    ['0', '7700900123', 'calling_code', /^calling_code must be/],
    ['', '7700900123', 'number', /country code/],
    ['44', '', 'number', /^number is empty/],
  ])('%j and %j are refused', async (code, number, field, reason) => {
    const { answer } = await send(`calling_code,number\n${code},${number}\n`);
    expect(answer.left_out).toMatchObject([{ field, reason: expect.stringMatching(reason) }]);
  });
});

describe('several numbers in one cell', () => {
  const sentCell = async (cell: string) => {
    const { answer, contacts } = await send(`number,name\n"${cell}",Ada\n`);
    return { answer, numbers: (await contacts()).map(({ number }) => number) };
  };

  test.each([
    '+447700900123 ::: +447700900124',
    '+447700900123;+44 7700 900124',
    '+44 7700 900123\n+44 7700 900124',
    '+447700900123 | +447700900124 | ',
    '+447700900123 / +447700900124',
    '+447700900123, +447700900124',
    '+447700900123 or +447700900124',
  ])(
    'that are separated without doubt are numbers of one person, and the further ones are named: %j',
    async (cell) => {
      const { answer, numbers } = await sentCell(cell);
      expect(numbers).toEqual([MOBILE, '+447700900124']);
      expect(answer).toMatchObject({ rows_read: 1, accepted: 1 });
      expect(answer.notices).toEqual([
        {
          code: 'further_numbers',
          detail:
            'One row has several numbers in one cell. Each is a contact of the same person, and one of them at a time is called: ' +
            'these are the further ones',
          samples: [expect.stringMatching(/^line [23]: \+?[\d ]+900124$/)],
          answer: null,
        },
      ]);
    },
  );

  test.each([
    ['+447700900123, 07700 900124', 'number holds two numbers: keep the one to call'],
    ['07700 900123 / 07700 900124', expect.stringMatching(/^number/)],
    ['+447700900123; ext 5', expect.stringMatching(/extension|not allowed/)],
    ['+44 7700; 900123', expect.stringMatching(/^number/)],
    ['+447700900123/4', expect.stringContaining('two numbers')],
    ['+447700900123; Ada', expect.stringContaining('not allowed')],
  ])('that may be one are refused, and no digits are put together: %j', async (cell, reason) => {
    const { answer, numbers } = await sentCell(cell);
    expect(numbers).toEqual([]);
    expect(answer.left_out).toMatchObject([{ field: 'number', reason }]);
    expect(answer.notices).toEqual([]);
  });

  test('are each suppressed in a row of its own', async () => {
    await on.call('PUT', '/v1/suppressions/own', { payload: { name: 'Own' } });
    const numbers = await on.call('POST', '/v1/suppressions/own/numbers', {
      headers: { 'content-type': 'text/csv' },
      payload: `number\n"${MOBILE}; ${LANDLINE}"\n`,
    });
    expect(numbers.json()).toMatchObject({
      added: 0,
      rejected: [{ reason: 'number has several numbers: write each in a row of its own' }],
    });
  });
});

describe('fields are separated', () => {
  test.each([
    ['as its first line says', `sep=;\r\nnumber;name\r\n${MOBILE};Ada, B.\r\n`, 'Ada, B.'],
    ['by pipes', `number|name\n${MOBILE}|Ada\n`, 'Ada'],
    ['by semicolons, with a comma in a title', `"number";"name";"x, y"\n${MOBILE};Ada;x\n`, 'Ada'],
    ['by commas, with a semicolon in a title', `number,name,"x; y"\n${MOBILE},Ada,x\n`, 'Ada'],
  ])('%s', async (_, text, name) => {
    const { contacts } = await sendTwice(text);
    expect(await contacts()).toMatchObject([{ number: MOBILE, name }]);
  });

  test('and lines are counted with the one that says how', async () => {
    const { answer } = await send('sep=;\nnumber;name\nx;Ada\n');
    expect(answer.left_out).toMatchObject([{ line: 3 }]);
    const broken = await send('sep=;\nnumber;name\n+1;A"da\n');
    expect(broken.answer.detail).toMatch(
      /^Line 3 has a quote in the middle of a field\. Put the whole/,
    );
  });
});

describe('rows of other lengths than the header line', () => {
  test('are filled if they are short, also in JSON’s place', async () => {
    const { answer, contacts } = await send(`number,name,row_key\n${MOBILE}\n${LANDLINE},Bo\n`);
    expect(answer).toMatchObject({ accepted: 2 });
    expect(await contacts()).toMatchObject([{ name: null }, { name: 'Bo', row_key: null }]);
  });

  test('are refused with their lines if they are long, and empty cells at the end are none', async () => {
    const { answer } = await send(`number,name\n${MOBILE},Example, Ada\n${LANDLINE},Bo,,\n`);
    expect(answer).toMatchObject({
      accepted: 1,
      left_out: [{ line: 2, outcome: 'rejected', reason: expect.stringMatching(/^has 3 fields/) }],
    });
  });
});

describe('lines above the header line', () => {
  const list = `Leads; as of 2026-11-26\n\nAll owners, all regions\nPhone,Name,Notes\n${MOBILE},Ada,x\n`;

  test('are left out with the mapping of the line below them', async () => {
    const { refused, mapping, answer, contacts } = await sendTwice(list);
    expect(refused.answer.detail).toContain('the header line seems to be line 4');
    expect(mapping).toEqual({ Phone: 'number', Name: 'name', Notes: null });
    expect(answer).toMatchObject({ accepted: 1, rejected: 0 });
    expect(await contacts()).toMatchObject([{ number: MOBILE, name: 'Ada' }]);
  });

  test('are asked for although all titles are ours', async () => {
    const { refused, answer } = await sendTwice(`Export\nnumber;name\n${MOBILE};Ada\n`);
    expect(refused.status).toBe(422);
    expect(answer).toMatchObject({ accepted: 1 });
  });
});

describe('the footer of a report', () => {
  const footer =
    '"Grand Totals (2 records)"\n\n"Confidential Information - Do Not Distribute"\n"Generated By: Ada 11/26/2026 9:14 AM"\n';
  const list = `name,number\nAda,${MOBILE}\nBo,${LANDLINE}\n\n${footer}`;

  test('is shown, and left out when its sender says so', async () => {
    const { status, answer } = await send(list);
    expect([status, answer.code]).toEqual([422, 'list_unconfirmed']);
    expect(answer.notices).toMatchObject([
      {
        code: 'footer',
        detail: expect.stringContaining('From line 5 on'),
        samples: [
          'Grand Totals (2 records)',
          'Confidential Information - Do Not Distribute',
          'Generated By: Ada 11/26/2026 9:14 AM',
        ],
        answer: { footer: 'leave_out' },
      },
    ]);
    const without = await send(list, { footer: 'leave_out' });
    expect(without.answer).toMatchObject({ accepted: 2, rejected: 0, notices: [] });
    const rows = await send(list, { footer: 'rows' });
    expect(rows.answer).toMatchObject({ accepted: 2, rejected: 3, notices: [] });
  });

  test('is left out of a dry run, with its notice', async () => {
    const { answer } = await send(list, { dry_run: 'true' });
    expect(answer).toMatchObject({ rows_read: 2, notices: [{ code: 'footer' }] });
  });

  test.each([
    ['a contact without a number', `name,number\nAda,${MOBILE}\nBo,\n`],
    ['a contact below an empty line', `name,number\nAda,${MOBILE}\n\nBo,${LANDLINE}\n`],
    ['a word in the middle', `name,number\nTotal,\nAda,${MOBILE}\n`],
  ])('is no %s', async (_, text) => {
    expect((await send(text)).answer.notices).toEqual([]);
  });
});

describe('a list without header line', () => {
  test('of VICIdial is read by the places of its columns', async () => {
    const row = (code: string, number: string, name: string) =>
      `v-${name}||101|${code}|${number}||${name}||Example|1 Some Street|||Town|||||||||||0|NEW|2026-11-26 09:14:00|`;
    const list = [row('44', '7700900123', 'Ada'), row('01144', '2079460958', 'Bo'), ''].join('\n');
    const { refused, mapping, answer, contacts } = await sendTwice(list);
    expect(refused.answer.detail).toContain('The first line is a contact');
    expect(JSON.stringify(refused.answer)).not.toMatch(/Ada|7700900123/);
    expect(readColumns(mapping)).toEqual({
      'Column 1': 'row_key',
      'Column 4': 'calling_code',
      'Column 5': 'number',
      'Column 7': 'name',
      'Column 8': 'name',
      'Column 9': 'name',
    });
    expect(answer).toMatchObject({ rows_read: 2, accepted: 2 });
    expect(await contacts()).toMatchObject([
      { number: MOBILE, name: 'Ada Example', row_key: 'v-Ada' },
      { number: LANDLINE, name: 'Bo Example' },
    ]);
  });

  test('of another system is read by the column that is a number in every row', async () => {
    const { mapping, contacts } = await sendTwice(`Ada;${MOBILE}\nBo;${LANDLINE}\n`);
    expect(mapping).toEqual({ 'Column 1': null, 'Column 2': 'number' });
    expect(await contacts()).toMatchObject([{ number: MOBILE }, { number: LANDLINE }]);
    const named = await send(`Ada;${MOBILE}\n`, {
      mapping: '{"Column 1": "name", "Column 2": "number"}',
    });
    expect(await named.contacts()).toMatchObject([{ number: MOBILE, name: 'Ada' }]);
  });
});
