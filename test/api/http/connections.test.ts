/** Who without a key or a token can hold a connection, and for how long: on real sockets. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { HOOK_LIMITS } from '../../../src/api/ingress/hook-body.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../../src/api/http/connections.ts';
import type { InboxEvent } from '../../../src/store/calls/inbox-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { API_KEY, eventBody, startApi, type StartOptions } from '../api-under-test.ts';
import { liveCall } from '../calls/placed-call.ts';

const sockets: Socket[] = [];

/** A test that runs beside others passes the `onTestFinished` of its own. */
async function listen(options: StartOptions = {}, finished = onTestFinished) {
  const on = await startApi(options);
  const port = Number(new URL(await on.api.listen({ host: '127.0.0.1', port: 0 })).port);
  finished(async () => {
    for (const socket of sockets) if (socket.remotePort === port) socket.destroy();
    await on.stop();
  });
  return { ...on, port };
}

/** A client that never closes its own half. */
async function open(port: number, text: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Everything that comes until the server has sent its last (`end`), or closed the connection (`close`). */
async function answerOf(socket: Socket, until: 'end' | 'close'): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  await new Promise((resolve) => socket.on(until, resolve));
  return text;
}

/** A body that was announced and never ends. */
function dribble(socket: Socket): void {
  const timer = setInterval(() => socket.write('x'), 50);
  socket.on('close', () => clearInterval(timer));
}

const connectionsOf = (on: Awaited<ReturnType<typeof listen>>) =>
  new Promise<number>((resolve) => {
    on.api.server.getConnections((_error, count) => resolve(count));
  });

const key = `Authorization: Bearer ${API_KEY}\r\n`;
// These ten wait for seconds, and so at the same time.
test.concurrent.for([
  ['404', 'POST /nothing', 'Content-Type: application/json\r\n'],
  ['404', 'POST /hooks/click2call/c1.1.1.1/AAAAAAAAAAAAAAAAAAAAAA', ''],
  ['405', 'PUT /v1/account', 'Content-Type: application/json\r\n'],
  ['401', 'POST /v1/campaigns', 'Content-Type: application/json\r\n'],
  ['415', 'POST /v1/campaigns', `${key}Content-Type: text/html\r\n`],
  ['200', 'GET /healthz', ''],
  ['400', 'POST /%zz', ''],
  ['414', `POST /v1/calls/${'x'.repeat(2_000)}/hangup`, ''],
] as const)(
  '%s comes before the body, and a client that goes on sending is cut off: %s',
  async ([status, line, header], { expect, onTestFinished }) => {
    const { port } = await listen({}, onTestFinished);
    const head = `${line} HTTP/1.1\r\nHost: x\r\n${header}Content-Length: 900000\r\n\r\n{`;
    const socket = await open(port, head);
    dribble(socket);
    const answer = await answerOf(socket, 'close');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  },
);

test.concurrent(
  'headers that dribble are cut off, answered or not',
  { timeout: 30_000 },
  async ({ expect, onTestFinished }) => {
    const { port } = await listen({}, onTestFinished);
    const socket = await open(port, 'GET /healthz HTTP/1.1\r\nX: ');
    dribble(socket);
    expect(await answerOf(socket, 'close')).toMatch(/^HTTP\/1.1 408 /);
  },
);

test.concurrent(
  'a silent connection is closed',
  { timeout: 30_000 },
  async ({ expect, onTestFinished }) => {
    const on = await listen({}, onTestFinished);
    await open(on.port, '');
    await expect.poll(() => connectionsOf(on), { timeout: 25_000 }).toBe(1);
    await expect.poll(() => connectionsOf(on), { timeout: 25_000 }).toBe(0);
  },
);

test('the answer arrives even where much more was sent than is read', async () => {
  const { port } = await listen();
  const answer = await fetch(`http://127.0.0.1:${port}/nothing`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'x'.repeat(900_000),
  });
  expect(answer.status).toBe(404);
});

test('a connection without a key is closed with its answer; one with a key is kept', async () => {
  const { port } = await listen();
  const open401 = await fetch(`http://127.0.0.1:${port}/v1/account`);
  expect(open401.headers.get('connection')).toBe('close');
  const headers = { authorization: `Bearer ${API_KEY}` };
  const kept = await fetch(`http://127.0.0.1:${port}/v1/account`, { headers });
  expect(kept.headers.get('connection')).toBe('keep-alive');
});

/** More than the kernel takes at once. */
const LARGE = Buffer.alloc(64_000_000, 'x');
const large = (api: FastifyInstance) =>
  void api.get('/large', { config: { open: true } }, (_, reply) => reply.send(LARGE));

test('an answer that nobody reads is ended where no key was shown; with a key it waits', async () => {
  const connectionLimits = { ...CONNECTION_LIMITS, unprovenAnswerMs: 200 };
  const on = await listen({ connectionLimits, routes: large });
  const keyed = await open(on.port, `GET /v1/account HTTP/1.1\r\nHost: x\r\n${key}\r\n`);
  await once(keyed, 'data');
  const idle = await Promise.all(Array.from({ length: 20 }, () => open(on.port, '')));
  for (const socket of [keyed, ...idle]) {
    socket.pause().write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  }
  await expect.poll(() => connectionsOf(on), { timeout: 10_000 }).toBe(1);
  let bytes = 0;
  keyed.on('data', (part: Buffer) => (bytes += part.length)).resume();
  await expect.poll(() => bytes).toBeGreaterThan(LARGE.length);
});

test('an answer that is read in time is whole', async () => {
  const connectionLimits = { ...CONNECTION_LIMITS, unprovenAnswerMs: 10_000 };
  const { port } = await listen({ connectionLimits, routes: large });
  const answer = await fetch(`http://127.0.0.1:${port}/large`);
  expect((await answer.arrayBuffer()).byteLength).toBe(LARGE.length);
});

const UNREAD = {
  ...CONNECTION_LIMITS,
  unread: { ...CONNECTION_LIMITS.unread, most: 6, mostOfClient: 4 },
};

test('large answers that nobody reads are few, in all and to one address; a small one and one with a key are given all the same', async () => {
  const on = await listen({ connectionLimits: UNREAD, routes: large });
  const ask = async (from: number, path = '/large') => {
    const socket = await open(
      on.port,
      `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `127.0.0.${from}`,
    );
    const [head] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    return head.toString('latin1');
  };
  for (let n = 0; n < 4; n++) expect(await ask(2)).toMatch(/^HTTP\/1.1 200 /);
  expect(await ask(2)).toMatch(
    /^HTTP\/1.1 503 [^]*connection: close\r\n[^]*retry-after: 2\r\n[^]*too_many_unread_answers/i,
  );
  for (let n = 3; n < 5; n++) expect(await ask(n)).toMatch(/^HTTP\/1.1 200 /);
  expect(await ask(5)).toMatch(/^HTTP\/1.1 503 /);
  expect(await ask(2, '/healthz')).toMatch(/^HTTP\/1.1 200 /);
  const keyed = await open(
    on.port,
    `GET /v1/account HTTP/1.1\r\nHost: x\r\n${key}\r\n`,
    '127.0.0.2',
  );
  await once(keyed, 'data');
  keyed.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String((await once(keyed, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
});

test('the answer that is unread for the longest time gives way to a newer one', async () => {
  const unread = { ...UNREAD.unread, graceMs: 0 };
  const on = await listen({ connectionLimits: { ...UNREAD, unread }, routes: large });
  for (let n = 0; n < 20; n++) {
    const socket = await open(on.port, 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n', '127.0.0.2');
    await once(socket, 'data');
    socket.pause();
  }
  expect(await connectionsOf(on)).toBe(4);
  const answer = await fetch(`http://127.0.0.1:${on.port}/large`);
  expect((await answer.arrayBuffer()).byteLength).toBe(LARGE.length);
});

const SMALL: ConnectionLimits = {
  most: 40,
  mostUnproven: 20,
  mostUnprovenOfAddress: 15,
  mostKeyed: 10,
  unprovenAnswerMs: 30_000,
  unread: { smallBytes: 1_000, most: 6, mostOfClient: 4, graceMs: 500 },
};

async function flood(port: number, count: number, localAddress?: string): Promise<Socket[]> {
  const dribbling: Socket[] = [];
  for (let n = 0; n < count; n++) {
    dribbling.push(await open(port, 'POST /v1/x HTTP/1.1\r\nX: ', localAddress));
  }
  return dribbling;
}

test('sockets without a key do not shut webhooks out, however many and from wherever', async () => {
  const on = await listen({ connectionLimits: SMALL });
  const ref = await liveCall(on);
  const path = on.eventHook(`${ref}.1`);
  for (let from = 2; from < 8; from++) {
    await flood(on.port, 20, `127.0.0.${from}`);
    const body = JSON.stringify(eventBody(from, 'some_day_new', `carrier-${ref}`));
    const answer = await fetch(`http://127.0.0.1:${on.port}${path}`, { method: 'POST', body });
    expect(answer.status).toBe(204);
    expect(await connectionsOf(on)).toBeLessThanOrEqual(SMALL.most);
  }
  expect(await on.store.events(ref)).toHaveLength(6);
});

test('webhooks that are held with valid tokens shut out neither other webhooks nor callers with a key', async () => {
  const on = await listen({ connectionLimits: SMALL });
  const ref = await liveCall(on);
  const url = `http://127.0.0.1:${on.port}`;
  let seq = 0;
  for (let from = 2; from < 8; from++) {
    for (let n = 0; n < 20; n++) {
      const hook = on.eventHook(`c${n}.1.1.1`);
      const head = `POST ${hook} HTTP/1.1\r\nContent-Length: 100\r\n\r\n{`;
      await open(on.port, head, `127.0.0.${from}`);
    }
    const webhooks = Array.from({ length: 8 }, async () => {
      const body = JSON.stringify(eventBody(++seq, 'bridged', `carrier-${ref}`));
      const sent = { method: 'POST', body, headers: { connection: 'close' } };
      return (await fetch(url + on.eventHook(`${ref}.1`), sent)).status;
    });
    expect(await Promise.all(webhooks)).toEqual(Array(8).fill(204));
    const headers = { authorization: `Bearer ${API_KEY}`, connection: 'close' };
    expect((await fetch(`${url}/v1/account`, { headers })).status).toBe(200);
    expect(await connectionsOf(on)).toBeLessThanOrEqual(SMALL.most);
  }
  expect(await on.store.events(ref)).toHaveLength(seq);
});

test('where all connections belong to webhooks, an idle one gives way first, then the one whose body is longest under way', async () => {
  const on = await listen({ connectionLimits: { ...SMALL, most: 4, mostUnproven: 2 } });
  const head = (length: number) =>
    `POST ${on.eventHook('c1.1.1.1')} HTTP/1.1\r\nContent-Length: ${length}\r\n\r\n`;
  const ends: string[] = [];
  const start = async (name: string, text: string) => {
    const socket = await open(on.port, text);
    socket.resume().on('end', () => ends.push(name));
    await expect.poll(() => connectionsOf(on)).toBeGreaterThan(0);
    return socket;
  };
  const idle = async (name: string) => once(await start(name, `${head(2)}{}`), 'data');
  await start('first body', head(100));
  await idle('idle');
  await start('second body', head(100));
  await start('third body', head(100));
  await idle('a fifth');
  await expect.poll(() => ends).toEqual(['idle']);
  await start('fourth body', head(100));
  await expect.poll(() => ends).toEqual(['idle', 'a fifth']);
  await start('fifth body', head(100));
  await expect.poll(() => ends).toEqual(['idle', 'a fifth', 'first body']);
});

test('a webhook whose body has arrived is not broken off for others, however long the store takes', async () => {
  let isStored = Promise.resolve();
  const slow = (store: Store): Store => {
    const append = store.appendEvent.bind(store);
    return Object.assign(store, {
      appendEvent: async (event: InboxEvent) => {
        await isStored;
        return append(event);
      },
    });
  };
  const on = await listen({
    connectionLimits: { ...SMALL, most: 4, mostUnproven: 2 },
    store: slow,
  });
  const ref = await liveCall(on);
  const { promise, resolve: store } = Promise.withResolvers<void>();
  isStored = promise;
  const body = JSON.stringify(eventBody(1, 'bridged', `carrier-${ref}`));
  const head = `POST ${on.eventHook(`${ref}.1`)} HTTP/1.1\r\nContent-Length:`;
  const whole = await open(on.port, `${head} ${body.length}\r\n\r\n${body}`);
  for (let n = 0; n < 12; n++) await open(on.port, `${head} 100\r\n\r\n{`);
  const answer = once(whole, 'data');
  store();
  expect(String((await answer)[0])).toMatch(/^HTTP\/1.1 204 /);
});

test('the token of a webhook does not allow to leave an answer unread', async () => {
  const connectionLimits = { ...CONNECTION_LIMITS, unprovenAnswerMs: 200 };
  const on = await listen({ connectionLimits, routes: large });
  const hook = `POST ${on.eventHook('c1.1.1.1')} HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}`;
  const socket = await open(on.port, hook);
  await once(socket, 'data');
  socket.pause().write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => connectionsOf(on), { timeout: 5_000 }).toBe(0);
});

test('one address takes only its own share of those without a key', async () => {
  const on = await listen({ connectionLimits: SMALL });
  const [other] = await flood(on.port, 1, '127.0.0.3');
  const many = await flood(on.port, 40, '127.0.0.2');
  await expect
    .poll(() => many.filter((socket) => !socket.readableEnded && !socket.destroyed).length)
    .toBe(SMALL.mostUnprovenOfAddress);
  expect(other!.destroyed).toBe(false);
  expect(await connectionsOf(on)).toBe(SMALL.mostUnprovenOfAddress + 1);
});

test('a trusted proxy may bring many clients', async () => {
  const on = await listen({ connectionLimits: SMALL, trustedProxies: ['127.0.0.0/30'] });
  await flood(on.port, 18, '127.0.0.2');
  await expect.poll(() => connectionsOf(on)).toBe(18);
});

test('callers with a key leave room for webhooks: an idle one gives way, else it is 503', async () => {
  const on = await listen({ connectionLimits: SMALL });
  const ref = await liveCall(on);
  const ask = `GET /v1/account HTTP/1.1\r\nHost: x\r\n${key}\r\n`;
  const upload =
    `POST /v1/campaigns HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\n` +
    'Content-Length: 100\r\n\r\n{';
  const idle = await open(on.port, ask);
  await once(idle, 'data');
  const gone = once(idle, 'end');
  for (let n = 0; n < SMALL.mostKeyed; n++) await open(on.port, upload);
  await gone;
  const refused = await answerOf(await open(on.port, ask), 'end');
  expect(refused).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 5[^]*too_many_connections/i);
  const body = JSON.stringify(eventBody(1, 'bridged', `carrier-${ref}`));
  const url = `http://127.0.0.1:${on.port}${on.eventHook(`${ref}.1`)}`;
  expect((await fetch(url, { method: 'POST', body })).status).toBe(204);
});

test('bodies that dribble under one token give way to those that come after', async () => {
  const on = await listen({ hookLimits: { ...HOOK_LIMITS, mostAtOnce: 5, graceMs: 0 } });
  const ref = await liveCall(on);
  const path = on.eventHook(`${ref}.1`);
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{`;
  const first = await open(on.port, head);
  const answer = answerOf(first, 'end');
  for (let n = 0; n < 5; n++) await open(on.port, head);
  expect(await answer).toMatch(/^HTTP\/1.1 408 /);
});

test('the log shows the address of a refused client, and believes only a trusted proxy about it', async () => {
  for (const [trustedProxies, forwarded, seen] of [
    [[], '198.51.100.7', '127.0.0.1'],
    [['127.0.0.1'], '198.51.100.7', '198.51.100.7'],
    [['127.0.0.1'], '192.0.2.1, 198.51.100.7', '198.51.100.7'],
    [['127.0.0.1'], 'canary"\u0080', '127.0.0.1'],
  ] as const) {
    const on = await listen({ trustedProxies: [...trustedProxies] });
    const headers = { 'x-forwarded-for': forwarded };
    await fetch(`http://127.0.0.1:${on.port}/v1/account`, { headers });
    await expect.poll(() => on.logged.some((line) => line.includes('"status":401'))).toBe(true);
    const line = on.logged.find((text) => text.includes('"status":401'))!;
    expect(JSON.parse(line)).toMatchObject({ client: seen });
    expect(on.logged.join('')).not.toContain('canary');
  }
});
