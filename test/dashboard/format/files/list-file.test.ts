import { expect, test } from 'vitest';
import {
  encodingOf,
  isPacked,
  listTypeOf,
} from '../../../../src/dashboard/format/files/list-file.ts';

test.each([
  ['people.csv', 'text/csv'],
  ['People.CSV', 'text/csv'],
  ['people.v2.ndjson', 'application/x-ndjson'],
  ['people.json', 'application/json'],
  ['people', 'text/csv'],
  ['people.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['people.csv.gz', 'application/gzip'],
])('%s is sent as %s', (name, type) => {
  expect(listTypeOf(name)).toBe(type);
});

test.each([
  ['utf-8', new TextEncoder().encode('Zoë').slice(0, 3)],
  ['windows-1252', Uint8Array.of(0x5a, 0x6f, 0xeb, 0x2c)],
  ['utf-16le', Uint8Array.of(0xff, 0xfe, 0x5a, 0)],
  ['utf-16be', Uint8Array.of(0xfe, 0xff, 0, 0x5a)],
])(
  'the encoding of a file is known from its beginning, whose end may be cut: %s',
  (encoding, bytes) => {
    expect(encodingOf(bytes.buffer)).toBe(encoding);
  },
);

test.each([
  ['a workbook', [0x50, 0x4b, 3, 4], true],
  ['a compressed list', [0x1f, 0x8b, 8], true],
  ['a text', [0x50, 0x68], false],
])('%s is read by the server alone: %s %s', (_, bytes, packed) => {
  expect(isPacked(Uint8Array.from(bytes).buffer)).toBe(packed);
});
