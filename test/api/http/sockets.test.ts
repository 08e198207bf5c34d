/** What only a real socket shows: bodies that dribble, never end or are far too large, and an orderly end. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOOK_LIMITS } from '../../../src/api/ingress/hook-body.ts';
import { eventBody, startApi, type ApiUnderTest } from '../api-under-test.ts';
import { liveCall } from '../calls/placed-call.ts';

const LIMITS = { ...HOOK_LIMITS, discardBytes: 262_144, withinMs: 1_000 };

let on: ApiUnderTest;
let port: number;
let ref: string;
const sockets: Socket[] = [];
beforeEach(async () => {
  on = await startApi({ hookLimits: LIMITS });
  ref = await liveCall(on);
  port = Number(new URL(await on.api.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await on.stop();
});

async function open(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Everything that comes until the server closes. */
async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  // Not `once`, which takes a reset for its own failure.
  await new Promise((resolve) => socket.on('close', resolve));
  return text;
}

/** A body as the carrier sends it about `ref`. */
const event = (seq: number, name: string) => eventBody(seq, name, `carrier-${ref}`);

const head = (headers: string, path = on.eventHook(`${ref}.1`)) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`;

test('a body that comes too slowly is 408, which the carrier tries again', async () => {
  const socket = await open(`${head('Content-Length: 100')}{"event":`);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 408 /);
  expect(await on.store.events(ref)).toEqual([]);
});

test('a body without end is kept as a poke, and the connection is closed', async () => {
  const socket = await open(head('Transfer-Encoding: chunked'));
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const answer = answerOf(socket);
  for (let n = 0; n < 20 && socket.writable; n++) socket.write(chunk);
  expect(await answer).toMatch(/^HTTP\/1.1 204 [^]*connection: close/i);
  expect(await on.store.events(ref)).toMatchObject([{ seq: null }]);
});

test('a sender that hangs up in mid-body leaves nothing behind', async () => {
  const socket = await open(`${head('Content-Length: 100')}{"event":`);
  await sleep(20);
  socket.destroy();
  await sleep(50);
  expect(await on.store.events(ref)).toEqual([]);
});

test('an Expect header that Node does not know costs no event', async () => {
  const body = JSON.stringify(event(1, 'bridged'));
  const headers = `Expect: miracles\r\nConnection: close\r\nContent-Length: ${body.length}`;
  const socket = await open(head(headers) + body);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 204 /);
});

test('a forged token is answered before its body is read', async () => {
  const path = `/hooks/click2call/${ref}.1/AAAAAAAAAAAAAAAAAAAAAA`;
  const socket = await open(head('Content-Length: 10000000', path));
  expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 404 [^]*connection: close/i);
});

test('what is not HTTP, or is two requests in one, is refused as a problem', async () => {
  const both = 'Content-Length: 5\r\nTransfer-Encoding: chunked';
  for (const text of ['nonsense\r\n\r\n', `${head(both, '/v1/campaigns')}0\r\n\r\n`]) {
    const answer = await answerOf(await open(text));
    expect(answer).toMatch(/^HTTP\/1.1 400 [^]*application\/problem\+json[^]*malformed_request/);
  }
});

// After a 4xx the carrier does not repeat the event; after a broken connection it does.
test.each([
  ['two lengths', (path: string) => `${head('Content-Length: 5\r\nContent-Length: 6', path)}hello`],
  [
    'length and chunks',
    (path: string) => `${head('Content-Length: 5\r\nTransfer-Encoding: chunked', path)}0\r\n\r\n`,
  ],
  ['a broken header', (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n`],
  ['a broken chunk', (path: string) => `${head('Transfer-Encoding: chunked', path)}zz\r\nhello`],
  ['headers without end', (path: string) => head(`X: ${'x'.repeat(100_000)}`, path)],
])('a webhook with %s gets no answer at all', async (_, text) => {
  const socket = await open(text(on.eventHook(`${ref}.1`)));
  expect(await answerOf(socket)).toBe('');
  expect(await on.store.events(ref)).toEqual([]);
});

test('what breaks within a request that began well gets no 4xx either', async () => {
  const socket = await open(`POST ${on.eventHook(`${ref}.1`)} HTTP/1.1\r\n`);
  await sleep(20);
  socket.write('no colon\r\n\r\n');
  expect(await answerOf(socket)).toBe('');
});

test('a webhook without a Host header is received', async () => {
  const body = JSON.stringify(event(1, 'bridged'));
  const path = on.eventHook(`${ref}.1`);
  const socket = await open(
    `POST ${path} HTTP/1.1\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 204 /);
  expect(await on.store.events(ref)).toHaveLength(1);
});

test('two webhooks in one packet are both received', async () => {
  const one = (seq: number, connection: string) => {
    const body = JSON.stringify(event(seq, 'bridged'));
    return head(`Connection: ${connection}\r\nContent-Length: ${body.length}`) + body;
  };
  const socket = await open(one(1, 'keep-alive') + one(2, 'close'));
  expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 204 [^]*HTTP\/1.1 204 /);
  expect(await on.store.events(ref)).toHaveLength(2);
});

test('a shutdown finishes the webhook it is reading, and takes no more', async () => {
  const body = JSON.stringify(event(1, 'completed'));
  const socket = await open(`${head(`Content-Length: ${body.length}`)}${body.slice(0, 10)}`);
  await sleep(50);
  const answer = answerOf(socket);
  const closed = on.api.close();
  await sleep(50);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  socket.write(body.slice(10));
  expect(await answer).toMatch(/^HTTP\/1.1 204 /);
  await closed;
  expect(await on.store.events(ref)).toHaveLength(1);
  // Relayed during the shutdown.
  expect(on.gateway.messages).toMatchObject([{ signalName: 'click2call.completed' }]);
});

const accepted = ({ api }: ApiUnderTest) =>
  new Promise<number>((resolve) => void api.server.getConnections((_, count) => resolve(count)));

test.each([
  ['nothing', ''],
  ['half a head', 'GET /healthz HT'],
])('a shutdown does not wait for a connection that sent %s', async (_, text) => {
  const socket = await open(text);
  await expect.poll(() => accepted(on)).toBeGreaterThan(0);
  const ended = answerOf(socket);
  await on.api.close();
  expect(await ended).toBe('');
});
