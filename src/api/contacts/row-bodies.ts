/** Request bodies that hold rows with numbers, as CSV, NDJSON or JSON. */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { ColumnMapping } from '../../domain/lists/column-suggestion.ts';
import { dataKeyOf } from '../../domain/contacts/details.ts';
import { MOST_OF_PERSON } from '../../domain/contacts/next-number.ts';
import { splitNumbers } from '../../domain/lists/several-numbers.ts';
import { withCallingCode } from './rows/contact-rows.ts';
import { KNOWN_TITLES } from './rows/row-fields.ts';
import { readPhoneNumber } from './numbers/phone-number.ts';
import { bodyFormOf } from '../http/text/body-text.ts';
import { Problem } from '../http/problem.ts';
import { readJson, readNdjson } from './rows/json-rows.ts';
import { spool, tooLarge, type Spooled } from './spool.ts';
import { csvTable } from './tables/csv-records.ts';
import type { TableSpec } from './tables/header-line.ts';
import { OWN_FILES } from './tables/own-files.ts';
import { readTable } from './tables/table-rows.ts';
import type { TextRow } from './rows/text-row.ts';
import { isWorkbook, workbookTable } from './workbook/workbook-table.ts';

/** How a body is read. A table may be text or a workbook, whatever its content type says. */
const FORMATS = {
  'text/csv': 'table',
  'text/plain': 'table',
  'text/tab-separated-values': 'table',
  'application/vnd.ms-excel': 'table',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'table',
  'application/gzip': 'table',
  'application/x-ndjson': 'ndjson',
  'application/json': 'json',
} as const;
type Format = (typeof FORMATS)[keyof typeof FORMATS];

/** The limit for a list of numbers. All are kept in memory until they are added. */
const LARGEST_NUMBERS_BYTES = 16 * 1_048_576;
const MOST_NUMBERS = 200_000;
/** Number of rows read in one turn of the event loop. */
const ROWS_PER_TURN = 200;

// The schema only documents the body, which is a stream when it is validated. Rows are checked one by one, so that a
// faulty row is reported and the others are accepted.
const ContactList = z.unknown().meta({
  id: 'ContactList',
  override: {
    type: 'object',
    required: ['contacts'],
    additionalProperties: false,
    properties: {
      contacts: {
        type: 'array',
        items: {
          type: 'object',
          required: ['number'],
          additionalProperties: false,
          properties: {
            number: { type: 'string', examples: ['+12025550101'] },
            name: { type: ['string', 'null'] },
            row_key: {
              type: ['string', 'null'],
              description: 'Your own key for the row; unique in the campaign.',
            },
            zone: {
              type: ['string', 'null'],
              description: 'IANA time zone, or several separated by `|`: all of them must be open.',
            },
            agent_id: {
              type: ['string', 'null'],
              description: 'The only agent who may take calls with this contact.',
            },
            not_before: { type: ['string', 'null'], format: 'date-time' },
            not_after: { type: ['string', 'null'], format: 'date-time' },
            calling_code: {
              type: ['string', 'null'],
              description: 'Of a number that is written without it: `44`, `+44` or `01144`.',
            },
            do_not_call: {
              type: ['boolean', 'string', 'null'],
              description:
                'Whether the person must not be called: true, yes, 1 or x leaves the row out; false, no, 0 or nothing ' +
                'does not. A row with anything else is rejected.',
            },
            suppress: {
              type: ['boolean', 'string', 'null'],
              description:
                'The same, and the number is put on the suppression list that `suppress_list` names.',
            },
            country: {
              type: ['string', 'null'],
              description:
                'Of a number that is written without its country code: `GB`, `GBR` or a name in a common language. It counts ' +
                'for the time zones too.',
            },
            region: {
              type: ['string', 'null'],
              description:
                'State or province of the United States, Canada or Australia: `FL`, `US-FL` or `Florida`. Time zones follow from it.',
            },
            postal_code: {
              type: ['string', 'null'],
              description: 'Of the same countries. Time zones follow from it.',
            },
            company: { type: ['string', 'null'], maxLength: 200 },
            language: { type: ['string', 'null'], maxLength: 35, examples: ['de'] },
            data: {
              type: ['object', 'null'],
              description:
                'Fields of your own, up to 4,000 characters of JSON. Agents see them; no rule reads them. In a table each has a ' +
                'column: `data.plan`.',
              additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
              examples: [{ plan: 'gold' }],
            },
            person_key: {
              type: ['string', 'null'],
              maxLength: 100,
              description:
                'Your own key for the person, in lists with a row for each number: rows with the same key are numbers of one ' +
                'person in the campaign.',
            },
            number_label: {
              type: ['string', 'null'],
              maxLength: 50,
              description: 'What the number is, such as `mobile`.',
            },
            further_numbers: {
              type: ['array', 'null'],
              maxItems: MOST_OF_PERSON - 1,
              description:
                'Other numbers of the person, in order. Each is a contact of its own, and one of them at a time is called: ' +
                'the redial rules say when another one is.',
              items: {
                type: 'object',
                required: ['number'],
                additionalProperties: false,
                properties: {
                  number: { type: 'string', examples: ['+12025550102'] },
                  number_label: { type: ['string', 'null'] },
                },
              },
            },
          },
        },
      },
    },
  },
});

const rowText = (example: string) =>
  z.unknown().meta({ override: { type: 'string', examples: [example] } });

const File = z.unknown().meta({ override: { type: 'string', format: 'binary' } });

/** The body that a route for rows declares. */
export const rowsBody = {
  content: {
    'application/json': { schema: ContactList },
    'text/csv': { schema: rowText('number,name\n+12025550101,Ada\n') },
    'text/plain': { schema: rowText('number,name\n+12025550101,Ada\n') },
    'text/tab-separated-values': { schema: rowText('number\tname\n+12025550101\tAda\n') },
    'application/vnd.ms-excel': { schema: rowText('number;name\n+12025550101;Ada\n') },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: File },
    'application/gzip': { schema: File },
    'application/x-ndjson': { schema: rowText('{"number":"+12025550101"}\n') },
  },
};

/** Makes the bodies of a plugin's routes streams. */
export function takeRowStreams(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(Object.keys(FORMATS), async (_request: unknown, body: Readable) => body);
}

export interface RowsBody {
  format: Format;
  spooled: Spooled;
  /** A label of the Encoding Standard; null: UTF-8, or UTF-16 with a byte order mark. */
  encoding: string | null;
  /** Of the columns of a table. */
  mapping?: ColumnMapping;
  /** Columns that a table may have besides those of contacts. */
  moreColumns?: readonly string[];
  /** Called with what each column of a table is, when its header line has been read. */
  onHeader?: (mapping: ColumnMapping) => void;
  /** Of a workbook; undefined: the only one that has rows. */
  sheet?: string | undefined;
  /** Where the footer of a table begins, which is not read. */
  endLine?: number | undefined;
}

/** Receives the whole body of a request. The caller must dispose of it. @throws Problem 413, 415, 422 */
export async function receiveRows(
  request: FastifyRequest,
  largestBytes: number,
): Promise<RowsBody> {
  if (!(request.body instanceof Readable)) {
    throw new Problem({ status: 422, code: 'invalid_request', detail: 'A body is required.' });
  }
  if (Number(request.headers['content-length'] ?? 0) > largestBytes) throw tooLarge(largestBytes);
  const form = bodyFormOf(request);
  const spooled = await spool(request.body, largestBytes, form);
  const format = FORMATS[request.mediaType as keyof typeof FORMATS];
  return { format, spooled, encoding: form.charset };
}

export function rowsOf(body: RowsBody): AsyncGenerator<TextRow> {
  if (body.format === 'table') return tableRowsOf(body);
  const text = body.spooled.text(body.encoding);
  return body.format === 'json' ? readJson(text) : readNdjson(text);
}

async function* tableRowsOf(body: RowsBody): AsyncGenerator<TextRow> {
  const { spooled, sheet, encoding, mapping, onHeader, endLine, moreColumns = [] } = body;
  const isOwnField = (title: string) => dataKeyOf(title) !== undefined;
  const columns = [...KNOWN_TITLES, ...moreColumns];
  const known = { columns, needed: ['number'], ownFiles: OWN_FILES, isOwnField };
  const spec: TableSpec = { ...known, mapping, onHeader };
  const table = (await holdsWorkbook(body))
    ? await workbookTable(spooled.file, sheet)
    : await csvTable(spooled.text(encoding), spec);
  yield* readTable(table, spec, endLine);
}

/** @throws Problem 415 for one that is compressed once more */
export async function holdsWorkbook({ spooled }: RowsBody): Promise<boolean> {
  if (!isWorkbook(await spooled.start())) return false;
  if (!spooled.form.gzip) return true;
  throw new Problem({
    status: 415,
    code: 'unsupported_content_coding',
    detail: 'A workbook is compressed already. Send it without gzip.',
    headers: { 'accept-encoding': 'identity' },
  });
}

export const tooManyRows = (most: number, line: number) =>
  new Problem({
    status: 413,
    code: 'too_many_rows',
    detail: `At most ${most} rows are allowed in one request: send the rest in another one. Nothing was imported.`,
    more: { line },
  });

export interface NumberRows {
  /** In E.164 format. */
  numbers: string[];
  rejected: { line: number; reason: string }[];
}

/** Reads the numbers of a body, of any kind, and sets the body's digest in the request. */
export async function readNumbers(request: FastifyRequest): Promise<NumberRows> {
  const { rows, rejected } = await readNumberRows(request, [], numberIn);
  return { numbers: rows.map(({ e164 }) => e164), rejected };
}

/** The same for rows with more than a number. @param columns what a table may have besides */
export async function readNumberRows<Read extends object>(
  request: FastifyRequest,
  columns: readonly string[],
  readRow: (row: unknown) => Read | { fault: string },
): Promise<{ rows: Read[]; rejected: NumberRows['rejected'] }> {
  const body = await receiveRows(request, LARGEST_NUMBERS_BYTES);
  await using spooled = body.spooled;
  request.bodyDigest = spooled.digest;
  const read = { rows: [] as Read[], rejected: [] as NumberRows['rejected'] };
  for await (const row of rowsOf({ ...body, moreColumns: columns })) {
    const one = 'fault' in row ? { fault: row.fault } : readRow(row.row);
    if ('fault' in one) read.rejected.push({ line: row.line, reason: one.fault });
    else read.rows.push(one);
    const rows = read.rows.length + read.rejected.length;
    if (rows > MOST_NUMBERS) throw tooManyRows(MOST_NUMBERS, row.line);
    // One chunk of the body holds thousands of rows, so other requests get a turn in between.
    if (rows % ROWS_PER_TURN === 0) await turn();
  }
  return read;
}

const NumberRow = z.looseObject({ number: z.string(), calling_code: z.string().nullish() });

export function numberIn(row: unknown): { e164: string } | { fault: string } {
  const parsed = NumberRow.safeParse(row);
  if (!parsed.success) return { fault: 'number is missing' };
  const { number, calling_code: code } = parsed.data;
  // All of them are to be held back, so none is chosen.
  if (splitNumbers(number).length > 1) {
    return { fault: 'number has several numbers: write each in a row of its own' };
  }
  const written = withCallingCode(number, code?.trim() || null);
  return typeof written === 'string' ? readPhoneNumber(written) : { fault: written.reason };
}
