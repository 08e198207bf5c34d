import { Readable, pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { Problem } from '../http/problem.ts';
import { LONGEST_ROW_CHARACTERS, type TextRow } from './text-row.ts';

const HOLDS_A_NUMBER = /(?:\d\D*){7}/;

/** @param columns what the header line may name @param needed which of them must be there */
export async function* readCsv(
  text: AsyncGenerator<string>,
  columns: readonly string[],
  needed: readonly string[] = ['number'],
): AsyncGenerator<TextRow> {
  const { head, whole } = await peek(text);
  let headed = false;
  let nameless = false;
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      headed = true;
      const named = withoutEmptyTail(header);
      nameless = named.length < header.length;
      return [...checkColumns(named, columns, needed), ...namesFor(header, named.length)];
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
      yield { line: info.lines, row: nameless ? withoutEmpty(record, columns) : record };
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

// Column names contain neither delimiter, so the one found in the header is the delimiter of the file.
function delimiterOf(head: string): ',' | ';' {
  return head.slice(0, HEAD_CHARACTERS).split(/\r?\n/, 1)[0]!.includes(';') ? ';' : ',';
}

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

function checkColumns(
  header: string[],
  known: readonly string[],
  needed: readonly string[],
): string[] {
  const rule = `The header line must consist of these columns: ${known.join(', ')}.`;
  const columns = header.map((name) => name.trim().toLowerCase());
  // A file without a header line begins with a person's number and name.
  if (columns.some((name) => HOLDS_A_NUMBER.test(name))) {
    throw badColumns(`The first line is a contact. ${rule}`, []);
  }
  // An unknown column may be a person's name, so only its position is reported.
  const faults = columns.flatMap((name, index) => {
    if (!known.includes(name)) {
      return [{ pointer: `#/${index + 1}`, detail: `unknown column ${index + 1}` }];
    }
    const twice = { pointer: `#/${name}`, detail: 'duplicate column' };
    return columns.indexOf(name) === index ? [] : [twice];
  });
  const missing = needed.filter((name) => !columns.includes(name));
  faults.push(...missing.map((name) => ({ pointer: `#/${name}`, detail: 'missing column' })));
  if (faults.length > 0) throw badColumns(rule, faults);
  return columns;
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
