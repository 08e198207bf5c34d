/** Which line of a table is its header line. Reports have titles above it, and some systems write none. */
import { isNumberTitle, isUsualTitle } from '../../../domain/lists/column-suggestion.ts';
import type { ColumnMapping } from '../../../domain/lists/column-suggestion.ts';
import type { TableRecord } from './table-record.ts';

export interface TableSpec {
  /** What the header line may name. */
  columns: readonly string[];
  /** Which of them must be there. */
  needed: readonly string[];
  /** Files that this API writes, and takes as they are. */
  ownFiles?: readonly OwnFile[];
  /** Whether a title is that of a field of the list's own, which is read under it. */
  isOwnField?: (title: string) => boolean;
  /** Other names of columns, in lower case. */
  aliases?: ColumnMapping;
  /** By title; it may name columns that are called otherwise. Left out: there is no mapping. */
  mapping?: ColumnMapping | undefined;
  /** Called with what each column is, by its title. */
  onHeader?: ((mapping: ColumnMapping) => void) | undefined;
}

/** A file that this API writes. Its texts have an apostrophe before what a spreadsheet would change. */
export interface OwnFile {
  /** Titles that no other file has together. */
  marks: readonly string[];
  /** What its columns are, before any other rule; null: they are not read. */
  columns: ColumnMapping;
}

export interface HeaderLine {
  /** As they are written, without empty ones at the end. */
  titles: readonly string[];
  /** Rows up to this line are no contacts; 0: there is no header line. */
  line: number;
  /** Lines above it, of which nobody has said yet that they are no contacts. */
  unconfirmed: boolean;
}

/** The header line is one of so many first rows. */
const SEARCHED_ROWS = 20;
const HOLDS_A_NUMBER = /(?:\d\D*){7}/;

/** Of a contact. Dates and times, which reports have above their rows, have fewer digits. */
const WHOLE_NUMBER = /^(?:\+[ ().\-/]*(?:\d[ ().\-/]*){7,}|\(?(?:\d[ ().\-/]*){9,})$/;

/** A person who maps `Column 2` says that the list has no header line. */
const NAMELESS = /^Column \d+$/;

/** @param head not empty */
export function headerLineOf(head: readonly TableRecord[], spec: TableSpec): HeaderLine {
  const mapped = Object.keys(spec.mapping ?? {});
  const rows = head.slice(0, SEARCHED_ROWS);
  if (mapped.length > 0) {
    const named = rows.find(({ cells }) => {
      const titles = distinctTitles(cells);
      return mapped.every((title) => titles.includes(title));
    });
    if (named) return lineOf(named, false);
    if (mapped.every((title) => NAMELESS.test(title))) return namelessOf(head);
  }
  const first = rows[0]!;
  const found = likeliest(rows, spec);
  return lineOf(found ?? first, found !== undefined && found !== first);
}

export const isContact = ({ titles }: Pick<HeaderLine, 'titles'>): boolean =>
  titles.some((title) => HOLDS_A_NUMBER.test(title));

/** `Column 1`, `Column 2` … */
export function namelessOf(head: readonly TableRecord[]): HeaderLine {
  const width = Math.max(...head.map(({ cells }) => cells.length));
  const titles = Array.from({ length: width }, (_, index) => `Column ${index + 1}`);
  return { titles, line: 0, unconfirmed: false };
}

const lineOf = ({ cells, line }: TableRecord, unconfirmed: boolean): HeaderLine => ({
  // Spreadsheets write empty titles for columns that were used before: `number,name,,`.
  titles: cells.slice(0, cells.findLastIndex((title) => title.trim() !== '') + 1),
  line,
  unconfirmed,
});

/** Above the first contact, the line with the most titles that are known. A later one than the first needs the number's. */
function likeliest(rows: readonly TableRecord[], spec: TableSpec): TableRecord | undefined {
  const contact = rows.findIndex(({ cells }) => cells.some((cell) => WHOLE_NUMBER.test(cell)));
  const above = contact === -1 ? rows : rows.slice(0, contact);
  const known = above.map(({ cells }, index) =>
    index === 0 || cells.some((cell) => isOfNumber(cell, spec)) ? knownTitles(cells, spec) : 0,
  );
  const most = Math.max(0, ...known);
  return most === 0 ? undefined : above[known.indexOf(most)];
}

/** How many of these may be titles. */
export const knownTitles = (cells: readonly string[], spec: TableSpec): number =>
  isContact({ titles: cells })
    ? 0
    : cells.filter((cell) => columnNamed(cell, cells, spec) !== undefined || isUsualTitle(cell))
        .length;

const isOfNumber = (cell: string, { columns }: TableSpec): boolean =>
  columns.includes('number') && (cell.trim().toLowerCase() === 'number' || isNumberTitle(cell));

/** What a title means without a mapping. Undefined: it is unknown. Null: it is not read. */
export function columnNamed(
  written: string,
  header: readonly string[],
  { columns, ownFiles = [], aliases = {}, mapping = {}, isOwnField }: TableSpec,
): string | null | undefined {
  const plain = written.trim().toLowerCase();
  if (Object.hasOwn(mapping, written.trim())) return mapping[written.trim()]!;
  const own = ownFileOf(header, ownFiles)?.columns ?? {};
  if (Object.hasOwn(own, plain)) return own[plain]!;
  if (columns.includes(plain)) return plain;
  if (isOwnField?.(written)) return written.trim();
  return Object.hasOwn(aliases, plain) ? aliases[plain]! : undefined;
}

/** The file that this one was, before a person changed it. */
export function ownFileOf(
  header: readonly string[],
  files: readonly OwnFile[],
): OwnFile | undefined {
  const titles = header.map((title) => title.trim().toLowerCase());
  return files.find(({ marks }) => marks.every((mark) => titles.includes(mark)));
}

/** A title that stands twice is followed by its turn, `Phone (2)`, so that a mapping can name each. */
export function distinctTitles(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((written) => {
    const title = written.trim();
    const turn = (seen.get(title) ?? 0) + 1;
    seen.set(title, turn);
    return title === '' || turn === 1 ? title : `${title} (${turn})`;
  });
}
