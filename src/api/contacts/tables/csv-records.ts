/** The records of CSV. The delimiter is told by the content, or by a first line `sep=;`. */
import { Readable, pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { Problem } from '../../http/problem.ts';
import { LONGEST_ROW_CHARACTERS } from '../rows/text-row.ts';
import { knownTitles, type TableSpec } from './header-line.ts';
import { HEAD_ROWS, type Table, type TableRecord } from './table-record.ts';

export async function csvTable(text: AsyncGenerator<string>, spec: TableSpec): Promise<Table> {
  const { head, whole, linesBefore, separator } = await peek(text);
  const delimiter = separator ?? delimiterOf(head, spec);
  return {
    delimiter,
    head: relaxed(head, delimiter, HEAD_ROWS).map(recordReader(linesBefore)),
    records: recordsOf(whole, delimiter, linesBefore),
  };
}

async function* recordsOf(
  text: AsyncGenerator<string>,
  delimiter: string,
  linesBefore: number,
): AsyncGenerator<TableRecord> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: LONGEST_ROW_CHARACTERS,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  // Errors are reported by the parser.
  pipeline(Readable.from(text), parser, () => {});
  try {
    const read = recordReader(linesBefore);
    for await (const each of parser as AsyncIterable<Parsed>) yield read(each);
  } catch (error) {
    throw error instanceof Problem ? error : malformedCsv(error, linesBefore);
  }
}

interface Parsed {
  record: string[];
  info: { lines: number; empty_lines: number };
}

/** For the records of a text in their order. */
function recordReader(linesBefore: number): (parsed: Parsed) => TableRecord {
  let emptyLines = 0;
  return ({ record: cells, info: { lines, empty_lines: empty } }) => {
    const apart = empty > emptyLines;
    emptyLines = empty;
    return { line: linesBefore + lines, cells, apart };
  };
}

const HEAD_CHARACTERS = 1_000;

/** Excel writes `sep=;` as the first line, which is no row. */
const SEPARATOR_LINE = /^\ufeff?sep=([,;\t|])[ ,;\t|]*(?:\r\n|\n|\r)/i;

/** The whole lines of the first chunk of a text, and a generator of the whole text. */
async function peek(text: AsyncGenerator<string>) {
  let head = '';
  let ended = true;
  for (let next = await text.next(); !next.done; next = await text.next()) {
    head += next.value;
    if (head.length < HEAD_CHARACTERS) continue;
    ended = false;
    break;
  }
  const [line, separator] = SEPARATOR_LINE.exec(head) ?? [''];
  const first = head.slice(line.length);
  async function* whole() {
    if (first !== '') yield first;
    yield* text;
  }
  return {
    head: ended ? first : wholeLinesOf(first),
    whole: whole(),
    separator,
    linesBefore: line === '' ? 0 : 1,
  };
}

const wholeLinesOf = (text: string): string => {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  return end === 0 ? text : text.slice(0, end);
};

const DELIMITERS = ['\t', ';', '|', ','];
const LINES_COMPARED = 30;

/**
 * The one that gives a line the most titles that are known; among equals the one that gives the most rows as many fields
 * as that line has.
 */
function delimiterOf(head: string, spec: TableSpec): string {
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, ...scoreOf(head, delimiter, spec) }));
  return scored.reduce((best, each) =>
    each.titles > best.titles || (each.titles === best.titles && each.fields > best.fields)
      ? each
      : best,
  ).delimiter;
}

function scoreOf(head: string, delimiter: string, spec: TableSpec) {
  const rows = relaxed(head, delimiter, LINES_COMPARED).map(({ record }) => record);
  const known = rows.map((row) => knownTitles(row, spec));
  const titles = Math.max(0, ...known);
  const width = titles > 0 ? rows[known.indexOf(titles)]!.length : usualWidth(rows);
  return { titles, fields: (width - 1) * rows.filter((row) => row.length === width).length };
}

/** The first rows, without those that are faulty. */
const relaxed = (head: string, delimiter: string, most: number): Parsed[] =>
  parseAtOnce(head, {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    trim: true,
    to: most,
  }) as unknown as Parsed[];

/** How many fields most rows have. */
function usualWidth(rows: readonly string[][]): number {
  const counts = Map.groupBy(rows, (row) => row.length);
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? 1;
}

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
