/** Whether a byte of the POST left, and what that makes of a failure. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SendGate } from '../../../src/carrier/client.ts';
import { meaningOf } from '../../../src/domain/calls/placement.ts';
import {
  API_KEY,
  CALLBACK_URL,
  clientFor,
  DESTINATION,
  openGate,
  request,
} from '../carrier-under-test.ts';
import { answering, closedPort, httpServer, rawServer, saying } from '../servers.ts';

const ACCEPTED = 'HTTP/1.1 201 Created\r\ncontent-length: 12\r\n\r\n{"id":"c-1"}';

/** Runs when the next TCP connection of this process is up, before any other listener runs. */
function whenNextConnected(run: () => void): void {
  const listener = (message: unknown) => {
    unsubscribe('net.client.socket', listener);
    (message as { socket: Socket }).socket.once('connect', run);
  };
  subscribe('net.client.socket', listener);
  onTestFinished(() => void unsubscribe('net.client.socket', listener));
}

describe('nothing is sent', () => {
  test('when the deadline has passed', async () => {
    const server = await httpServer(answering(201, { id: 'c-1' }));
    const observed = await clientFor(server.origin).place(
      request(),
      openGate({ deadlineAtMs: Date.now() - 1 }),
    );
    expect(observed).toEqual({ kind: 'not-sent', why: 'too late to send' });
    expect(meaningOf(observed).kind).toBe('not-sent');
    expect(server.connections()).toBe(0);
  });

  test('when it was cancelled before', async () => {
    const server = await httpServer(answering(201, { id: 'c-1' }));
    const observed = await clientFor(server.origin).place(
      request(),
      openGate({ signal: AbortSignal.abort() }),
    );
    expect(observed).toEqual({ kind: 'not-sent', why: 'cancelled before sending' });
    expect(server.connections()).toBe(0);
  });

  test('when it is cancelled between the connection and the first byte', async () => {
    const server = await rawServer(saying(ACCEPTED));
    const cancel = new AbortController();
    whenNextConnected(() => cancel.abort());
    const observed = await clientFor(server.origin).place(
      request(),
      openGate({ signal: cancel.signal }),
    );
    expect(observed).toEqual({ kind: 'not-sent', why: 'cancelled before sending' });
    await server.firstClosed;
    expect(server.received()).toBe('');
  });

  test('when the deadline passes between the connection and the first byte', async () => {
    const server = await rawServer(saying(ACCEPTED));
    const gate: SendGate = openGate();
    whenNextConnected(() => (gate.deadlineAtMs = Date.now()));
    const observed = await clientFor(server.origin).place(request(), gate);
    expect(observed).toEqual({ kind: 'not-sent', why: 'too late to send' });
    await server.firstClosed;
    expect(server.received()).toBe('');
  });

  test('when the connection is refused', async () => {
    const port = await closedPort();
    const observed = await clientFor(`http://127.0.0.1:${port}`).place(request(), openGate());
    expect(observed).toEqual({
      kind: 'not-sent',
      why: 'the carrier refuses connections (ECONNREFUSED)',
    });
  });

  test('when the host is not found', async () => {
    const observed = await clientFor('https://carrier.invalid').place(request(), openGate());
    expect(observed).toMatchObject({
      kind: 'not-sent',
      why: expect.stringMatching(
        /^the name of the carrier\u2019s host cannot be resolved \(E\w+\)$/,
      ),
    });
  });

  test('when TLS fails', async () => {
    const server = await rawServer(saying('this is not TLS'));
    const observed = await clientFor(`https://127.0.0.1:${server.port}`).place(
      request(),
      openGate(),
    );
    expect(observed.kind).toBe('not-sent');
    expect(server.received()).not.toContain('POST');
  });

  test('when TLS is not up by the deadline', async () => {
    const server = await rawServer(() => undefined);
    const observed = await clientFor(`https://127.0.0.1:${server.port}`).place(
      request(),
      openGate({ deadlineAtMs: Date.now() + 100 }),
    );
    expect(observed).toEqual({ kind: 'not-sent', why: 'no connection in time' });
    expect(server.connections()).toBe(1);
  });

  test('when it is cancelled within TLS', async () => {
    const cancel = new AbortController();
    const server = await rawServer((socket) => socket.once('data', () => cancel.abort()));
    const observed = await clientFor(`https://127.0.0.1:${server.port}`).place(
      request(),
      openGate({ signal: cancel.signal }),
    );
    expect(observed).toEqual({ kind: 'not-sent', why: 'cancelled before sending' });
  });
});

describe('bytes left and no answer can be read', () => {
  const broken: [string, Parameters<typeof rawServer>[0]][] = [
    ['the server closes the connection at once', (socket) => socket.end()],
    ['the server closes after the request', saying('')],
    ['the server resets after the request', saying('', 'reset')],
    ['the answer is not HTTP', saying('220 mail.example ESMTP\r\n')],
    ['the head is cut', saying('HTTP/1.1 201 Created\r\ncontent-le')],
    ['the body is cut', saying('HTTP/1.1 201 Created\r\ncontent-length: 90\r\n\r\n{"id":"c-1"}')],
    [
      'the body is cut between chunks',
      saying('HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\nc\r\n{"id":"c-1"}\r\n'),
    ],
    ['the body is reset', saying('HTTP/1.1 422 No\r\ncontent-length: 90\r\n\r\n{"error"', 'reset')],
    [
      'another protocol is proposed',
      saying('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
  ];

  test.each(broken)('%s: unknown, and nothing is sent again', async (_name, onSocket) => {
    const server = await rawServer(onSocket);
    const observed = await clientFor(server.origin).place(request(), openGate());
    expect(observed.kind).toBe('no-answer');
    expect(meaningOf(observed).kind).toBe('unknown');
    expect(server.connections()).toBe(1);
    expect(server.received().split('POST ').length).toBeLessThanOrEqual(2);
  });

  test.each([
    [saying(''), 'the carrier closed the connection before it had answered'],
    [saying('', 'reset'), 'the connection was reset before the carrier had answered (ECONNRESET)'],
    [
      saying('220 mail.example ESMTP\r\n'),
      'what the carrier answered is not HTTP (HPE_INVALID_CONSTANT)',
    ],
  ] as const)('what broke is said in words (%#)', async (onSocket, why) => {
    const server = await rawServer(onSocket);
    const observed = await clientFor(server.origin).place(request(), openGate());
    expect(observed).toEqual({ kind: 'no-answer', why });
  });

  test.each([
    ['before the head', ''],
    ['within the head', 'HTTP/1.1 201 Created\r\n'],
    ['within the body', 'HTTP/1.1 201 Created\r\ncontent-length: 90\r\n\r\n{"id":'],
  ])('silence %s is waited for so long and no longer', async (_name, text) => {
    const server = await rawServer(saying(text, 'hang'));
    const observed = await clientFor(server.origin, { postMs: 120 }).place(request(), openGate());
    expect(observed).toEqual({ kind: 'no-answer', why: 'no answer in time' });
  });

  test('an answer that never ends is cut off at its size', async () => {
    const server = await httpServer((_request, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(16_384, 0x20)));
      };
      response.writeHead(201).on('drain', more);
      more();
    });
    const observed = await clientFor(server.origin).place(request(), openGate());
    expect(observed).toEqual({ kind: 'no-answer', why: 'the answer is too large' });
  });
});

describe('once bytes have left', () => {
  test('a cancellation does not cut the answer off', async () => {
    const cancel = new AbortController();
    const server = await httpServer((seen, response) => {
      cancel.abort();
      answering(201, { id: 'c-1' })(seen, response);
    });
    const observed = await clientFor(server.origin).place(
      request(),
      openGate({ signal: cancel.signal }),
    );
    expect(meaningOf(observed)).toMatchObject({ kind: 'accepted', carrierCallId: 'c-1' });
  });

  test('the deadline for sending does not shorten the wait for the answer', async () => {
    const gate = openGate({ deadlineAtMs: Date.now() + 150 });
    const server = await httpServer((seen, response) => {
      const late = setTimeout(() => answering(201, { id: 'c-1' })(seen, response), 250);
      onTestFinished(() => clearTimeout(late));
    });
    const observed = await clientFor(server.origin).place(request(), gate);
    expect(meaningOf(observed).kind).toBe('accepted');
    expect(Date.now()).toBeGreaterThan(gate.deadlineAtMs);
  });
});

test('every POST has a connection of its own', async () => {
  const server = await httpServer(answering(201, { id: 'c-1' }));
  const client = clientFor(server.origin);
  for (let post = 1; post <= 3; post++) {
    await client.place(request(), openGate());
    expect(server.connections()).toBe(post);
  }
});

test('no failure quotes the key, the number or the callback URL', async () => {
  const echo = await rawServer((socket) => {
    socket.once('data', (chunk) => socket.end(chunk));
  });
  const refused = `http://127.0.0.1:${await closedPort()}`;
  for (const baseUrl of [echo.origin, refused, 'https://carrier.invalid']) {
    const observed = await clientFor(baseUrl).place(request(), openGate());
    const said = JSON.stringify(observed);
    for (const secret of [API_KEY, DESTINATION, CALLBACK_URL]) expect(said).not.toContain(secret);
  }
});

test('a key that cannot stand in a header is not sent', async () => {
  const server = await httpServer(answering(201, { id: 'c-1' }));
  const client = clientFor(server.origin, { apiKey: 'two\r\nlines' });
  expect((await client.place(request(), openGate())).kind).toBe('not-sent');
  expect(server.seen).toEqual([]);
});
