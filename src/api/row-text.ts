/** Cuts text into rows: CSV, NDJSON or JSON, a chunk at a time. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { TokenParser, Tokenizer, TokenType } from '@streamparser/json';
import { parse } from 'csv-parse';
import { Problem } from './problem.ts';

/** A row of the text, or why there is none where one should be. `line` counts from 1. */
export type TextRow =
  { line: number; row: unknown } | { line: number; fault: string; written: string };

export const ROW_FORMATS = {
  'text/csv': readCsv,
  'application/x-ndjson': readNdjson,
  'application/json': readJson,
} as const;
export type RowFormat = keyof typeof ROW_FORMATS;

const LONGEST_ROW_BYTES = 65_536;
const HOLDS_A_NUMBER = /(?:\d\D*){7}/;

/** @param columns what the header line may name; `number` must be there */
async function* readCsv(
  text: AsyncGenerator<string>,
  columns: readonly string[],
): AsyncGenerator<TextRow> {
  const { head, whole } = await peek(text);
  let headed = false;
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      headed = true;
      return checkColumns(header, columns);
    },
    delimiter: delimiterOf(head),
    info: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: LONGEST_ROW_BYTES,
  });
  // Its faults come out of the parser.
  pipeline(Readable.from(whole), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      yield { line: info.lines, row: record };
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

/** The beginning of a text, and all of it. */
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

async function* readNdjson(text: AsyncGenerator<string>): AsyncGenerator<TextRow> {
  let line = 0;
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const written of lines) {
      line += 1;
      if (written.trim() !== '') yield lineOf(line, written);
    }
    if (rest.length > LONGEST_ROW_BYTES) throw tooLong(line + 1);
  }
  if (rest.trim() !== '') yield lineOf(line + 1, rest);
}

function lineOf(line: number, written: string): TextRow {
  if (written.length > LONGEST_ROW_BYTES) throw tooLong(line);
  try {
    return { line, row: JSON.parse(written) as unknown };
  } catch {
    return { line, fault: 'is not valid JSON', written };
  }
}

const tooLong = (line: number) =>
  new Problem({
    status: 422,
    code: 'row_too_long',
    detail: `Row ${line} is longer than ${LONGEST_ROW_BYTES} characters. Nothing was imported.`,
    more: { line },
  });

/** `{"contacts": […]}`; rows count as lines. */
async function* readJson(text: AsyncGenerator<string>): AsyncGenerator<TextRow> {
  const list = new ListParser();
  let line = 0;
  for await (const chunk of text) {
    // Row by row nothing is kept, so that which grows is one row.
    for (let from = 0; from < chunk.length; from += LONGEST_ROW_BYTES) {
      const rows = list.write(chunk.slice(from, from + LONGEST_ROW_BYTES));
      for (const row of rows) yield { line: ++line, row };
      if (list.charactersSinceRow > 2 * LONGEST_ROW_BYTES) throw tooLong(line + 1);
    }
  }
  list.end();
}

/** Takes `{"contacts": […]}` apart while it comes. */
class ListParser {
  charactersSinceRow = 0;
  readonly #tokenizer = new Tokenizer();
  readonly #values = new TokenParser({ paths: ['$.contacts.*'], keepStack: false });
  #rows: unknown[] = [];
  #depth = 0;
  #before: TokenType | undefined;
  #listed = false;

  constructor() {
    this.#values.onValue = ({ value }) => void this.#rows.push(value);
    this.#tokenizer.onToken = (token) => {
      this.#checkShape(token);
      this.#values.write(token);
    };
  }

  write(text: string): unknown[] {
    this.#rows = [];
    this.charactersSinceRow += text.length;
    this.#reading(() => this.#tokenizer.write(text));
    if (this.#rows.length > 0) this.charactersSinceRow = 0;
    return this.#rows;
  }

  end(): void {
    this.#reading(() => {
      if (!this.#tokenizer.isEnded) this.#tokenizer.end();
      if (!this.#values.isEnded) throw new Error('it ends too early');
    });
    if (!this.#listed) throw badShape('#/contacts', 'is missing');
  }

  #reading(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof Problem) throw error;
      // Its message quotes what it read.
      const detail = 'The body is not valid JSON. Nothing was imported.';
      throw new Problem({ status: 400, code: 'malformed_json', detail }, { cause: error });
    }
  }

  #checkShape({ token, value }: { token: TokenType; value: unknown }): void {
    const before = this.#before;
    this.#before = token;
    if (this.#depth === 0 && token !== TokenType.LEFT_BRACE) {
      throw badShape('#', 'must be an object with `contacts`');
    }
    if (this.#depth === 1 && before === TokenType.COLON && token !== TokenType.LEFT_BRACKET) {
      throw badShape('#/contacts', 'must be an array');
    }
    const isKey = before === TokenType.LEFT_BRACE || before === TokenType.COMMA;
    if (this.#depth === 1 && isKey && token === TokenType.STRING) this.#checkKey(value as string);
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth += 1;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth -= 1;
  }

  #checkKey(key: string): void {
    if (key !== 'contacts') {
      // What stands where a field's name belongs may be a name or a number.
      throw badShape(/^[a-z_]{1,64}$/.test(key) ? `#/${key}` : '#', 'unknown field');
    }
    if (this.#listed) throw badShape('#/contacts', 'stands twice');
    this.#listed = true;
  }
}

const badShape = (pointer: string, detail: string) =>
  new Problem({
    status: 422,
    code: 'invalid_request',
    detail: `${pointer}: ${detail}.`,
    errors: [{ pointer, detail }],
  });

// The header holds our own column names only, so it shows which delimiter the file was written with.
function delimiterOf(head: string): ',' | ';' {
  return head.slice(0, HEAD_CHARACTERS).split(/\r?\n/, 1)[0]!.includes(';') ? ';' : ',';
}

function checkColumns(header: string[], known: readonly string[]): string[] {
  const needed = `The header line must name columns out of: ${known.join(', ')}.`;
  const columns = header.map((name) => name.trim().toLowerCase());
  // A file without its header line begins with somebody's number and name.
  if (columns.some((name) => HOLDS_A_NUMBER.test(name))) {
    throw badColumns(`The first line is a contact. ${needed}`, []);
  }
  const faults = columns
    .filter((name, index) => !known.includes(name) || columns.indexOf(name) !== index)
    .map((name) => ({
      pointer: `#/${name}`,
      detail: known.includes(name) ? 'column stands twice' : 'unknown column',
    }));
  if (!columns.includes('number'))
    faults.push({ pointer: '#/number', detail: 'column is missing' });
  if (faults.length > 0) throw badColumns(needed, faults);
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
