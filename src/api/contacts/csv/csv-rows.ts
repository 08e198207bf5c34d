import { Readable, pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { withoutApostrophes } from '../../http/csv/csv-cells.ts';
import { Problem } from '../../http/problem.ts';
import { joinParts, ownFileOf, readHeader, type CsvColumns } from './csv-header.ts';
import { LONGEST_ROW_CHARACTERS, type TextRow } from '../text-row.ts';

export async function* readCsv(
  text: AsyncGenerator<string>,
  spec: CsvColumns,
): AsyncGenerator<TextRow> {
  const { head, whole, ended, delimiter, linesBefore } = await peek(text);
  let headed = false;
  let nameless = false;
  let isOwn = false;
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      headed = true;
      const named = withoutEmptyTail(header);
      nameless = named.length < header.length;
      isOwn = ownFileOf(named, spec.ownFiles ?? []) !== undefined;
      const filled = () => filledIn(ended ? head : wholeLinesOf(head), delimiter);
      return [...readHeader(named, spec, filled), ...namesFor(header, named.length)];
    },
    delimiter,
    info: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: LONGEST_ROW_CHARACTERS,
  });
  // Errors are reported by the parser.
  pipeline(Readable.from(whole), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      const whole = joinParts(isOwn ? withoutGuards(record) : record);
      const line = linesBefore + info.lines;
      yield { line, row: nameless ? withoutEmpty(whole, spec.columns) : whole };
    }
  } catch (error) {
    throw error instanceof Problem ? error : malformedCsv(error, linesBefore);
  }
  if (!headed) throw badColumns('There is no header line.', []);
}

interface CsvRecord {
  record: Record<string, string>;
  info: { lines: number };
}

const HEAD_CHARACTERS = 1_000;

/** Excel writes `sep=;` as the first line, which is no row. */
const SEPARATOR_LINE = /^\ufeff?sep=([,;\t|])[ ,;\t|]*(?:\r\n|\n|\r)/i;

/** The first chunk of a text, and a generator of the whole text. */
async function peek(text: AsyncGenerator<string>) {
  let head = '';
  let ended = true;
  for (let next = await text.next(); !next.done; next = await text.next()) {
    head += next.value;
    if (head.length < HEAD_CHARACTERS) continue;
    ended = false;
    break;
  }
  const separator = SEPARATOR_LINE.exec(head);
  if (separator) head = head.slice(separator[0].length);
  async function* whole() {
    if (head !== '') yield head;
    yield* text;
  }
  const delimiter = separator?.[1] ?? delimiterOf(head);
  return { head, whole: whole(), ended, delimiter, linesBefore: separator ? 1 : 0 };
}

const DELIMITERS = ['\t', ';', '|', ','];

/** The delimiter that is most frequent in the header line, outside quotes. */
function delimiterOf(head: string): string {
  const header = head
    .slice(0, HEAD_CHARACTERS)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1)[0]!;
  const countOf = (delimiter: string) => header.split(delimiter).length - 1;
  return DELIMITERS.reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
}

const SAMPLE_ROWS = 100;

/** In how many of the first rows of a text a column has a value. */
function filledIn(text: string, delimiter: string): (index: number) => number {
  const rows: string[][] = parseAtOnce(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    trim: true,
    to: SAMPLE_ROWS,
  });
  return (index) => rows.filter((row, turn) => turn > 0 && row[index]).length;
}

const wholeLinesOf = (text: string): string =>
  text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);

const withoutGuards = (record: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, withoutApostrophes(value)]),
  );

/** Names for columns without one, from their positions: a value in such a column is an unknown field of its row. */
const namesFor = (header: string[], named: number): string[] =>
  header.slice(named).map((_, index) => `column_${named + index + 1}`);

const withoutEmpty = (record: Record<string, string>, known: readonly string[]) =>
  Object.fromEntries(
    Object.entries(record).filter(([name, value]) => value !== '' || known.includes(name)),
  );

/** Removes empty columns at the end. Spreadsheets write them for columns that were used before: `number,name,,`. */
function withoutEmptyTail(header: string[]): string[] {
  return header.slice(0, header.findLastIndex((name) => name.trim() !== '') + 1);
}

const badColumns = (detail: string, errors: { pointer: string; detail: string }[]) =>
  new Problem({ status: 422, code: 'malformed_csv', detail, errors, more: { line: 1 } });

// The parser's message quotes the row, so only its code and position are reported.
function malformedCsv(error: unknown, linesBefore: number): Problem {
  const { code, lines } = error as { code?: string; lines?: number };
  const [reason, next] = CSV_FAULTS[code ?? ''] ?? ['cannot be read', 'Correct it'];
  const line = lines === undefined ? null : linesBefore + lines;
  return new Problem(
    {
      status: 422,
      code: 'malformed_csv',
      detail: `Line ${line ?? '?'} ${reason}. ${next}. Nothing was imported.`,
      more: { line },
    },
    { cause: error },
  );
}

/** What is wrong with a line, and what to do about it. */
const CSV_FAULTS: Record<string, [reason: string, next: string]> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: [
    'does not have as many fields as the header line',
    'Put fields that contain the separator in quotes, and remove lines that are no rows, such as the footer of a report',
  ],
  CSV_QUOTE_NOT_CLOSED: ['opens a quote that is never closed', 'Close it, or remove it'],
  CSV_INVALID_CLOSING_QUOTE: [
    'has text after a closing quote',
    'Write a quote within a field twice, as ""',
  ],
  INVALID_OPENING_QUOTE: [
    'has a quote in the middle of a field',
    'Put the whole field in quotes, and write the quote within it twice, as ""',
  ],
  CSV_MAX_RECORD_SIZE: ['is too long, or a quote is never closed', 'Close the quote'],
};
