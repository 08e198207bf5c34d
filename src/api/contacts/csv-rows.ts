import { Readable, pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { Problem } from '../http/problem.ts';
import { isOfLeftOutRows, joinParts, readHeader, type CsvColumns } from './csv-header.ts';
import { LONGEST_ROW_CHARACTERS, type TextRow } from './text-row.ts';

export async function* readCsv(
  text: AsyncGenerator<string>,
  spec: CsvColumns,
): AsyncGenerator<TextRow> {
  const { head, whole } = await peek(text);
  let headed = false;
  let nameless = false;
  let leftOut = false;
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      headed = true;
      const named = withoutEmptyTail(header);
      nameless = named.length < header.length;
      leftOut = isOfLeftOutRows(named);
      return [...readHeader(named, spec), ...namesFor(header, named.length)];
    },
    delimiter: delimiterOf(head),
    info: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: LONGEST_ROW_CHARACTERS,
  });
  // Errors are reported by the parser.
  pipeline(Readable.from(whole), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      const whole = joinParts(leftOut ? withoutApostrophes(record) : record);
      yield { line: info.lines, row: nameless ? withoutEmpty(whole, spec.columns) : whole };
    }
  } catch (error) {
    throw error instanceof Problem ? error : malformedCsv(error);
  }
  if (!headed) throw badColumns('There is no header line.', []);
}

interface CsvRecord {
  record: Record<string, string>;
  info: { lines: number };
}

const HEAD_CHARACTERS = 1_000;

/** The first chunk of a text, and a generator of the whole text. */
async function peek(text: AsyncGenerator<string>) {
  let head = '';
  for (let next = await text.next(); !next.done; next = await text.next()) {
    head += next.value;
    if (head.length >= HEAD_CHARACTERS) break;
  }
  async function* whole() {
    if (head !== '') yield head;
    yield* text;
  }
  return { head, whole: whole() };
}

// Column names contain no delimiter, so the one found in the header is the delimiter of the file.
function delimiterOf(head: string): ',' | ';' | '\t' {
  const header = head.slice(0, HEAD_CHARACTERS).split(/\r?\n/, 1)[0]!;
  return header.includes('\t') ? '\t' : header.includes(';') ? ';' : ',';
}

/** Our list of left-out rows has an apostrophe before what a spreadsheet would take as a formula, such as a `+`. */
const withoutApostrophes = (record: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value.replace(/^'(?=[=+\-@\t\r＝＋－＠])/u, ''),
    ]),
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
  CSV_RECORD_INCONSISTENT_COLUMNS: 'does not have as many fields as the header line',
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of a field',
  CSV_MAX_RECORD_SIZE: 'is too long, or a quote is never closed',
};
