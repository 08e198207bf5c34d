/** What a server can answer: a head and a body, framed well or badly, whole or cut. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import fc from 'fast-check';
import { unreachable } from '../../src/domain/unreachable.ts';

export type Framing = 'length' | 'chunked' | 'close';

export interface Said {
  status: number;
  headers: string[];
  body: Buffer;
  framing: Framing;
  /** Strange ways to begin; `plain` for none. */
  head: 'plain' | 'interim' | (typeof BROKEN_HEADS)[number];
  /** Part of the bytes that is sent, of a thousand. */
  sent: number;
  /** What becomes of the connection afterwards. */
  after: 'end' | 'reset' | 'hang';
}

export const BROKEN_HEADS = [
  'no status',
  'a status that is none',
  'HTTP/0.9',
  'HTTP/3.0',
  'length and chunks',
  'two lengths',
  'a length that is none',
  'a length too short',
  'a length too long',
  'a header without a colon',
  'a NUL in a header',
  'a huge header',
  'bare line feeds',
  'nothing but noise',
  'an upgrade',
] as const;

export const whole = { sent: 1_000, after: 'end' as const };

export const deliveries: fc.Arbitrary<Pick<Said, 'sent' | 'after'>> = fc.oneof(
  { weight: 30, arbitrary: fc.constant(whole) },
  {
    weight: 8,
    arbitrary: fc.record({
      sent: fc.nat(999),
      after: fc.constantFrom('end' as const, 'reset' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ sent: fc.nat(999), after: fc.constant('hang' as const) }) },
);

export const heads: fc.Arbitrary<Said['head']> = fc.oneof(
  { weight: 16, arbitrary: fc.constant<Said['head']>('plain') },
  { weight: 1, arbitrary: fc.constant<Said['head']>('interim') },
  { weight: 5, arbitrary: fc.constantFrom(...BROKEN_HEADS) },
);

/** Whether a reader can know that it has all there is. */
export function isWhole({ sent, after, framing }: Said): boolean {
  if (sent < 1_000) return false;
  // What ends with the connection ends well only where the connection does.
  return framing === 'close' ? after === 'end' : true;
}

export function bytesOf(said: Said): Buffer {
  const all = wholeBytes(said);
  return all.subarray(0, Math.floor((all.length * said.sent) / 1_000));
}

function wholeBytes({ status, headers, body, framing, head }: Said): Buffer {
  const line = `HTTP/1.1 ${status} Whatever`;
  const make = (first: string, more: string[], newline = '\r\n') =>
    Buffer.concat([
      Buffer.from([first, ...more, ...headers, '', ''].join(newline), 'latin1'),
      framed(body, framing),
    ]);
  const framingHeaders: Record<Framing, string[]> = {
    length: [`Content-Length: ${body.length}`],
    chunked: ['Transfer-Encoding: chunked'],
    close: ['Connection: close'],
  };
  const frame = framingHeaders[framing];
  switch (head) {
    case 'plain':
      return make(line, frame);
    case 'interim':
      return Buffer.concat([
        Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
        make(line, frame),
      ]);
    case 'no status':
      return make('HTTP/1.1 ', frame);
    case 'a status that is none':
      return make('HTTP/1.1 2xx OK', frame);
    case 'HTTP/0.9':
      return body;
    case 'HTTP/3.0':
      return make(`HTTP/3.0 ${status} OK`, frame);
    case 'length and chunks':
      return make(line, [...framingHeaders.length, ...framingHeaders.chunked]);
    case 'two lengths':
      return make(line, [`Content-Length: ${body.length}`, `Content-Length: ${body.length + 1}`]);
    case 'a length that is none':
      return make(line, ['Content-Length: many']);
    case 'a length too short':
      return make(line, [`Content-Length: ${Math.max(0, body.length - 3)}`]);
    case 'a length too long':
      return make(line, [`Content-Length: ${body.length + 3}`]);
    case 'a header without a colon':
      return make(line, ['no colon', ...frame]);
    case 'a NUL in a header':
      return make(line, ['X: a\0b', ...frame]);
    case 'a huge header':
      return make(line, [`X: ${'x'.repeat(40_000)}`, ...frame]);
    case 'bare line feeds':
      return make(line, frame, '\n');
    case 'nothing but noise':
      return Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 noise', 'latin1');
    case 'an upgrade':
      return make('HTTP/1.1 101 Switching Protocols', ['Upgrade: h2c', 'Connection: upgrade']);
    default:
      return unreachable(head);
  }
}

function framed(body: Buffer, framing: Framing): Buffer {
  if (framing !== 'chunked') return body;
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += 1_000) {
    const part = body.subarray(at, at + 1_000);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

export interface AnsweringServer {
  origin: string;
  port: number;
  connections(): number;
  /** Requests that carried the key. */
  keysSeen(): number;
  stop(): void;
}

/** Answers each request with what `sayTo` returns for its text; one request to a connection. */
export async function answeringServer(
  sayTo: (request: string) => Said | undefined,
): Promise<AnsweringServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let keysSeen = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
      if (!isWholeRequest(text)) return;
      if (/^authorization:/im.test(text)) keysSeen++;
      const said = sayTo(text);
      text = '';
      if (said === undefined) {
        socket.destroy();
        return;
      }
      socket.write(bytesOf(said), () => {
        if (said.after === 'end') socket.end();
        if (said.after === 'reset') socket.resetAndDestroy();
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    connections: () => connections,
    keysSeen: () => keysSeen,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function isWholeRequest(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
  return text.length >= end + 4 + length;
}
