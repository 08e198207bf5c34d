/** Requests as bytes: headers nobody should send, and framing that is right, strange or broken. */
import fc from 'fast-check';
import { unreachable } from '../../src/domain/unreachable.ts';

export interface Framing {
  kind: 'length' | 'chunked' | 'broken';
  /** Names what is done, for the report. */
  how: string;
}

export interface RequestParts {
  method: string;
  target: string;
  headers: readonly string[];
  body: Buffer;
  framing: Framing;
  /** Where the bytes are parted into packets. */
  splits: readonly number[];
  copies: number;
}

export const oddHeaders: fc.Arbitrary<string[]> = fc
  .subarray(
    [
      'Content-Type: application/json',
      'Content-Type: application/json; charset=utf-16',
      'Content-Type: application/json; charset=nonsense',
      'Content-Type: text/plain',
      'Content-Type: no/type; ===',
      'Content-Type: ',
      'Content-Type: multipart/form-data; boundary=--x',
      'Content-Encoding: gzip',
      'Content-Encoding: br, nonsense',
      'Expect: 100-continue',
      'Expect: miracles',
      'Upgrade: h2c',
      'Upgrade: websocket',
      'X-Forwarded-For: 127.0.0.1',
      'X-Forwarded-Host: evil.example',
      'Forwarded: for=unknown',
      'X-HTTP-Method-Override: DELETE',
      'Accept: */*;q=nonsense',
      'Accept-Encoding: gzip;q=2',
      'Range: bytes=99-1',
      'If-Match: *',
      `If-Match: ${'x'.repeat(5_000)}`,
      `If-Match: ${'"a",'.repeat(1_000)}`,
      'Cookie: a=b; c=d',
      'Origin: null',
      'TE: trailers',
      'Trailer: X',
      `X-Long: ${'x'.repeat(8_000)}`,
      'X-Latin: caf\u00e9',
    ],
    { maxLength: 4 },
  )
  // Two of a kind are sent now and then.
  .chain((lines) =>
    fc.boolean().map((twice) => (twice ? [...lines, ...lines.slice(0, 1)] : lines)),
  );

const BROKEN = [
  'two lengths',
  'length and chunks',
  'a length that is none',
  'a negative length',
  'a length beyond the body',
  'a length short of the body',
  'a chunk size that is none',
  'no last chunk',
  'an unknown transfer coding',
  'chunked twice',
  'a header without a colon',
  'a space before the colon',
  'a NUL in a header',
  'a folded header',
  'bare line feeds',
  'too many headers',
  'too large a header',
  'HTTP/0.9',
  'HTTP/9.9',
  'the preface of HTTP/2',
] as const;
type Broken = (typeof BROKEN)[number];

export const framings: fc.Arbitrary<Framing> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Framing>({ kind: 'length', how: 'length' }) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('chunked', 'chunked in odd sizes', 'chunk extensions', 'trailers')
      .map((how): Framing => ({ kind: 'chunked', how })),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...BROKEN).map((how): Framing => ({ kind: 'broken', how })),
  },
);

export const splits: fc.Arbitrary<number[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<number[]>([]) },
  { weight: 1, arbitrary: fc.array(fc.nat(2_000), { minLength: 1, maxLength: 4 }) },
);

/** The packets of a request. */
export function packets(request: RequestParts): Buffer[] {
  const whole = Buffer.concat(Array.from({ length: request.copies }, () => bytesOf(request)));
  const cuts = [...new Set(request.splits)].filter((at) => at > 0 && at < whole.length);
  const edges = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
  return edges.slice(1).map((edge, index) => whole.subarray(edges[index], edge));
}

function bytesOf(request: RequestParts): Buffer {
  const { kind, how } = request.framing;
  if (kind === 'length') return plain(request);
  if (kind === 'chunked') return chunked(request, how);
  return brokenBytes(request, how as Broken);
}

function message(
  { method, target, headers }: RequestParts,
  framing: readonly string[],
  body: Buffer,
  { version = 'HTTP/1.1', newline = '\r\n' } = {},
): Buffer {
  const lines = [
    `${method} ${target} ${version}`,
    'Host: localhost',
    ...headers,
    ...framing,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(lines.join(newline), 'latin1'), body]);
}

const plain = (request: RequestParts) =>
  message(request, [`Content-Length: ${request.body.length}`], request.body);

function chunked(request: RequestParts, how: string): Buffer {
  const { body } = request;
  const size = how === 'chunked in odd sizes' ? 7 : 4_096;
  const extension = how === 'chunk extensions' ? ';name="value";x' : '';
  const parts: Buffer[] = [];
  // Not the largest bodies in crumbs: that would be work and no test.
  const step = body.length > 20_000 ? 8_192 : size;
  for (let at = 0; at < body.length; at += step) {
    const part = body.subarray(at, at + step);
    parts.push(
      Buffer.from(`${part.length.toString(16).toUpperCase()}${extension}\r\n`),
      part,
      CRLF,
    );
  }
  parts.push(Buffer.from(how === 'trailers' ? '0\r\nX-Trailer: 1\r\n\r\n' : '0\r\n\r\n'));
  return message(request, ['Transfer-Encoding: chunked'], Buffer.concat(parts));
}

const CRLF = Buffer.from('\r\n');

function brokenBytes(request: RequestParts, how: Broken): Buffer {
  const { body } = request;
  const length = `Content-Length: ${body.length}`;
  const chunks = 'Transfer-Encoding: chunked';
  const asChunk = Buffer.from(
    `${body.length.toString(16)}\r\n${body.toString('latin1')}\r\n0\r\n\r\n`,
    'latin1',
  );
  switch (how) {
    case 'two lengths':
      return message(request, [length, `Content-Length: ${body.length + 1}`], body);
    case 'length and chunks':
      return message(request, [length, chunks], asChunk);
    case 'a length that is none':
      return message(request, ['Content-Length: ten'], body);
    case 'a negative length':
      return message(request, ['Content-Length: -1'], body);
    case 'a length beyond the body':
      return message(request, [`Content-Length: ${body.length + 10}`], body);
    case 'a length short of the body':
      return message(request, [`Content-Length: ${Math.max(0, body.length - 5)}`], body);
    case 'a chunk size that is none':
      return message(request, [chunks], Buffer.from('zz\r\nhello\r\n0\r\n\r\n'));
    case 'no last chunk':
      return message(request, [chunks], asChunk.subarray(0, -5));
    case 'an unknown transfer coding':
      return message(request, ['Transfer-Encoding: nonsense'], body);
    case 'chunked twice':
      return message(request, ['Transfer-Encoding: chunked, chunked'], asChunk);
    case 'a header without a colon':
      return message(request, ['no colon', length], body);
    case 'a space before the colon':
      return message(request, [`Content-Length : ${body.length}`], body);
    case 'a NUL in a header':
      return message(request, ['X: a\0b', length], body);
    case 'a folded header':
      return message(request, ['X: a\r\n b', length], body);
    case 'bare line feeds':
      return message(request, [length], body, { newline: '\n' });
    case 'too many headers':
      return message(request, [...Array.from({ length: 1_500 }, () => 'X: y'), length], body);
    case 'too large a header':
      return message(request, [`X: ${'x'.repeat(40_000)}`, length], body);
    case 'HTTP/0.9':
      return Buffer.from(`${request.method} ${request.target}\r\n\r\n`, 'latin1');
    case 'HTTP/9.9':
      return message(request, [length], body, { version: 'HTTP/9.9' });
    case 'the preface of HTTP/2':
      return Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    default:
      return unreachable(how);
  }
}
