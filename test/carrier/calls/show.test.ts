/** Reading and ending a call: the authority on every webhook. */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCarrierClient } from '../../../src/carrier/client.ts';
import { checkCarrierUrl } from '../../../src/carrier/http/route.ts';
import { DEFAULT_CARRIER_PROFILE } from '../../../src/carrier/http/profile.ts';
import { parseMoney } from '../../../src/domain/money.ts';
import { API_KEY, clientFor, openGate, profileWith } from '../carrier-under-test.ts';
import { oddIds } from '../http/odd-ids.ts';
import { answering, closedPort, httpServer, rawServer, saying } from '../servers.ts';

async function showAgainst(status: number, body: unknown, headers: Record<string, string> = {}) {
  const server = await httpServer(answering(status, body, headers));
  return clientFor(server.origin).show('c-1');
}

describe('a carrier URL is refused', () => {
  test.each([
    ['', 'is not a URL'],
    ['carrier.example', 'is not a URL'],
    ['http://carrier.example', 'must be https (http only on loopback)'],
    ['http://10.0.0.1', 'must be https (http only on loopback)'],
    ['http://127.0.0.1.example.com', 'must be https (http only on loopback)'],
    ['ftp://127.0.0.1', 'must be https (http only on loopback)'],
    ['https://user:pw@carrier.example', 'must not carry a user or password'],
    ['https://carrier.example/?a=1', 'must not carry a query or fragment'],
    ['https://carrier.example/#a', 'must not carry a query or fragment'],
  ])('%j %s', (url, reason) => {
    expect(checkCarrierUrl(url)).toBe(reason);
    const settings = { apiKey: API_KEY, profile: DEFAULT_CARRIER_PROFILE };
    const timing = { postMs: 1, readMs: 1 };
    expect(() => createCarrierClient({ baseUrl: url, ...settings, timing })).toThrow(RangeError);
  });

  test.each([
    'https://carrier.example/api',
    'http://127.0.0.1:1',
    'http://[::1]:1',
    'http://localhost:1',
  ])('but not %s', (url) => expect(checkCarrierUrl(url)).toBeUndefined());
});

describe('what GET cannot tell is an error, with a code to act on', () => {
  test.each([
    [401, {}, 'unauthorized'],
    [403, {}, 'unauthorized'],
    [429, {}, 'rate-limited'],
    [500, {}, 'server'],
    [503, '<html>', 'server'],
    [302, {}, 'unreadable'],
    [204, '', 'unreadable'],
    [418, {}, 'unreadable'],
    [200, '', 'unreadable'],
    [200, '<html>', 'unreadable'],
    [200, [], 'unreadable'],
    [200, {}, 'unreadable'],
    [200, Buffer.from([0x7b, 0xff]), 'unreadable'],
    [200, `{"id":"c-1","x":${'['.repeat(100)}${']'.repeat(100)}}`, 'unreadable'],
    [200, `{"id":"c-1","x":"${'x'.repeat(300_000)}"}`, 'unreadable'],
    [200, { id: 'c-2' }, 'mismatch'],
    [200, { id: 'C-1' }, 'mismatch'],
    [200, { data: { id: 'c-2' } }, 'mismatch'],
  ])('%i: %#', async (status, body, code) => {
    await expect(showAgainst(status, body)).rejects.toMatchObject({ name: 'CarrierError', code });
  });

  test('how long to wait is the word of the carrier, bounded', async () => {
    const failing = showAgainst(429, {}, { 'retry-after': '7' });
    await expect(failing).rejects.toMatchObject({ status: 429, retryAfterMs: 7_000 });
  });

  test('a redirect is not followed, and the key stays here', async () => {
    const elsewhere = await httpServer(answering(200, { id: 'c-1' }));
    await expect(showAgainst(302, {}, { location: elsewhere.origin })).rejects.toThrow('HTTP 302');
    expect(elsewhere.connections()).toBe(0);
  });

  test('no connection is unreachable', async () => {
    const client = clientFor(`http://127.0.0.1:${await closedPort()}`);
    await expect(client.show('c-1')).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('a cut answer is unreachable', async () => {
    const server = await rawServer(saying('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"id":'));
    await expect(clientFor(server.origin).show('c-1')).rejects.toMatchObject({
      code: 'unreachable',
    });
  });

  test.each([
    ['the connection', undefined],
    ['the head', ''],
    ['the body', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{'],
  ])('silence instead of %s is a timeout', async (_name, text) => {
    const server = await rawServer(text === undefined ? () => undefined : saying(text, 'hang'));
    const scheme = text === undefined ? 'https' : 'http';
    const client = clientFor(`${scheme}://127.0.0.1:${server.port}`, { readMs: 120 });
    await expect(client.show('c-1')).rejects.toMatchObject({ code: 'timeout' });
  });

  test('no error shows the key, at any depth', async () => {
    const server = await httpServer(
      answering(401, { error: { code: 'bad_key', message: `no such key ${API_KEY}` } }),
    );
    const urls = [server.origin, `http://127.0.0.1:${await closedPort()}`];
    for (const url of urls) {
      const error: unknown = await clientFor(url)
        .show('c-1')
        .catch((reason: unknown) => reason);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(API_KEY);
    }
  });
});

describe('an id that no call can have is not asked for', () => {
  test.each(['', '.', '..', '\ud800', 'x'.repeat(513)])('%j', async (id) => {
    const server = await httpServer(answering(200, { id }));
    const client = clientFor(server.origin);
    expect(await client.show(id)).toEqual({ kind: 'not-found' });
    expect(await client.destroy(id)).toEqual({ kind: 'not-found' });
    expect((await client.lookUpRecording(id, openGate())).kind).toBe('unreadable');
    expect(server.connections()).toBe(0);
  });
});

describe('a call', () => {
  test('that is not known is not found', async () => {
    expect(await showAgainst(404, { errors: { base: ['data not found'] } })).toEqual({
      kind: 'not-found',
    });
  });

  test('shows its state, cost and recording, with fields nobody knows ignored', async () => {
    const call = { id: 'c-1', status: 'bridged', cost: null, recording_url: 'r', new_field: [1] };
    const shown = {
      kind: 'call',
      id: 'c-1',
      status: 'bridged',
      statusText: 'bridged',
      unreadableCost: null,
    };
    expect(await showAgainst(200, call)).toEqual({ ...shown, cost: null, recordingUrl: 'r' });
    expect(await showAgainst(200, { data: call })).toMatchObject(shown);
    const without = { id: 'c-1', status: 'bridged' };
    expect(await showAgainst(200, without)).toEqual({ ...shown, cost: null, recordingUrl: null });
  });

  test.each(['', 'ringing', 'constructor', '__proto__', 7, null, ['bridged']])(
    'with a status of %j has no state that we know',
    async (status) => {
      expect(await showAgainst(200, { id: 'c-1', status })).toMatchObject({ status: undefined });
    },
  );

  test('has the words and the field for its status that the profile names', async () => {
    const profile = profileWith('call', {
      statusField: 'call_state',
      statusWords: { HANGUP: 'completed' },
    });
    const server = await httpServer(answering(200, { id: 'c-1', call_state: 'HANGUP' }));
    expect(await clientFor(server.origin, { profile }).show('c-1')).toMatchObject({
      status: 'completed',
      statusText: 'HANGUP',
    });
  });

  test('is asked for by any id, on connections that are used again', async () => {
    const server = await httpServer((seen, response) => {
      const id = decodeURIComponent(seen.path.slice('/api/v1/click2call/'.length));
      answering(200, { id })(seen, response);
    });
    const client = clientFor(server.origin);
    for (const id of oddIds) {
      expect(await client.show(id)).toMatchObject({ kind: 'call', id });
    }
    expect(server.connections()).toBeLessThan(server.seen.length / 2);
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`);
  });
});

describe('the cost', () => {
  const digits = (min: number, max: number) =>
    fc.array(fc.constantFrom(...'0123456789'.split('')), { minLength: min, maxLength: max });
  const decimal = fc
    .tuple(fc.nat(900_000_000), fc.option(digits(1, 10)))
    .map(([whole, fraction]) => (fraction ? `${whole}.${fraction.join('')}` : `${whole}`));

  async function costShown(texts: string[], form: (text: string) => string): Promise<unknown[]> {
    let next = '';
    const server = await httpServer((seen, response) =>
      answering(200, `{"id":"c-1","cost":${form(next)}}`)(seen, response),
    );
    const client = clientFor(server.origin);
    const costs: unknown[] = [];
    for (next of texts) {
      const shown = await client.show('c-1');
      costs.push(shown.kind === 'call' ? shown.cost : undefined);
    }
    return costs;
  }

  test('is the text that the carrier wrote, number or string: no float touches it', async () => {
    const texts = fc.sample(decimal, 60);
    texts.push('0.1', '0.10', '0.0000000001', '123456789.0123456789', '1e-3', '2.50E+1');
    expect(await costShown(texts, (text) => text)).toEqual(texts);
    expect(await costShown(texts, (text) => `"${text}"`)).toEqual(texts);
    for (const text of texts) expect(parseMoney(text)).toBeDefined();
  });

  test('is nothing where it is no amount', async () => {
    const odd = ['null', 'true', '{}', '[1]', '""', '"free"', '"1,50"', '1e400', '0.12345678901'];
    expect(await costShown(odd, (text) => text)).toEqual(odd.map(() => null));
  });

  test('is that of the call, not of something within it', async () => {
    const body = '{"id":"c-1","legs":[{"cost":9}],"cost":0.5}';
    expect(await showAgainst(200, body)).toMatchObject({ cost: '0.5' });
  });
});

describe('ending a call', () => {
  async function destroyAgainst(status: number, body: unknown = {}) {
    const server = await httpServer(answering(status, body));
    return clientFor(server.origin).destroy('c/1');
  }

  test.each([
    [301, 'unreadable'],
    [401, 'unauthorized'],
    [429, 'rate-limited'],
    [502, 'server'],
  ])('%i tells nothing and may be tried again', async (status, code) => {
    await expect(destroyAgainst(status)).rejects.toMatchObject({ code, status });
  });

  test.each([400, 403, 405, 409, 422])('%i is a refusal', async (status) => {
    expect(await destroyAgainst(status, { error: { code: 'too_late' } })).toEqual({
      kind: 'refused',
      status,
      code: 'too_late',
    });
    expect(await destroyAgainst(status, '<html>')).toMatchObject({ code: undefined });
  });

  test('404 is not found, any 2xx is asked', async () => {
    expect(await destroyAgainst(404)).toEqual({ kind: 'not-found' });
    for (const status of [200, 202, 204]) {
      expect(await destroyAgainst(status, '')).toEqual({ kind: 'asked' });
    }
  });

  test('uses the method and path of the profile', async () => {
    const server = await httpServer(answering(200));
    await clientFor(server.origin).destroy('c/1');
    const profile = profileWith('destroy', { method: 'POST', path: '/v1/calls/{id}/hangup' });
    await clientFor(server.origin, { profile }).destroy('$&');
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /api/v1/click2call/c%2F1',
      'POST /v1/calls/%24%26/hangup',
    ]);
  });
});

test('close waits for what is under way', async () => {
  const arrived = Promise.withResolvers<() => void>();
  const server = await httpServer((seen, response) =>
    arrived.resolve(() => answering(200, { id: 'c-1' })(seen, response)),
  );
  const client = createCarrierClient({
    baseUrl: server.origin,
    apiKey: API_KEY,
    profile: DEFAULT_CARRIER_PROFILE,
    timing: { postMs: 1_000, readMs: 1_000 },
  });
  const showing = client.show('c-1');
  const answer = await arrived.promise;
  const closing = client.close();
  answer();
  expect(await showing).toMatchObject({ kind: 'call' });
  await closing;
});
