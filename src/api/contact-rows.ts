/** Reads lists of contacts: CSV, NDJSON or JSON. A faulty row is rejected with its reason, the others go on. */
import { parse } from 'csv-parse';
import * as z from 'zod';
import type { NewContact } from '../store/campaign-store.ts';
import { decodeUtf8 } from './bodies.ts';
import { readPhoneNumber } from './phone-number.ts';
import { Problem, fieldErrors } from './problem.ts';

interface RejectedRow {
  line: number;
  reason: string;
}

export interface ContactRows {
  contacts: NewContact[];
  rejected: RejectedRow[];
}

/** Reading and writing so many takes a second or two; more would keep webhooks waiting. */
const MOST_ROWS = 200_000;
const LONGEST_ROW_BYTES = 65_536;
const COLUMNS = ['number', 'name', 'row_key'];
const HEADER_LINE = `The header line must name columns out of: ${COLUMNS.join(', ')}.`;
const HOLDS_A_NUMBER = /(?:\d\D*){7}/;

const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `longer than ${longest} characters`)
    .nullish()
    .transform((value) => (value === '' ? null : (value ?? null)));

const ContactRow = z.strictObject({
  number: z.string('number is missing'),
  name: text(200),
  row_key: text(200),
});

export async function readCsv(body: Buffer): Promise<ContactRows> {
  const csv = decodeUtf8(body);
  const rows = new RowReader();
  let headed = false;
  const parser = parse(csv, {
    bom: true,
    columns: (header: string[]) => {
      headed = true;
      return checkColumns(header);
    },
    delimiter: delimiterOf(csv),
    info: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: LONGEST_ROW_BYTES,
  });
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      rows.take(info.lines, record);
    }
  } catch (error) {
    throw error instanceof Problem ? error : malformedCsv(error);
  }
  if (!headed) throw badColumns('There is no header line.', []);
  return rows.read;
}

interface CsvRecord {
  record: Record<string, string>;
  info: { lines: number };
}

export async function readNdjson(body: Buffer): Promise<ContactRows> {
  const rows = new RowReader();
  let line = 0;
  for (const written of decodeUtf8(body).split('\n')) {
    line += 1;
    if (line % 5_000 === 0) await setImmediatePromise();
    if (written.trim() === '') continue;
    const row = parsedOrUndefined(written);
    if (row === undefined) rows.reject(line, 'is not valid JSON');
    else rows.take(line, row);
  }
  return rows.read;
}

/** Rows of a JSON array count as lines, from 1. */
export function readArray(rows: readonly unknown[]): ContactRows {
  const reader = new RowReader();
  rows.forEach((row, index) => reader.take(index + 1, row));
  return reader.read;
}

class RowReader {
  readonly read: ContactRows = { contacts: [], rejected: [] };

  take(line: number, row: unknown): void {
    const parsed = ContactRow.safeParse(row);
    if (!parsed.success) return this.reject(line, reasonOf(parsed.error));
    const number = readPhoneNumber(parsed.data.number);
    if ('fault' in number) return this.reject(line, number.fault);
    this.bound();
    const { name, row_key: rowKey } = parsed.data;
    this.read.contacts.push({ number: number.e164, name, rowKey, line });
  }

  reject(line: number, reason: string): void {
    this.bound();
    this.read.rejected.push({ line, reason });
  }

  private bound(): void {
    if (this.read.contacts.length + this.read.rejected.length < MOST_ROWS) return;
    throw new Problem({
      status: 413,
      code: 'too_many_rows',
      detail: `At most ${MOST_ROWS} rows in one request: send the rest in another.`,
    });
  }
}

function reasonOf(error: z.ZodError): string {
  return error.issues
    .flatMap((issue) => fieldErrors(issue))
    .map(({ pointer = '', detail }) => {
      const field = pointer.replace(/^#\/?/, '');
      return field === '' || detail.startsWith(field) ? detail : `${field}: ${detail}`;
    })
    .join('; ');
}

// The header holds our own column names only, so it shows which delimiter the file was written with.
function delimiterOf(csv: string): ',' | ';' {
  return csv.slice(0, 1_000).split(/\r?\n/, 1)[0]!.includes(';') ? ';' : ',';
}

function checkColumns(header: string[]): string[] {
  const columns = header.map((name) => name.trim().toLowerCase());
  // A file without its header line begins with somebody's number and name.
  if (columns.some((name) => HOLDS_A_NUMBER.test(name))) {
    throw badColumns(`The first line is a contact. ${HEADER_LINE}`, []);
  }
  const faults = columns
    .filter((name, index) => !COLUMNS.includes(name) || columns.indexOf(name) !== index)
    .map((name) => ({
      pointer: `#/${name}`,
      detail: COLUMNS.includes(name) ? 'column stands twice' : 'unknown column',
    }));
  if (!columns.includes('number'))
    faults.push({ pointer: '#/number', detail: 'column is missing' });
  if (faults.length > 0) {
    throw badColumns(HEADER_LINE, faults);
  }
  return columns;
}

const badColumns = (detail: string, errors: { pointer: string; detail: string }[]) =>
  new Problem({ status: 422, code: 'malformed_csv', detail, errors, more: { line: 1 } });

// The parser's message quotes the row: only its code and place are told.
function malformedCsv(error: unknown): Problem {
  const { code, lines } = error as { code?: string; lines?: number };
  const reason = CSV_FAULTS[code ?? ''] ?? 'cannot be read';
  return new Problem(
    {
      status: 422,
      code: 'malformed_csv',
      detail: `Line ${lines ?? '?'} ${reason}. Nothing was imported.`,
      errors: [{ pointer: `#/${lines ?? ''}`, detail: reason }],
      more: { line: lines ?? null },
    },
    { cause: error },
  );
}

const CSV_FAULTS: Record<string, string> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: 'has another number of fields than the header line',
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'has something behind a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of a field',
  CSV_MAX_RECORD_SIZE: 'is too long, or a quote is never closed',
};

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const setImmediatePromise = () => new Promise<void>((resolve) => void setImmediate(resolve));
