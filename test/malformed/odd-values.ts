/** What JSON, text and bytes can be at their worst. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';

export const oddTexts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\u202Egnp.exe',
    '=1+1',
    '@SUM(A1)',
    '-2+3',
    '\t=cmd',
    'Zoë 😀',
    '../../etc/passwd',
    '%2e%2e%2f',
    "'; DROP TABLE calls; --",
    '${jndi:ldap://x}',
    '\r\nSet-Cookie: a=b',
    '\u001b[31mred',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '\ufeff',
    '\ud800',
    '１２３',
    '٠١٢٣',
  ),
  fc.constantFrom(100, 201, 1_000, 10_000).map((length) => 'n'.repeat(length)),
);

const oddNumbers = fc.constantFrom(
  '0',
  '-0',
  '-1',
  '1.5',
  '1e3',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '99999999999999999999999',
  '9'.repeat(5_000),
  '0.1e1',
  '1E+2',
);

/** The source text of one JSON value. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: oddTexts.map((text) => JSON.stringify(text)) },
  { weight: 4, arbitrary: oddNumbers },
  { weight: 3, arbitrary: fc.constantFrom('null', 'true', 'false', '[]', '{}', '[[]]', '""') },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom('"\\ud800"', '"\\u0000"', '{"__proto__":{"a":1}}') },
  { weight: 1, arbitrary: fc.constantFrom(31, 32, 33, 64, 100, 5_000).chain(nested) },
  { weight: 1, arbitrary: fc.constantFrom(2_001, 30_000).map((n) => `[${'0,'.repeat(n)}0]`) },
);

function nested(depth: number): fc.Arbitrary<string> {
  return fc.constantFrom(
    '['.repeat(depth) + ']'.repeat(depth),
    '{"a":'.repeat(depth) + '1' + '}'.repeat(depth),
    '['.repeat(depth),
  );
}

/** The source text of an object with these fields, some of them odd, doubled, missing or strange. */
export function brokenObject(fields: Record<string, string>): fc.Arbitrary<string> {
  const names = Object.keys(fields);
  const member = (name: string, value: string) => `${JSON.stringify(name)}:${value}`;
  return fc
    .record({
      left: fc.subarray(names, { minLength: Math.max(0, names.length - 2) }),
      odd: fc.array(fc.tuple(fc.constantFrom(...names), oddJson), { maxLength: 2 }),
      more: fc.array(
        fc.tuple(fc.oneof(fc.constantFrom('__proto__', 'constructor', 'x'), oddTexts), oddJson),
        {
          maxLength: 1,
        },
      ),
    })
    .map(({ left, odd, more }) => {
      const members = left.map((name) => member(name, fields[name]!));
      // Behind the others: of two fields with one name the last counts.
      return `{${[...members, ...[...odd, ...more].map(([name, value]) => member(name, value))].join(',')}}`;
    });
}

/** What can happen to a body on its way. */
export function damaged(body: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  return fc
    .oneof(
      { weight: 8, arbitrary: body.map((text) => Buffer.from(text)) },
      {
        weight: 2,
        arbitrary: fc.tuple(body, fc.nat()).map(([text, n]) => cut(Buffer.from(text), n)),
      },
      {
        weight: 1,
        arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(body, fc.nat()).map(([text, n]) => flipped(Buffer.from(text), n)),
      },
      { weight: 1, arbitrary: body.map((text) => Buffer.from(text, 'utf16le')) },
      { weight: 1, arbitrary: body.map((text) => Buffer.from(`\ufeff${text}`)) },
      { weight: 1, arbitrary: body.chain(compressed) },
      { weight: 1, arbitrary: oddJson.map((text) => Buffer.from(text)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '',
          'event=completed&event_seq=1',
          '<xml/>',
          '{',
          '"',
          '{}}',
          '﻿',
          '[1,2',
        ),
      },
    )
    .map((bytes) => Buffer.from(bytes));
}

const compressed = (text: string) =>
  fc.constantFrom(gzipSync(text), deflateSync(text), brotliCompressSync(text));

const cut = (bytes: Buffer, at: number) =>
  bytes.subarray(0, bytes.length === 0 ? 0 : at % bytes.length);

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length > 0) copy[at % copy.length]! ^= 0x80 | (at & 0x7f);
  return copy;
}
