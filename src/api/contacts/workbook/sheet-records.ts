/** The rows of a sheet, as a stream. */
import type { Readable } from 'node:stream';
import { Problem } from '../../http/problem.ts';
import { LONGEST_ROW_CHARACTERS, tooLong } from '../rows/text-row.ts';
import type { TableRecord } from '../tables/table-record.ts';
import { columnOf, dateText, numberText, unescaped, type DateSystem } from './cell-text.ts';
import type { SharedStrings } from './shared-strings.ts';
import { xmlChunks, type XmlReader } from './xml-stream.ts';

export interface SheetValues {
  texts: SharedStrings;
  /** Whether cells of the style with this index show a date. */
  isDate: (style: number) => boolean;
  dates: DateSystem;
}

const MOST_COLUMNS = 1_024;

/** Rows without any value are left out. @throws Problem 413, 422 */
export async function* sheetRecords(
  stream: Readable,
  values: SheetValues,
): AsyncGenerator<TableRecord> {
  const reader = new SheetReader(values);
  for await (const _ of xmlChunks(stream, reader)) yield* reader.taken();
}

class SheetReader implements XmlReader {
  readonly #values: SheetValues;
  #found: TableRecord[] = [];
  #line = 0;
  #lastLine = 0;
  #cells: string[] = [];
  #characters = 0;
  #column = 0;
  #type = '';
  #style = 0;
  #text = '';
  #isValue = false;

  constructor(values: SheetValues) {
    this.#values = values;
  }

  taken(): TableRecord[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#openRow(attributes['r']);
    if (name === 'c') this.#openCell(attributes);
    this.#isValue = name === 'v' || (name === 't' && this.#type === 'inlineStr');
  }

  text(text: string): void {
    if (this.#isValue) this.#text += text;
  }

  close(name: string): void {
    this.#isValue = false;
    if (name === 'c') this.#closeCell();
    if (name === 'row') this.#closeRow();
  }

  #openRow(written: string | undefined): void {
    this.#line = written === undefined ? this.#line + 1 : Number(written);
    this.#cells = [];
    this.#characters = 0;
    this.#column = -1;
  }

  #openCell({ r, t = 'n', s }: Readonly<Record<string, string>>): void {
    this.#column = (r === undefined ? undefined : columnOf(r)) ?? this.#column + 1;
    this.#type = t;
    this.#style = Number(s ?? 0);
    this.#text = '';
  }

  #closeCell(): void {
    const text = this.#textOfCell().trim();
    if (text === '') return;
    if (this.#column >= MOST_COLUMNS) throw tooWide(this.#line);
    this.#characters += text.length;
    if (this.#characters > LONGEST_ROW_CHARACTERS) throw tooLong(this.#line);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  #textOfCell(): string {
    const { texts, isDate, dates } = this.#values;
    const written = this.#text;
    if (written === '') return '';
    switch (this.#type) {
      case 's':
        return texts(Number(written));
      case 'b':
        return written.trim() === '1' ? 'true' : 'false';
      case 'n':
        return (isDate(this.#style) && dateText(written, dates)) || numberText(written.trim());
      default:
        // Texts of formulas and cells, dates in ISO form, and errors such as #N/A.
        return unescaped(written);
    }
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    const apart = this.#line > this.#lastLine + 1;
    this.#lastLine = this.#line;
    this.#found.push({ line: this.#line, cells: this.#cells, apart });
  }
}

const tooWide = (line: number) =>
  new Problem({
    status: 422,
    code: 'row_too_long',
    detail: `Row ${line} has more than ${MOST_COLUMNS} columns. Nothing was imported.`,
    more: { line },
  });
