/** Lists as they arrive: compressed, in other encodings, with other content types, and files that are no lists. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type ApiUnderTest } from '../api-under-test.ts';

let on: ApiUnderTest;
beforeAll(async () => void (on = await startApi()));
afterAll(() => on.stop());

const LIST = 'number,name\n+12025550101,Zoë Müller\n';

async function send(payload: string | Buffer, headers: Record<string, string> = {}) {
  const path = `/v1/campaigns/${await on.campaign()}/contacts`;
  const answer = await on.call('POST', path, {
    headers: { 'content-type': 'text/csv', ...headers },
    payload,
  });
  const names = async () =>
    (await on.get(path)).json<{ data: { name: string }[] }>().data.map(({ name }) => name);
  return { answer, body: answer.json<{ code: string; detail: string; line?: number }>(), names };
}

/** In an encoding that Node writes only by hand. */
const windows1252 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

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

  test('is told from text that is not UTF-8, wherever it is sent without its header', async () => {
    const { body } = await send(gzipSync(LIST));
    expect(body.detail).toContain('is a gzip file');
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

  test('that nobody names is refused with its first line and what to do', async () => {
    const rows = Array.from({ length: 9_000 }, (_, n) => `+1202${5_000_000 + n},Ada`);
    const text = `number,name\n${rows.join('\n')}\n+12025550101,Müller\n`;
    const { answer, body } = await send(windows1252(text));
    expect([answer.statusCode, body.code, body.line]).toEqual([400, 'malformed_text', 9_002]);
    expect(body.detail).toMatch(
      /^Line 9002 is not UTF-8\. Save the file as “CSV UTF-8”.*windows-1252/,
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
  [
    'an Excel workbook',
    Buffer.from('PK\u0003\u0004rest'),
    /Excel workbook or another ZIP file.*CSV UTF-8/,
  ],
  ['an old Excel workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /old Excel workbook/],
  ['a PDF', Buffer.from('%PDF-1.7'), /is a PDF/],
])('%s is named', async (_, payload, detail) => {
  const { answer, body } = await send(payload);
  expect([answer.statusCode, body.detail]).toEqual([400, expect.stringMatching(detail)]);
});

describe('the content type', () => {
  test.each(['text/plain', 'text/plain; charset=utf-8', 'text/tab-separated-values', 'TEXT/CSV'])(
    '%s is a list',
    async (type) => {
      expect(await (await send(LIST, { 'content-type': type })).names()).toEqual(['Zoë Müller']);
    },
  );

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
