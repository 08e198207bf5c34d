/** Request bodies that hold rows with numbers, as CSV, NDJSON or JSON. */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { ColumnMapping } from '../../domain/contacts/column-suggestion.ts';
import { CONTACT_COLUMNS, withCallingCode } from './contact-rows.ts';
import { OWN_FILES } from './csv/own-files.ts';
import { readPhoneNumber } from './numbers/phone-number.ts';
import { bodyFormOf } from '../http/text/body-text.ts';
import { Problem } from '../http/problem.ts';
import { readCsv } from './csv/csv-rows.ts';
import { readJson, readNdjson } from './json-rows.ts';
import { spool, tooLarge, type Spooled } from './spool.ts';
import type { TextRow } from './text-row.ts';

/** Each splits text into rows as a stream. */
const ROW_FORMATS = {
  'text/csv': readCsv,
  'text/plain': readCsv,
  'text/tab-separated-values': readCsv,
  'application/x-ndjson': readNdjson,
  'application/json': readJson,
} as const;
type RowFormat = keyof typeof ROW_FORMATS;

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
          },
        },
      },
    },
  },
});

const rowText = (example: string) =>
  z.unknown().meta({ override: { type: 'string', examples: [example] } });

/** The body that a route for rows declares. */
export const rowsBody = {
  content: {
    'application/json': { schema: ContactList },
    'text/csv': { schema: rowText('number,name\n+12025550101,Ada\n') },
    'text/plain': { schema: rowText('number,name\n+12025550101,Ada\n') },
    'text/tab-separated-values': { schema: rowText('number\tname\n+12025550101\tAda\n') },
    'application/x-ndjson': { schema: rowText('{"number":"+12025550101"}\n') },
  },
};

/** Makes the bodies of a plugin's routes streams. */
export function takeRowStreams(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    Object.keys(ROW_FORMATS),
    async (_request: unknown, body: Readable) => body,
  );
}

export interface RowsBody {
  format: RowFormat;
  spooled: Spooled;
  /** Of the columns of CSV. */
  mapping?: ColumnMapping;
  /** Called with what each column of CSV is, when its header line has been read. */
  onHeader?: (mapping: ColumnMapping) => void;
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
  const spooled = await spool(request.body, largestBytes, bodyFormOf(request));
  return { format: request.mediaType as RowFormat, spooled };
}

export function rowsOf({ format, spooled, mapping, onHeader }: RowsBody): AsyncGenerator<TextRow> {
  const spec = { columns: CONTACT_COLUMNS, needed: ['number'], ownFiles: OWN_FILES };
  return ROW_FORMATS[format](spooled.text(), { ...spec, mapping, onHeader });
}

/**
 * Reads the whole text.
 * @throws Problem if it is malformed or has more rows than `most`
 */
export async function checkRows(body: RowsBody, most: number): Promise<void> {
  let rows = 0;
  for await (const row of rowsOf(body)) {
    rows += 1;
    if (rows > most) throw tooManyRows(most, row.line);
  }
}

const tooManyRows = (most: number, line: number) =>
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
  const body = await receiveRows(request, LARGEST_NUMBERS_BYTES);
  await using spooled = body.spooled;
  request.bodyDigest = spooled.digest;
  const read: NumberRows = { numbers: [], rejected: [] };
  for await (const row of rowsOf(body)) {
    const number = 'fault' in row ? row : numberIn(row.row);
    if ('fault' in number) read.rejected.push({ line: row.line, reason: number.fault });
    else read.numbers.push(number.e164);
    const rows = read.numbers.length + read.rejected.length;
    if (rows > MOST_NUMBERS) throw tooManyRows(MOST_NUMBERS, row.line);
    // One chunk of the body holds thousands of rows, so other requests get a turn in between.
    if (rows % ROWS_PER_TURN === 0) await turn();
  }
  return read;
}

const NumberRow = z.looseObject({ number: z.string(), calling_code: z.string().nullish() });

function numberIn(row: unknown) {
  const parsed = NumberRow.safeParse(row);
  if (!parsed.success) return { fault: 'number is missing' };
  const { number, calling_code: code } = parsed.data;
  const written = withCallingCode(number, code?.trim() || null);
  return typeof written === 'string' ? readPhoneNumber(written) : { fault: written.reason };
}
