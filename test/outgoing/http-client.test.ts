/** One connection for one origin, whatever the environment or the answers say; and answers without bounds are bounded. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildConnector } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { openCarrierRequests, readAnswer } from '../../src/carrier/http/carrier-requests.ts';
import { openHttpClient } from '../../src/outgoing/http-client.ts';
import { pinnedClient } from '../../src/outgoing/checked-client.ts';
import { clientFor, openGate, request } from '../carrier/carrier-under-test.ts';
import { answering, httpServer, rawServer, saying } from '../carrier/servers.ts';

const TLS_HANDSHAKE = 0x16;
const CALL = '{"id":"c-1","status":"bridged","cost":null}';
const answer = (body: string, headers = '') =>
  `HTTP/1.1 200 OK\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;

function clientOf(origin: string) {
  const client = openHttpClient(origin, {
    connect: buildConnector({ allowH2: false }),
    keptConnections: 4,
  });
  onTestFinished(() => client.destroy());
  return client;
}

test('proxies of the environment are not asked, not even where Node is told to use them', async () => {
  const proxy = await rawServer((socket) => void socket.end());
  const server = await httpServer(answering(200, 'here'));
  const program = `
    import { openCheckedClient } from './src/outgoing/checked-client.ts';
    const origin = '${server.origin}';
    const client = await openCheckedClient(new URL(origin), { allowedOrigins: [origin] });
    const { body } = await client.request({ method: 'GET', path: '/a' });
    process.stdout.write(Buffer.concat(await Array.fromAsync(body)).toString());
    client.destroy();`;
  const names = [
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'ALL_PROXY',
    'http_proxy',
    'https_proxy',
    'all_proxy',
  ];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_USE_ENV_PROXY: '1',
        ...Object.fromEntries(names.map((name) => [name, proxy.origin])),
      },
    },
  );
  expect(stdout).toBe('here');
  expect(server.seen[0]).toMatchObject({ method: 'GET', path: '/a' });
  expect(proxy.connections()).toBe(0);
});

test('TLS is spoken with the checked address in the name of the host, and nothing is sent without it', async () => {
  const server = await rawServer(saying('HTTP/1.1 200 OK\r\n\r\n'));
  const client = pinnedClient(`https://storage.example:${server.port}`, [
    { address: '127.0.0.1', family: 4 },
  ]);
  onTestFinished(() => client.destroy());
  await expect(client.request({ method: 'GET', path: '/secret' })).rejects.toThrow(
    /TLS|SSL|packet|socket/i,
  );
  expect(server.received().codePointAt(0)).toBe(TLS_HANDSHAKE);
  expect(server.received()).toContain('storage.example');
  expect(server.received()).not.toContain('secret');
});

test('a service that is offered elsewhere is not taken', async () => {
  const elsewhere = await httpServer(answering(200));
  const { host } = new URL(elsewhere.origin);
  const headers = {
    'alt-svc': `http/1.1="${host}"; ma=3600`,
    refresh: `0; url=${elsewhere.origin}`,
  };
  const server = await httpServer(answering(200, CALL, headers));
  const client = clientFor(server.origin);
  for (let turn = 0; turn < 3; turn += 1) await client.show('c-1');
  expect(server.seen).toHaveLength(3);
  expect(elsewhere.connections()).toBe(0);
});

test.each([
  ['in the same piece', true],
  ['while the connection is idle', false],
])('an answer that nobody asked for is never that of the next request: %s', async (_, atOnce) => {
  const forged = answer(CALL.replace('bridged', 'completed').replace('null', '"99.0"'));
  const server = await rawServer((socket) =>
    socket.on('data', () => {
      socket.write(answer(CALL) + (atOnce ? forged : ''));
      if (!atOnce) setTimeout(() => socket.write(forged), 20);
    }),
  );
  const client = clientFor(server.origin);
  for (let turn = 1; turn <= 3; turn += 1) {
    expect(await client.show('c-1')).toMatchObject({ status: 'bridged', cost: null });
    await expect.poll(() => server.closed()).toBe(turn);
  }
});

test.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'])(
  'a header called %s is a header like others',
  async (name) => {
    const server = await rawServer(saying(answer(CALL, `${name}: a\r\n${name}: b\r\n`)));
    const { headers } = await clientOf(server.origin).request({ method: 'GET', path: '/' });
    expect(Object.entries(headers)).toContainEqual([name.toLowerCase(), ['a', 'b']]);
  },
);

test.each([
  ['a line break and a header', '/a\r\nx-forged: 1'],
  ['a second request', '/a HTTP/1.1\r\n\r\nGET /b'],
  ['a space', '/a b'],
  ['a NUL', '/a\0'],
])('a path with %s is not sent, and holds no place of others', async (_, path) => {
  const server = await httpServer(answering(200, CALL));
  const route = { origin: server.origin, basePath: '', authorization: 'Bearer k' };
  const requests = openCarrierRequests(route, 2_000);
  onTestFinished(() => requests.close());
  for (let turn = 0; turn < 20; turn += 1)
    await expect(requests.ask('GET', path, readAnswer)).rejects.toThrow('cannot be reached');
  expect(server.connections()).toBe(0);
  expect(await requests.ask('GET', '/good', readAnswer)).toMatchObject({ status: 200 });
});

test.each(['\r\nx-forged: 1', 'a\nb', 'a\0b'])('nor is a header with %j', async (value) => {
  const server = await httpServer(answering(200));
  const asked = clientOf(server.origin).request({
    method: 'GET',
    path: '/',
    headers: { 'x-text': value },
  });
  await expect(asked).rejects.toThrow(/header/);
  expect(server.seen).toHaveLength(0);
});

/** Writes as fast as it is read, until the connection ends. */
const endless =
  (head: string, more: string): Parameters<typeof rawServer>[0] =>
  (socket) => {
    socket.once('data', () => {
      socket.write(head);
      const write = () => {
        while (!socket.destroyed && socket.write(more.repeat(500)));
      };
      socket.on('drain', write);
      write();
    });
  };

test.each([
  ['informational answers', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ['headers', 'HTTP/1.1 200 OK\r\n', 'x-more: and more\r\n'],
  ['one header', 'HTTP/1.1 200 OK\r\nx-long: ', 'and more'],
  ['headers of an informational answer', 'HTTP/1.1 103 Early Hints\r\n', 'link: </a>\r\n'],
  ['a reason', 'HTTP/1.1 200 ', 'and more'],
  ['a body', 'HTTP/1.1 200 OK\r\n\r\n', 'and more'],
  ['chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '8\r\nand more\r\n'],
  [
    'an extension of a chunk',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8;x=',
    'and more',
  ],
  [
    'trailers',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n',
    'x-more: and more\r\n',
  ],
])('%s without end are refused long before the time is over', async (_, head, more) => {
  const startedAtMs = performance.now();
  const reading = clientFor((await rawServer(endless(head, more))).origin, { readMs: 60_000 });
  await expect(reading.show('c-1')).rejects.toMatchObject({ name: 'CarrierError' });
  const server = await rawServer(endless(head, more));
  const placing = clientFor(server.origin, { postMs: 60_000 });
  const observed = await placing.place(request(), openGate());
  expect(['no-answer', 'answer']).toContain(observed.kind);
  expect(server.received().split('POST ')).toHaveLength(2);
  expect(performance.now() - startedAtMs).toBeLessThan(5_000);
});

test('what is packed stays packed: a body that would be large is not', async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from(CALL), Buffer.alloc(50_000_000, ' ')]));
  const server = await httpServer(answering(200, bomb, { 'content-encoding': 'gzip' }));
  await expect(clientFor(server.origin).show('c-1')).rejects.toMatchObject({ code: 'unreadable' });
  expect(server.seen[0]!.headers['accept-encoding']).toBe('identity');
});
