/** What the carrier's answers about the account's resources mean, and which requests are tried again. */
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  openCarrierAccount,
  type CarrierAccount,
} from '../../../src/carrier/carrier-account/account.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { API_KEY } from '../carrier-under-test.ts';
import { answering, closedPort, httpServer, rawServer, saying } from '../servers.ts';

/** Only a silent carrier is waited for so long. */
const PATIENT_MS = 20_000;

function accountAt(baseUrl: string, readMs = PATIENT_MS) {
  const profile = DEFAULT_CARRIER_PROFILE;
  const settings = { baseUrl, apiKey: API_KEY, profile, readMs, retryPausesMs: [1, 1] };
  const account = openCarrierAccount(settings);
  onTestFinished(() => account.close());
  return account;
}

async function against(status: number, body: unknown, headers: Record<string, string> = {}) {
  const server = await httpServer(answering(status, body, headers));
  return { account: accountAt(server.origin), server };
}

/** Everything that changes something. */
const CHANGES: [string, (account: CarrierAccount) => Promise<unknown>][] = [
  ['POST', (account) => account.createDestination('2001', { a: 1 })],
  ['PUT', (account) => account.updateSipAccount('agent-1', { a: 1 })],
  ['DELETE', (account) => account.deleteAllowedIp('agent-1', '7')],
];

describe('a refusal keeps its status and its message', () => {
  test.each([
    [
      'of the envelope `error`',
      { error: { code: 'not_allowed', message: 'no', details: [{ field: 'ip', odd: [1] }] } },
      { code: 'not_allowed', message: 'no', errors: {}, details: [{ field: 'ip', odd: [1] }] },
    ],
    [
      'of the envelope `errors`',
      { errors: { base: ['first', 'second'], ip: ['is no address'] } },
      { code: undefined, errors: { base: ['first', 'second'], ip: ['is no address'] } },
    ],
    [
      'in shapes nobody expects',
      { errors: { base: 'text', ip: [{ odd: true }, 7], nothing: null } },
      { errors: { base: ['text'], ip: ['{"odd":true}', '7'], nothing: ['null'] } },
    ],
    ['with details of any shape', { error: { details: 'text' } }, { details: 'text' }],
    [
      'of nobody',
      '<html>',
      { code: undefined, message: undefined, errors: {}, details: undefined },
    ],
  ])('%s', async (_name, body, said) => {
    const { account } = await against(422, body);
    const answered = await account.createDestination('2001', { a: 1 });
    expect(answered).toMatchObject({ kind: 'refused', status: 422, ...said });
  });

  test.each([400, 401, 402, 403, 405, 409, 410, 418])('%i', async (status) => {
    const { account, server } = await against(status, { errors: { base: ['no'] } });
    const refused = { kind: 'refused', status, errors: { base: ['no'] } };
    expect(await account.listNumbers()).toMatchObject(refused);
    expect(server.seen).toHaveLength(1);
  });
});

describe('404 is an answer, and tells whose it is', () => {
  test.each([
    [{ errors: { base: ['data not found'] } }, true],
    [{ error: { code: 'gone' } }, true],
    ['<html>no such page</html>', false],
    ['', false],
  ])('%j', async (body, ownEnvelope) => {
    const { account } = await against(404, body);
    expect(await account.readSipAccount('x')).toEqual({ kind: 'not-found', ownEnvelope });
  });

  test('a transport fault is none', async () => {
    const account = accountAt(`http://127.0.0.1:${await closedPort()}`);
    await expect(account.readSipAccount('x')).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('reads are tried again, three times in all', () => {
  test.each([
    [500, 'server'],
    [503, 'server'],
    [429, 'rate-limited'],
  ])('after %i', async (status, code) => {
    const { account, server } = await against(status, {});
    await expect(account.listNumbers()).rejects.toMatchObject({ code, status });
    expect(server.seen).toHaveLength(3);
  });

  test('after a broken connection, until one works', async () => {
    const server = await rawServer((socket) => {
      if (server.connections() < 3)
        saying('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[', 'end')(socket);
      else saying('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]')(socket);
    });
    expect(await accountAt(server.origin).listNumbers()).toEqual({
      kind: 'done',
      value: { items: [], beside: {} },
    });
  });

  test('but not before the carrier wants them, where that is long', async () => {
    const { account, server } = await against(429, {}, { 'retry-after': '60' });
    await expect(account.listNumbers()).rejects.toMatchObject({ retryAfterMs: 60_000 });
    expect(server.seen).toHaveLength(1);
  });

  test.each([
    ['no JSON', '<html>'],
    ['no list', '{"a":1}'],
    ['two lists', '{"a":[],"b":[]}'],
    ['a list of no objects', '[1]'],
    ['too deep', `{"data":${'['.repeat(100)}${']'.repeat(100)}}`],
    ['too large', Buffer.alloc(17 * 1024 * 1024, ' ')],
  ])('not after an answer that cannot be read: %s', async (_name, body) => {
    const { account, server } = await against(200, body);
    await expect(account.listNumbers()).rejects.toMatchObject({ code: 'unreadable' });
    expect(server.seen).toHaveLength(1);
  });
});

describe.each(CHANGES)('%s is sent once', (_method, change) => {
  test.each([500, 503, 302])('and may have happened after %i', async (status) => {
    const { account, server } = await against(status, {});
    await expect(change(account)).rejects.toMatchObject({ mayHaveHappened: true, status });
    expect(server.seen).toHaveLength(1);
  });

  test('and may have happened when the line breaks, or stays silent', async () => {
    for (const then of ['reset', 'hang'] as const) {
      const server = await rawServer(saying('', then));
      await expect(change(accountAt(server.origin, 500))).rejects.toMatchObject({
        mayHaveHappened: true,
      });
      expect(server.connections()).toBe(1);
    }
  });

  test('and has not happened over a limit, or without a connection', async () => {
    const { account, server } = await against(429, {});
    await expect(change(account)).rejects.toMatchObject({ mayHaveHappened: false });
    expect(server.seen).toHaveLength(1);
    const nobody = accountAt(`http://127.0.0.1:${await closedPort()}`);
    await expect(change(nobody)).rejects.toMatchObject({
      code: 'unreachable',
      mayHaveHappened: false,
    });
  });

  test('an empty answer is one', async () => {
    const { account } = await against(200, '');
    expect(await change(account)).toEqual({ kind: 'done', value: {} });
  });
});

test('numbers keep every digit: as numbers where they can, as text where they cannot', async () => {
  const body = '{"id":12345678901234567890,"a":12.50,"b":0.1,"c":1e400,"d":-0,"e":3,"data":7}';
  const { account } = await against(200, body);
  expect(await account.readSipAccount('x')).toEqual({
    kind: 'done',
    value: { id: '12345678901234567890', a: 12.5, b: 0.1, c: '1e400', d: '-0', e: 3, data: 7 },
  });
});

test('a carrier that echoes the key does not put it into answers or errors', async () => {
  const echo = { error: { message: `no such key ${API_KEY}`, details: [API_KEY] } };
  for (const [status, body] of [
    [422, echo],
    [200, { name: API_KEY }],
    [500, echo],
  ] as const) {
    const { account } = await against(status, body);
    const shown: unknown = await account.readSipAccount('x').catch((error: unknown) => error);
    expect(inspect(shown, { depth: 20, showHidden: true })).not.toContain(API_KEY);
  }
});
