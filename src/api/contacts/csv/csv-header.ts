/** Reads the header line of CSV: which of our columns each of its columns is. */
import {
  JOINED_COLUMNS,
  isConsentTitle,
  isUsualTitle,
  suggestedMapping,
  type ColumnMapping,
} from '../../../domain/contacts/column-suggestion.ts';
import { Problem } from '../../http/problem.ts';

export interface CsvColumns {
  /** What the header line may name. */
  columns: readonly string[];
  /** Which of them must be there. */
  needed: readonly string[];
  /** Files that this API writes, and takes as they are. */
  ownFiles?: readonly OwnFile[];
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

/** Reads the first rows: in how many of them does the column with an index have a value? */
type Filled = () => (index: number) => number;

const HOLDS_A_NUMBER = /(?:\d\D*){7}/;
/** A text that may be shown, because it is a title and not a person's data. Titles may be missing in the middle. */
const TITLE = /^[^@\p{Cc}]{0,80}$/u;

/**
 * For each column the name of ours, or null: it is not read. A column that joins an earlier one has its name with a
 * suffix (`joined`).
 * @throws Problem 422 with every fault
 */
export function readHeader(
  header: readonly string[],
  spec: CsvColumns,
  filled: Filled,
): (string | null)[] {
  const { columns, needed, mapping } = spec;
  const rule = `The header line must consist of these columns: ${columns.join(', ')}.`;
  // A file without a header line begins with a person's number and name.
  if (header.some((name) => HOLDS_A_NUMBER.test(name))) {
    throw badHeader(`The first line is a contact. ${rule}`, []);
  }
  const titles = distinctTitles(header);
  const found = titles.map((title, index) => columnOf(title, header[index]!, header, spec));
  const suggested = found.includes(undefined)
    ? suggestionFor(titles, found, spec, filled)
    : undefined;
  const faults = [
    ...found.flatMap((column, index) =>
      column === undefined ? [unknown(titles[index]!, index, suggested)] : [],
    ),
    ...duplicates(found, titles, header),
    ...needed
      .filter((name) => !found.includes(name))
      .map((name) => ({ pointer: `#/${name}`, detail: 'missing column' })),
    ...Object.keys(mapping ?? {})
      .filter((name) => !titles.includes(name))
      .map((name) => ({
        parameter: 'mapping',
        detail: `names a column that is not there: ${name}`,
      })),
  ];
  if (faults.length > 0) throw badHeader(rule, faults, mapping && suggested);
  spec.onHeader?.(Object.fromEntries(titles.map((title, index) => [title, found[index]!])));
  return found.map((column, index) =>
    column != null && Object.hasOwn(JOINED_COLUMNS, column) && found.indexOf(column) < index
      ? joined(column, index)
      : column!,
  );
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

const joined = (column: string, index: number) => `${column}\u0000${index}`;

/** Puts the parts of a joined column together, in the order of the file. */
export function joinParts(record: Record<string, string>): Record<string, string> {
  const parts = Object.keys(record).filter((name) => name.includes('\u0000'));
  if (parts.length === 0) return record;
  const whole: Record<string, string> = {};
  for (const [name, value] of Object.entries(record)) {
    const column = name.split('\u0000', 1)[0]!;
    const between = JOINED_COLUMNS[column] ?? ' ';
    whole[column] = [whole[column] ?? '', value].filter((text) => text !== '').join(between);
  }
  return whole;
}

/** Undefined: it is unknown. Null: it is not read. */
function columnOf(
  title: string,
  written: string,
  header: readonly string[],
  { columns, ownFiles = [], aliases = {}, mapping = {} }: CsvColumns,
): string | null | undefined {
  if (Object.hasOwn(mapping, title)) return mapping[title]!;
  const plain = written.trim().toLowerCase();
  const own = ownFileOf(header, ownFiles)?.columns ?? {};
  if (Object.hasOwn(own, plain)) return own[plain]!;
  if (columns.includes(plain)) return plain;
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

/**
 * A mapping of all columns, which can be sent as it is, except that a person must answer what says who may be called.
 * Undefined: the line may be a person's data.
 */
function suggestionFor(
  titles: readonly string[],
  found: readonly (string | null | undefined)[],
  spec: CsvColumns,
  filled: Filled,
): ColumnMapping | undefined {
  const strange = titles.filter((_, index) => found[index] === undefined);
  const isHeader =
    found.some((column) => column !== undefined && column !== null) ||
    titles.some((title) => isUsualTitle(title));
  if (!isHeader || !strange.every((title) => TITLE.test(title))) return undefined;
  const fixed = Object.fromEntries(
    titles.flatMap((title, index) => (found[index] === undefined ? [] : [[title, found[index]]])),
  );
  // Other lists, such as those of agents, have other columns.
  if (spec.mapping === undefined) return Object.fromEntries(titles.map((title) => [title, null]));
  return suggestedMapping(titles, { fixed, filled: filled() });
}

function unknown(title: string, index: number, suggested: ColumnMapping | undefined) {
  const pointer = `#/${index + 1}`;
  if (!suggested) return { pointer, detail: `unknown column ${index + 1}` };
  const named = `unknown column ${index + 1}${title === '' ? ', without a title' : `, ${title}`}`;
  if (isConsentTitle(title) && suggested[title] === undefined) {
    return {
      pointer,
      detail: `${named}: does it say who may be called? Take the others out of the list, then map it to null`,
    };
  }
  const column = suggested[title];
  return { pointer, detail: column ? `${named}: is it ${column}?` : named };
}

function duplicates(
  found: readonly (string | null | undefined)[],
  titles: readonly string[],
  header: readonly string[],
) {
  // Parts of a name have titles of their own. Two columns of the same title are a mistake.
  const isPart = (column: string, index: number) =>
    Object.hasOwn(JOINED_COLUMNS, column) && titles[index] === header[index]!.trim();
  return found.flatMap((column, index) =>
    column == null || found.indexOf(column) === index || isPart(column, index)
      ? []
      : [{ pointer: `#/${column}`, detail: 'duplicate column' }],
  );
}

function badHeader(
  rule: string,
  errors: { pointer?: string; parameter?: string; detail: string }[],
  suggested?: ColumnMapping,
): Problem {
  const named = errors.map(({ pointer, parameter, detail }) =>
    detail.startsWith('unknown') ? detail : `${pointer ?? `\`${parameter}\``}: ${detail}`,
  );
  const faults = named.length === 0 ? '' : `${named.join('; ')}. `;
  const hint = suggested
    ? ' Or say what your columns are with `mapping`, as in `suggested_mapping`; on the command line with --map.'
    : '';
  return new Problem({
    status: 422,
    code: 'malformed_csv',
    detail: `${faults}${rule}${hint}`,
    errors,
    more: { line: 1, ...(suggested && { suggested_mapping: suggested }) },
  });
}
