/** The recording lookup: it spends quota, so every answer is made use of. */
import { describe, expect, test } from 'vitest';
import { retryAfterMs } from '../../../src/carrier/http/response.ts';
import { API_KEY, clientFor, openGate, profileWith } from '../carrier-under-test.ts';
import { answering, closedPort, httpServer, rawServer, saying } from '../servers.ts';

async function lookUp(status: number, headers: Record<string, string> = {}, callId = 'c/1') {
  const server = await httpServer(answering(status, '<html>', headers));
  const found = await clientFor(server.origin).lookUpRecording(callId, openGate());
  return { found, server };
}

describe('no link', () => {
  test.each([200, 204, 300, 304, 400, 403, 422])('%i is unreadable', async (status) => {
    const { found } = await lookUp(status, { location: 'https://storage.example/a.mp3' });
    expect(found).toEqual({ kind: 'unreadable', why: `HTTP ${status} instead of a redirect` });
  });

  test.each([
    {},
    { location: '' },
    { location: 'https://' },
    { location: 'javascript:alert(1)' },
    { location: 'file:///etc/passwd' },
    { location: 'data:audio/mpeg;base64,AAAA' },
  ])('a redirect with an odd Location is unreadable: %j', async (headers) => {
    const { found } = await lookUp(302, headers);
    expect(found).toEqual({ kind: 'unreadable', why: 'a redirect without a usable Location' });
  });

  test('two Locations are unreadable', async () => {
    const head = 'HTTP/1.1 302 Found\r\ncontent-length: 0\r\n';
    const server = await rawServer(
      saying(`${head}location: https://a.example/\r\nlocation: https://b.example/\r\n\r\n`),
    );
    const found = await clientFor(server.origin).lookUpRecording('c-1', openGate());
    expect(found.kind).toBe('unreadable');
  });

  test.each([
    [401, 'unauthorized'],
    [500, 'server'],
    [503, 'server'],
  ])('%i says nothing of the recording', async (status, code) => {
    await expect(lookUp(status)).rejects.toMatchObject({ name: 'CarrierError', code });
  });

  test('no connection is unreachable', async () => {
    const client = clientFor(`http://127.0.0.1:${await closedPort()}`);
    await expect(client.lookUpRecording('c-1', openGate())).rejects.toMatchObject({
      code: 'unreachable',
    });
  });

  test('404 is not found', async () => {
    expect((await lookUp(404)).found).toEqual({ kind: 'not-found' });
  });
});

describe('nothing is asked', () => {
  test.each([
    ['when the time for it is over', { deadlineAtMs: Date.now() - 1 }],
    ['once it is cancelled', { signal: AbortSignal.abort() }],
  ])('%s', async (_name, closed) => {
    const server = await httpServer(answering(404));
    const asking = clientFor(server.origin).lookUpRecording('c-1', openGate(closed));
    await expect(asking).rejects.toMatchObject({ name: 'CarrierError' });
    expect(server.seen).toEqual([]);
  });

  test('when the connection comes up too late, as in a process that was stopped', async () => {
    const server = await httpServer(answering(404));
    const gate = openGate({ deadlineAtMs: Date.now() + 30 });
    const asking = clientFor(server.origin).lookUpRecording('c-1', gate);
    const frozenUntilMs = Date.now() + 60;
    while (Date.now() < frozenUntilMs);
    await expect(asking).rejects.toMatchObject({ code: 'timeout' });
    expect(server.seen).toEqual([]);
  });
});

test('every lookup has a connection of its own: a kept one may be dead, and the quota is spent', async () => {
  const server = await httpServer(answering(404));
  const client = clientFor(server.origin);
  await client.lookUpRecording('c-1', openGate());
  await client.lookUpRecording('c-1', openGate());
  expect(server.connections()).toBe(2);
});

describe('over the quota', () => {
  test('gives the time to wait, or null', async () => {
    const { found } = await lookUp(429, { 'retry-after': '61' });
    expect(found).toEqual({ kind: 'over-quota', retryAfterMs: 61_000 });
    expect((await lookUp(429)).found).toEqual({ kind: 'over-quota', retryAfterMs: null });
  });

  test.each([403, 503])('may be %i where the profile declares it', async (status) => {
    const server = await httpServer(answering(status));
    const profile = { ...profileWith('call', {}), rateLimitStatuses: [status] };
    const found = await clientFor(server.origin, { profile }).lookUpRecording('c-1', openGate());
    expect(found.kind).toBe('over-quota');
  });
});

describe('a link', () => {
  test.each([301, 302, 303, 307, 308])('%i is given and not followed', async (status) => {
    const storage = await httpServer(answering(200, 'ID3'));
    const location = `${storage.origin}/a.mp3?X-Signature=1`;
    const { found, server } = await lookUp(status, { location });
    expect(found).toEqual({ kind: 'redirect', url: location });
    expect(server.seen).toHaveLength(1);
    expect(storage.connections()).toBe(0);
  });

  test.each([
    ['/files/a.mp3', '/files/a.mp3'],
    ['a.mp3', '/api/v1/calls/recording/a.mp3'],
    ['?token=1', '/api/v1/calls/recording/c%2F1?token=1'],
  ])('%s is resolved against what was asked', async (location, path) => {
    const { found, server } = await lookUp(302, { location });
    expect(found).toEqual({ kind: 'redirect', url: server.origin + path });
  });

  test.each([
    ['cut', 'content-length: 99\r\n\r\nmoved'],
    ['no end', 'transfer-encoding: chunked\r\n\r\n5\r\nmoved\r\n'],
    ['too large a body', `content-length: 400000\r\n\r\n${'x'.repeat(400_000)}`],
  ])('is not lost with its body: %s', async (_name, rest) => {
    const link = 'https://storage.example/a.mp3';
    const server = await rawServer(saying(`HTTP/1.1 302 Found\r\nlocation: ${link}\r\n${rest}`));
    const found = await clientFor(server.origin).lookUpRecording('c-1', openGate());
    expect(found).toEqual({ kind: 'redirect', url: link });
    expect(server.connections()).toBe(1);
  });

  test('is asked for by the Call ID alone, under the key', async () => {
    const { server } = await lookUp(404, {}, 'odd id/..?#ü');
    expect(server.seen[0]).toMatchObject({
      method: 'GET',
      path: '/api/v1/calls/recording/odd%20id%2F..%3F%23%C3%BC',
      headers: { authorization: `Bearer ${API_KEY}` },
    });
  });
});

describe('where the Call ID is another field of the call', () => {
  const profile = profileWith('recording', { callIdField: 'uuid' });

  test('it is read from the call', async () => {
    const server = await httpServer((seen, response) => {
      const isCall = seen.path === '/api/v1/click2call/c-1';
      answering(isCall ? 200 : 404, { id: 'c-1', uuid: 'u-9' })(seen, response);
    });
    const found = await clientFor(server.origin, { profile }).lookUpRecording('c-1', openGate());
    expect(found).toEqual({ kind: 'not-found' });
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/api/v1/click2call/c-1',
      '/api/v1/calls/recording/u-9',
    ]);
  });

  test('no quota is spent when the call does not show it', async () => {
    for (const answer of [answering(200, { id: 'c-1' }), answering(404)]) {
      const server = await httpServer(answer);
      const found = await clientFor(server.origin, { profile }).lookUpRecording('c-1', openGate());
      expect(found).toEqual({ kind: 'unreadable', why: 'the call shows no Call ID' });
      expect(server.seen).toHaveLength(1);
    }
  });
});

describe('Retry-After', () => {
  const NOW_MS = Date.parse('2026-11-21T10:00:00Z');
  const HOUR_MS = 3_600_000;
  test.each([
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['foo 12', undefined],
    ['2026-11-21', undefined],
    ['Sat, 99 Nov 2026 10:00:30 GMT', undefined],
    ['0', 0],
    ['30', 30_000],
    ['999999999999999999999', HOUR_MS],
    ['9'.repeat(400), HOUR_MS],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['Sat, 21 Nov 2099 10:00:00 GMT', HOUR_MS],
  ])('%j is a wait of %s ms', (value, waitMs) => {
    expect(retryAfterMs({ 'retry-after': value }, NOW_MS)).toBe(waitMs);
  });

  test('of several the longest counts; none asks for nothing', () => {
    expect(retryAfterMs({ 'retry-after': ['1', 'x', '2'] }, NOW_MS)).toBe(2_000);
    expect(retryAfterMs({ 'retry-after': ['x', 'y'] }, NOW_MS)).toBeUndefined();
    expect(retryAfterMs({}, NOW_MS)).toBeUndefined();
  });
});
