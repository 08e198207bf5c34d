/** A carrier, or a proxy before it, may send answers with 1xx before the real one, unasked (RFC 9110, 15.2). */
import { expect, test } from 'vitest';
import { meaningOf } from '../../../src/domain/calls/placement.ts';
import { clientFor, openGate, request } from '../carrier-under-test.ts';
import { rawServer, saying } from '../servers.ts';

const BODY = '{"id":"c-1","status":"bridged","cost":null}';
const FINAL = `HTTP/1.1 201 Created\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;
const OK = FINAL.replace('201 Created', '200 OK');

const BEFORE: [string, string][] = [
  ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['100 with headers', 'HTTP/1.1 100 Continue\r\nserver: proxy\r\ndate: now\r\n\r\n'],
  ['102 Processing', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n'],
  ['an unknown 199', 'HTTP/1.1 199 Odd\r\n\r\n'],
  ['several', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(5) + 'HTTP/1.1 103 Early Hints\r\n\r\n'],
];

/** Pieces with pauses of one turn, so that they arrive apart. */
const inPieces =
  (...pieces: string[]): Parameters<typeof rawServer>[0] =>
  (socket) => {
    socket.once('data', () => {
      const next = () => {
        const piece = pieces.shift();
        if (piece === undefined) socket.end();
        else socket.write(piece, () => setImmediate(next));
      };
      next();
    });
  };

test.each(BEFORE)(
  '%s before the answer to a POST is read past, with one POST',
  async (_, before) => {
    for (const onSocket of [
      saying(before + FINAL),
      inPieces(before, FINAL),
      inPieces(...(before + FINAL).match(/[^]{1,7}/g)!),
    ]) {
      const server = await rawServer(onSocket);
      const observed = await clientFor(server.origin).place(request(), openGate());
      expect(meaningOf(observed)).toEqual({ kind: 'accepted', carrierCallId: 'c-1', status: 201 });
      expect(server.received().split('POST ')).toHaveLength(2);
      expect(server.connections()).toBe(1);
    }
  },
);

test.each(BEFORE)('%s before a refusal is read past', async (_, before) => {
  const body = '{"error":{"code":"insufficient_funds"}}';
  const refused = `HTTP/1.1 402 No\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const server = await rawServer(saying(before + refused));
  const observed = await clientFor(server.origin).place(request(), openGate());
  expect(meaningOf(observed)).toMatchObject({ kind: 'refused', refusal: { status: 402 } });
});

test.each(BEFORE)('%s is read past in every other request', async (_, before) => {
  const reading = clientFor((await rawServer(saying(before + OK))).origin);
  expect(await reading.show('c-1')).toMatchObject({ kind: 'call', status: 'bridged' });
  const hangingUp = clientFor((await rawServer(saying(before + OK))).origin);
  expect(await hangingUp.destroy('c-1')).toEqual({ kind: 'asked' });
  const found =
    'HTTP/1.1 302 Found\r\nlocation: https://cdn.example/a.mp3\r\ncontent-length: 0\r\n\r\n';
  const looking = clientFor((await rawServer(saying(before + found))).origin);
  expect(await looking.lookUpRecording('c-1', openGate())).toEqual({
    kind: 'redirect',
    url: 'https://cdn.example/a.mp3',
  });
});

test.each([
  ['nothing after it', 'HTTP/1.1 100 Continue\r\n\r\n', 'end'],
  ['a reset after it', 'HTTP/1.1 100 Continue\r\n\r\n', 'reset'],
  ['silence after it', 'HTTP/1.1 100 Continue\r\n\r\n', 'hang'],
  ['a head that is cut', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Cre', 'end'],
  [
    'a switch of protocols',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'end',
  ],
] as const)('a 1xx with %s is no answer: unknown, with one POST', async (_, text, then) => {
  const server = await rawServer(saying(text, then));
  const observed = await clientFor(server.origin, { postMs: 150 }).place(request(), openGate());
  expect(meaningOf(observed).kind).toBe('unknown');
  expect(server.received().split('POST ')).toHaveLength(2);
});

test('a flood of 1xx ends with the time of the answer', async () => {
  const server = await rawServer((socket) => {
    socket.once('data', () => {
      const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 1);
      socket.on('close', () => clearInterval(timer));
    });
  });
  const startedAtMs = performance.now();
  const observed = await clientFor(server.origin, { postMs: 300 }).place(request(), openGate());
  expect(observed).toEqual({ kind: 'no-answer', why: 'no answer in time' });
  expect(performance.now() - startedAtMs).toBeLessThan(2_000);
});
