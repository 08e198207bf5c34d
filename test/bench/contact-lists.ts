/** Lists of contacts as people send them, of any length and never whole in memory. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

interface ListedContact {
  number: string;
  name: string;
  row_key: string;
}

const WRITERS: Record<string, (contacts: Iterable<ListedContact>) => Generator<string>> = {
  *csv(contacts) {
    yield 'number,name,row_key,not_after\n';
    for (const { number, name, row_key } of contacts) {
      yield `${number},${name},${row_key},2099-01-01T00:00:00Z\n`;
    }
  },
  *ndjson(contacts) {
    for (const contact of contacts) yield `${JSON.stringify(contact)}\n`;
  },
  *json(contacts) {
    yield '{"contacts":[';
    let between = '';
    for (const contact of contacts) {
      yield between + JSON.stringify(contact);
      between = ',';
    }
    yield ']}';
  },
};

/** @param format csv, ndjson or json */
export async function writeList(
  file: string,
  format: string,
  contacts: Iterable<ListedContact>,
): Promise<void> {
  const writer = WRITERS[format];
  if (!writer) throw new Error(`cannot write a list as ${format}`);
  await pipeline(Readable.from(writer(contacts)), createWriteStream(file));
}

export const SUPPRESSED = '+12025550100';

/** Of a hundred rows two are to be refused, one repeats a number and one is suppressed. */
export function* faultyContacts(rows: number): Generator<ListedContact> {
  for (let n = 0; n < rows; n++) yield contact(n, faultyNumber(n));
}

/** All of them different, and good. Another `from`, other numbers. */
export function* goodContacts(rows: number, from = 0): Generator<ListedContact> {
  for (let n = from; n < from + rows; n++) yield contact(n, goodNumber(n));
}

const contact = (n: number, number: string): ListedContact => ({
  number,
  name: `Somebody ${n}`,
  row_key: `row ${n}`,
});

function faultyNumber(n: number): string {
  if (n % 100 === 10) return '+19005550100';
  if (n % 100 === 20) return '2025550100';
  if (n % 100 === 40) return SUPPRESSED;
  return goodNumber(n % 100 === 30 ? n - 1 : n);
}

// Central office codes from 200 to 999 in area codes that are given out.
const AREAS = [202, 212, 303, 312, 404, 415, 503, 512, 617, 702];
const LINES = 8_000_000;

/** A permutation, so that numbers do not come in the order of the index. */
export function goodNumber(n: number): string {
  if (n >= LINES) throw new RangeError(`there are ${LINES} numbers`);
  const line = (n * 7_919) % LINES;
  return `+1${AREAS[line % AREAS.length]}${2_000_000 + line}`;
}
