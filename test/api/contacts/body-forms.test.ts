/** Lists as they arrive: compressed, in other encodings, with other content types, and files that are no lists. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

const LIST = 'number,name\n+12025550101,Zoë Müller\n';

interface Body {
  code: string;
  detail: string;
  line?: number;
  suggested_mapping?: Record<string, string | null>;
}

async function send(
  payload: string | Buffer,
  headers: Record<string, string> = {},
  query: Record<string, string> = {},
) {
  const path = `/v1/campaigns/${await on.campaign()}/contacts`;
  const answer = await on.call('POST', `${path}?${new URLSearchParams(query).toString()}`, {
    headers: { 'content-type': 'text/csv', ...headers },
    payload,
  });
  const names = async () =>
    (await on.get(path)).json<{ data: { name: string }[] }>().data.map(({ name }) => name);
  return { answer, body: answer.json<Body>(), names };
}

/** In an encoding that Node writes only by hand. */
const windows1252 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
/** Windows-1252 has letters of its own where Latin 1 has none. */
const in1252 = (text: string) =>
  windows1252(text.replaceAll('€', '\u0080').replaceAll('–', '\u0096'));
const ENCODERS: Record<string, (text: string) => Buffer> = {
  utf8: (text) => Buffer.from(text),
  utf16le: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  utf16be: (text) => utf16be(`\ufeff${text}`),
};

describe('a compressed body', () => {
  test.each(['gzip', 'x-gzip', 'GZIP'])('with %s is unpacked', async (coding) => {
    const { names } = await send(gzipSync(LIST), { 'content-encoding': coding });
    expect(await names()).toEqual(['Zoë Müller']);
  });

  test('of two parts is read whole', async () => {
    const parts = [LIST, '+12025550102,Ben\n'].map((part) => gzipSync(part));
    const { names } = await send(Buffer.concat(parts), { 'content-encoding': 'gzip' });
    expect(await names()).toEqual(['Zoë Müller', 'Ben']);
  });

  test('that unpacks to more than the limit is refused', async () => {
    const bomb = gzipSync(`number\n${'\n'.repeat(20 * 1_048_576)}`);
    await on.call('PUT', '/v1/suppressions/own', { payload: { name: 'Own' } });
    const answer = await on.call('POST', '/v1/suppressions/own/numbers', {
      headers: { 'content-type': 'text/csv', 'content-encoding': 'gzip' },
      payload: bomb,
    });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'body_too_large' });
  });

  test.each([
    ['cut off', gzipSync(LIST).subarray(0, -12)],
    ['none', Buffer.from(LIST)],
    ['empty', Buffer.alloc(0)],
  ])('that is %s is no gzip file', async (_, payload) => {
    const { answer, body } = await send(payload, { 'content-encoding': 'gzip' });
    expect([answer.statusCode, body.code]).toEqual([400, 'malformed_gzip']);
  });

  test.each(['br', 'deflate', 'gzip, gzip'])('with %s is refused', async (coding) => {
    const { answer, body } = await send(LIST, { 'content-encoding': coding });
    expect([answer.statusCode, body.code]).toEqual([415, 'unsupported_content_coding']);
    expect(answer.headers['accept-encoding']).toBe('gzip, identity');
  });

  test.each([
    ['POST', '/v1/campaigns', 'application/json'],
    ['POST', '/v1/agents/import', 'text/csv'],
  ])('of %s %s is refused', async (method, path, type) => {
    const headers = { 'content-type': type, 'content-encoding': 'gzip' };
    const answer = await on.call(method, path, { headers, payload: gzipSync('{}') });
    expect([answer.statusCode, answer.json()]).toEqual([
      415,
      expect.objectContaining({ code: 'unsupported_content_coding' }),
    ]);
    expect(answer.headers['accept-encoding']).toBe('identity');
  });

  test.each(['text/csv', 'application/gzip', 'application/json'])(
    'is known by its first bytes too, as %s without the header',
    async (type) => {
      const json = JSON.stringify({ contacts: [{ number: '+12025550101', name: 'Zoë Müller' }] });
      const payload = gzipSync(type === 'application/json' ? json : LIST);
      const { names } = await send(payload, { 'content-type': type });
      expect(await names()).toEqual(['Zoë Müller']);
    },
  );

  test('is named where a route takes none', async () => {
    const headers = { 'content-type': 'application/json' };
    const json = await on.call('POST', '/v1/campaigns', { headers, payload: gzipSync('{}') });
    expect(json.json()).toMatchObject({ detail: expect.stringContaining('is a gzip file') });
  });
});

describe('another encoding', () => {
  test.each([
    ['windows-1252', windows1252(LIST)],
    ['ISO-8859-1', windows1252(LIST)],
    ['"iso-8859-15"', windows1252(LIST)],
    ['utf-16le', Buffer.from(LIST, 'utf16le')],
    ['UTF-8', Buffer.from(LIST)],
  ])('%s is read if the content type names it', async (charset, payload) => {
    const { names } = await send(payload, { 'content-type': `text/csv; charset=${charset}` });
    expect(await names()).toEqual(['Zoë Müller']);
  });

  test.each([
    ['little', Buffer.from(`\ufeff${LIST}`, 'utf16le')],
    ['big', utf16be(`\ufeff${LIST}`)],
  ])(
    'UTF-16 with a byte order mark (%s endian) is read, as Excel writes “Unicode text”',
    async (_, payload) => {
      expect(await (await send(payload)).names()).toEqual(['Zoë Müller']);
    },
  );

  test.each([
    ['windows-1252', windows1252],
    ['utf-16le', (text: string) => Buffer.from(text, 'utf16le')],
    ['utf-16be', utf16be],
  ])('that nobody names is shown by five texts: %s', async (encoding, encoded) => {
    const names = ['Zoë Müller', 'José', 'Åsa', 'Günther', 'Renée', 'Björn'];
    const rows = Array.from({ length: 9_000 }, (_, n) => `+1202${5_000_000 + n},Ada`);
    const last = names.map((name, n) => `+120255501${n + 10},${name}`);
    const list = encoded(['number,name', ...rows, ...last, ''].join('\n'));
    const { answer, body } = await send(list);
    expect([answer.statusCode, body]).toEqual([
      422,
      expect.objectContaining({
        code: 'list_unconfirmed',
        notices: [
          {
            code: 'encoding',
            detail: expect.stringContaining(`read as ${encoding}`),
            samples: names.slice(0, 5),
            answer: { encoding },
          },
        ],
      }),
    ]);
    expect(body.detail).toContain(`send it with \`encoding=${encoding}\``);
    expect((await send(list, {}, { encoding })).answer.json()).toMatchObject({
      accepted: 9_006,
      notices: [],
    });
  });

  test('is read in a dry run, with its notice', async () => {
    const { answer } = await send(windows1252(LIST), {}, { dry_run: 'true' });
    expect(answer.json()).toMatchObject({
      accepted: 1,
      notices: [
        { code: 'encoding', samples: ['Zoë Müller'], answer: { encoding: 'windows-1252' } },
      ],
    });
  });

  test('is asked together with the columns', async () => {
    const list = windows1252('Téléphone;Prénom\n+12025550101;Zoë\n');
    const { body } = await send(list);
    expect(body).toMatchObject({
      code: 'malformed_csv',
      suggested_mapping: { Téléphone: 'number', Prénom: 'name' },
      notices: [{ answer: { encoding: 'windows-1252' } }],
    });
    const mapping = JSON.stringify(body.suggested_mapping);
    const { names } = await send(list, {}, { mapping, encoding: 'windows-1252' });
    expect(await names()).toEqual(['Zoë']);
  });

  test('of the query wins over that of the content type, which programs add by themselves', async () => {
    const headers = { 'content-type': 'text/csv; charset=utf-8' };
    const { names } = await send(windows1252(LIST), headers, { encoding: 'windows-1252' });
    expect(await names()).toEqual(['Zoë Müller']);
    const wrong = await send(windows1252(LIST), {}, { encoding: 'utf-8' });
    expect(wrong.body).toMatchObject({ code: 'malformed_text', line: 2 });
    const unknown = await send(LIST, {}, { encoding: 'klingon' });
    expect(unknown.answer.json()).toMatchObject({ errors: [{ parameter: 'encoding' }] });
  });

  test('of JSON is not guessed', async () => {
    const json = windows1252('{"contacts":[{"number":"+12025550101","name":"Zoë"}]}');
    const { body } = await send(json, { 'content-type': 'application/json' });
    expect(body).toMatchObject({ code: 'malformed_text', line: 1 });
    // Corrected rows are sent with the query of their list.
    const text = JSON.stringify({ contacts: [{ number: '+12025550101', name: 'Zoë' }] });
    const type = { 'content-type': 'application/json' };
    const { names } = await send(text, type, { encoding: 'windows-1252' });
    expect(await names()).toEqual(['Zoë']);
  });

  test('gives back every text', async () => {
    const name = fc
      .string({ unit: fc.constantFrom(...Array.from('aZ ;,|"\'éüßÅñ€–½')) })
      .map((text) => text.trim())
      .filter((text) => text !== '' && !text.startsWith("'"));
    const delimiter = fc.constantFrom(',', ';', '|', '\t');
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { minLength: 1, maxLength: 5 }),
        delimiter,
        fc.constantFrom('utf8', 'utf16le', 'utf16be', 'windows-1252'),
        async (names, between, encoding) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const rows = names.map((text, n) => `+1202555010${n}${between}${quoted(text)}`);
          const text = [`number${between}name`, ...rows].join('\r\n');
          const sent =
            encoding === 'windows-1252'
              ? await send(in1252(text), {}, { encoding })
              : await send(ENCODERS[encoding]!(text));
          expect(await sent.names()).toEqual(names);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('that there is not is refused', async () => {
    const { answer, body } = await send(LIST, { 'content-type': 'text/csv; charset=klingon' });
    expect([answer.statusCode, body.code]).toEqual([415, 'unsupported_charset']);
  });

  test('of agents is read, or refused: no name is spoilt', async () => {
    const list = windows1252('id,name,kind,address\nzoe,Zoë Müller,sip,agent-zoe\n');
    const as = (type: string) =>
      on.call('POST', '/v1/agents/import', { headers: { 'content-type': type }, payload: list });
    expect((await as('text/csv')).json()).toMatchObject({ code: 'malformed_text', line: 2 });
    expect((await as('text/csv; charset=windows-1252')).statusCode).toBe(200);
    expect((await on.get('/v1/agents/zoe')).json()).toMatchObject({ name: 'Zoë Müller' });
  });

  test('is another request under the same key', async () => {
    const path = `/v1/campaigns/${await on.campaign()}/contacts`;
    const as = (charset: string) =>
      on.call('POST', path, {
        headers: { 'content-type': `text/csv; charset=${charset}`, 'idempotency-key': 'encodings' },
        payload: windows1252(LIST),
      });
    expect((await as('windows-1252')).statusCode).toBe(200);
    expect((await as('windows-1250')).json()).toMatchObject({ code: 'idempotency_key_reused' });
  });
});

test.each([
  ['an old Excel workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /old Excel workbook/],
  ['a PDF', Buffer.from('%PDF-1.7'), /is a PDF/],
])('%s is named', async (_, payload, detail) => {
  const { answer, body } = await send(payload);
  expect([answer.statusCode, body.detail]).toEqual([400, expect.stringMatching(detail)]);
});

describe('the content type', () => {
  test.each([
    'text/plain',
    'text/plain; charset=utf-8',
    'text/tab-separated-values',
    'TEXT/CSV',
    'application/vnd.ms-excel',
  ])('%s is a list', async (type) => {
    expect(await (await send(LIST, { 'content-type': type })).names()).toEqual(['Zoë Müller']);
  });

  test('text/plain is a list of agents and of suppressed numbers too', async () => {
    const headers = { 'content-type': 'text/plain' };
    const agents = 'id,name,kind,address\nbo,Bo,sip,agent-bo\n';
    const added = await on.call('POST', '/v1/agents/import', { headers, payload: agents });
    expect(added.json()).toMatchObject({ added: ['bo'] });
    await on.call('PUT', '/v1/suppressions/plain', { payload: { name: 'Plain' } });
    const path = '/v1/suppressions/plain/numbers';
    const numbers = await on.call('POST', path, { headers, payload: 'number\n+12025550109\n' });
    expect(numbers.json()).toMatchObject({ added: 1 });
  });

  test.each([
    [
      'contacts',
      () => send(LIST, { 'content-type': 'text/html' }).then(({ answer }) => answer),
      /text\/csv/,
    ],
    [
      'a campaign',
      () =>
        on.call('POST', '/v1/campaigns', {
          headers: { 'content-type': 'text/html' },
          payload: 'x',
        }),
      /application\/json/,
    ],
  ])('of another kind is refused with those that %s takes', async (_, sent, named) => {
    const answer = await sent();
    expect([answer.statusCode, answer.json()]).toEqual([
      415,
      expect.objectContaining({ detail: expect.stringMatching(named) }),
    ]);
  });
});

describe('a slash at the end of a path', () => {
  test.each([
    ['GET', '/v1/campaigns/', '/v1/campaigns'],
    [
      'POST',
      '/v1/campaigns/canary-id/contacts/?dry_run=true',
      '/v1/campaigns/{campaignId}/contacts',
    ],
  ])('of %s %s is named', async (method, path, without) => {
    const answer = await on.call(method, path, { headers: { 'content-type': 'text/csv' } });
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      expect.objectContaining({
        detail: `Not found with a slash at the end. Send it without: ${without}.`,
      }),
    ]);
    expect(answer.body).not.toContain('canary');
  });

  test('of a path that is not there either is not', async () => {
    expect((await on.get('/v1/nothing/')).json()).toMatchObject({ detail: 'Not found.' });
  });
});
