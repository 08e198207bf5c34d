import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

async function importAs(type: string, payload: string | Buffer) {
  const id = await on.campaign();
  const answer = await on.call('POST', `/v1/campaigns/${id}/contacts`, {
    headers: { 'content-type': type },
    payload,
  });
  return { id, status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}
const csv = (text: string | Buffer) => importAs('text/csv; charset=utf-8', text);

test('every row read is accepted, a duplicate or rejected', async () => {
  const { status, body } = await csv(
    'number,name,row_key\n' +
      '+12025550101,Ada,a\n' +
      '+1 (202) 555-0102,Bo,b\n' +
      '0044 7700 900123,Cy,c\n' +
      '+12025550101,Again,d\n' +
      '+12025550109,Key again,a\n' +
      '2025550104,No plus,e\n' +
      '+1202555,Short,f\n' +
      ',Empty,g\n' +
      '+1202555010x,Letter,h\n',
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: 'done',
    rows_read: 9,
    accepted: 3,
    duplicate: 2,
    suppressed: 0,
    rejected: 4,
    first_contact: 1,
  });
  expect(body.left_out).toMatchObject([
    { line: 5, outcome: 'duplicate', reason: 'same number', contact: 1 },
    { line: 6, outcome: 'duplicate', reason: 'same row key', contact: 1 },
    { line: 7, field: 'number', reason: 'number needs its country code, beginning with +' },
    { line: 8, reason: 'number is too short or too long for its country' },
    { line: 9, reason: 'number is empty' },
    { line: 10, reason: 'number contains characters that are not allowed: “x”' },
  ]);
});

test.each(['+12025550101', '+12025550199', '+447700900000', '+447700900999', '00447700900123'])(
  'the number kept free for fiction %s is accepted',
  async (number) => {
    expect((await csv(`number\n${number}\n`)).body).toMatchObject({ accepted: 1 });
  },
);

test('a semicolon between fields, a byte order mark, CRLF and other capitals are read', async () => {
  const { body } = await csv('\ufeffNumber;Name\r\n+12025550101;"Ada; Bo"\r\n\r\n');
  expect(body).toMatchObject({ rows_read: 1, accepted: 1, rejected: 0 });
});

test.each([
  ['a mark of direction before', '\u200e+14155550101'],
  ['an embedding around', '\u202a+14155550101\u202c'],
  ['spaces that do not break', '\u00a0+1\u00a0415\u202f5550101\u00a0'],
  ['a space of no width within', '+1415\u200b5550101'],
  ['isolates and a word joiner', '\u2066+1415\u20605550101\u2069'],
])('a number with %s is read without', async (_what, number) => {
  const id = await on.campaign();
  const added = await on.post(`/v1/campaigns/${id}/contacts`, { contacts: [{ number }] });
  expect(added.json()).toMatchObject({ accepted: 1 });
  const { data } = (await on.get(`/v1/campaigns/${id}/contacts`)).json<{ data: object[] }>();
  expect(data).toMatchObject([{ number: '+14155550101' }]);
});

test('trailing columns without a name are taken where they are empty; a value in one makes the row too long', async () => {
  const id = await on.campaign();
  const payload = 'number,name,,\n+14155550101,Ada,,\n+14155550102,Bea,x,\n';
  const headers = { 'content-type': 'text/csv' };
  const added = await on.call('POST', `/v1/campaigns/${id}/contacts`, { headers, payload });
  expect(added.json()).toMatchObject({
    accepted: 1,
    left_out: [{ line: 3, reason: expect.stringMatching(/^has 3 fields/) }],
  });
});

test('a semicolon inside a field does not split it when the header uses commas', async () => {
  const { body } = await csv('number,name\n+12025550101,Ada; Bo\n');
  expect(body).toMatchObject({ accepted: 1, rejected: 0 });
});

test.each([
  ['an unclosed quote', 'number,name\n+12025550101,"Ada\n', 2],
  ['a quote inside a field', 'number,name\n+12025550101,A"da"\n', 2],
])(
  'malformed CSV (%s) is refused with its line, and nothing is imported',
  async (_, text, line) => {
    const { id, status, body } = await csv(text);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'malformed_csv', line });
    expect(JSON.stringify(body)).not.toContain('2025550101');
    const { contacts } = (await on.get(`/v1/campaigns/${id}`)).json<{
      contacts: { total: number };
    }>();
    expect(contacts.total).toBe(0);
  },
);

test('a missing or doubled column is named, and an unknown one with what it may be', async () => {
  const { status, body } = await csv('phone,name,name\n+12025550101,a,b\n');
  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: 'malformed_csv',
    errors: [
      { pointer: '#/1', detail: 'unknown column 1, phone: is it number?' },
      { pointer: '#/name', detail: 'duplicate column' },
      { pointer: '#/number', detail: 'missing column' },
    ],
  });
});

test('no error quotes the file', async () => {
  const { body: headless } = await csv('Ada,Lovelace,ada@canary.example\n');
  const rows = [
    '{"Ada":"+12025550101"}',
    '{"number":"canary"}',
    '{"number":"+12025550101","zone":"canary"}',
  ];
  const { body: ndjson } = await importAs('application/x-ndjson', rows.join('\n'));
  const reasons = (ndjson.left_out as { reason: string; field: string | null }[]).map(
    ({ reason, field }) => `${field}: ${reason}`,
  );
  expect(reasons).toHaveLength(3);
  for (const word of ['Ada', 'ada', 'lovelace', 'canary', '0101']) {
    expect(JSON.stringify(headless)).not.toContain(word);
    expect(reasons.join()).not.toContain(word);
  }
});

test('a file without its header line is refused, and its first contact is not quoted', async () => {
  const { status, body } = await csv('+1 (202) 555-0101,Ada,row-1\n');
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'malformed_csv', line: 1 });
  expect(JSON.stringify(body)).toContain('The first line is a contact');
  for (const word of ['0101', 'Ada', 'ada', 'row-1']) {
    expect(JSON.stringify(body)).not.toContain(word);
  }
});

test.each(['', '\n\n'])('CSV without a header line (%j) is refused', async (text) => {
  expect((await csv(text)).status).toBe(422);
});

test('NDJSON: a line that is not JSON is rejected, the others are read', async () => {
  const { body } = await importAs(
    'application/x-ndjson',
    '{"number":"+12025550101","name":"Ada"}\n{oops\n\n{"number":"+12025550102","nmae":"x"}\n5\n',
  );
  expect(body).toMatchObject({ rows_read: 4, accepted: 1 });
  expect(body.left_out).toMatchObject([
    { line: 2, field: null, reason: 'is not valid JSON' },
    { line: 4, field: null, reason: expect.stringContaining('an unknown field') },
    { line: 5, field: null, reason: expect.any(String) },
  ]);
});

test('JSON: rows count from 1, and a wrong type rejects the row alone', async () => {
  const contacts = [{ number: 12025550101 }, { name: 'x' }, { number: '+12025550101' }, null];
  const { body } = await importAs('application/json', JSON.stringify({ contacts }));
  expect(body).toMatchObject({
    rows_read: 4,
    accepted: 1,
    rejected: 3,
    left_out: [{ line: 1 }, { line: 2 }, { line: 4 }],
  });
});

test('JSON: a field beside the list is refused', async () => {
  const { status, body } = await importAs('application/json', '{"contacts":[],"campaign":"x"}');
  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: [{ pointer: '#/campaign' }] });
});

test('no body at all is refused in words', async () => {
  const id = await on.campaign();
  const answer = await on.post(`/v1/campaigns/${id}/contacts`);
  expect(answer.statusCode).toBe(422);
});

test('20,000 rows are read in one request', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `+1202${String(5_000_000 + n)},n${n}`);
  const { body } = await csv(`number,name\n${rows.join('\n')}\n`);
  expect(body).toMatchObject({ rows_read: 20_000 });
}, 30_000);

test('a running campaign is signalled about new contacts, a draft is not', async () => {
  const id = await on.campaign();
  const contacts = (number: string) => ({ contacts: [{ number }] });
  await on.post(`/v1/campaigns/${id}/contacts`, contacts('+12025550101'));
  expect(on.gateway.requests).not.toContain(`wake ${id}`);
  await on.post(`/v1/campaigns/${id}/start`);
  on.gateway.requests.length = 0;
  await on.post(`/v1/campaigns/${id}/contacts`, contacts('+12025550102'));
  await expect.poll(() => on.gateway.requests).toEqual([`wake ${id}`]);
});
