/** Reads the header line of a table: which of our columns each of its columns is. */
import {
  JOINED_COLUMNS,
  isConsentTitle,
  isUsualTitle,
  layoutWithoutHeader,
  suggestedMapping,
  type ColumnMapping,
} from '../../../domain/lists/column-suggestion.ts';
import { Problem } from '../../http/problem.ts';
import {
  columnNamed,
  distinctTitles,
  headerLineOf,
  isContact,
  namelessOf,
  type HeaderLine,
  type TableSpec,
} from './header-line.ts';
import type { TableRecord } from './table-record.ts';

/** Of a table whose header line is right. */
export interface TableHeader {
  /** By their positions; null: it is not read. */
  columns: readonly (string | null)[];
  titles: readonly string[];
  /** Rows up to this line are no contacts. */
  line: number;
}

/** A text that may be shown, because it is a title and not a person's data. Titles may be missing in the middle. */
const TITLE = /^[^@\p{Cc}]{0,80}$/u;

type Found = readonly (string | null | undefined)[];

/**
 * @param head the first rows, not empty
 * @throws Problem 422 with every fault
 */
export function readHeader(head: readonly TableRecord[], spec: TableSpec): TableHeader {
  const { columns, needed, mapping } = spec;
  const rule = `The header line must consist of these columns: ${columns.join(', ')}.`;
  const header = headerLineOf(head, spec);
  // A file without a header line begins with a person's number and name.
  if (isContact(header)) throw withoutHeader(head, rule, spec);
  const titles = distinctTitles(header.titles);
  const found = titles.map((title, index) => columnOf(title, index, header, spec));
  const suggested =
    header.unconfirmed || found.includes(undefined)
      ? suggestionFor(titles, found, spec, filledIn(head, header))
      : undefined;
  const faults = [
    ...(header.unconfirmed ? [titleLines(header.line)] : []),
    ...found.flatMap((column, index) =>
      column === undefined ? [unknown(titles[index]!, index, suggested)] : [],
    ),
    ...duplicates(found, titles, header.titles),
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
  if (faults.length > 0) {
    throw badHeader(rule, faults, { suggested: mapping && suggested, line: header.line });
  }
  spec.onHeader?.(Object.fromEntries(titles.map((title, index) => [title, found[index]!])));
  return { columns: found as (string | null)[], titles, line: header.line };
}

function columnOf(
  title: string,
  index: number,
  header: HeaderLine,
  spec: TableSpec,
): string | null | undefined {
  const { mapping = {} } = spec;
  if (Object.hasOwn(mapping, title)) return mapping[title]!;
  // The person who maps some columns of a list without header line has seen the others.
  return header.line === 0 ? null : columnNamed(header.titles[index]!, header.titles, spec);
}

/** In how many of the first rows does the column with an index have a value? */
const filledIn = (head: readonly TableRecord[], header: HeaderLine) => {
  const rows = head.filter(({ line }) => line > header.line);
  return (index: number) => rows.filter(({ cells }) => cells[index]).length;
};

/**
 * A mapping of all columns, which can be sent as it is, except that a person must answer what says who may be called.
 * Undefined: the line may be a person's data.
 */
function suggestionFor(
  titles: readonly string[],
  found: Found,
  spec: TableSpec,
  filled: (index: number) => number,
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
  return suggestedMapping(titles, { fixed, filled });
}

const titleLines = (line: number) => ({
  pointer: '#',
  detail: `the header line seems to be line ${line}; with its mapping the lines above it are left out`,
});

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

function duplicates(found: Found, titles: readonly string[], written: readonly string[]) {
  // Parts of a name have titles of their own. Two columns of the same title are a mistake.
  const isPart = (column: string, index: number) =>
    Object.hasOwn(JOINED_COLUMNS, column) && titles[index] === written[index]!.trim();
  return found.flatMap((column, index) =>
    column == null || found.indexOf(column) === index || isPart(column, index)
      ? []
      : [{ pointer: `#/${column}`, detail: 'duplicate column' }],
  );
}

/** Its columns have no titles, so they are shown by their places, and nothing of a person is. */
function withoutHeader(head: readonly TableRecord[], rule: string, spec: TableSpec): Problem {
  const { titles } = namelessOf(head);
  const layout = spec.mapping && layoutWithoutHeader(head.map(({ cells }) => cells));
  const suggested =
    layout && Object.fromEntries(titles.map((title, index) => [title, layout.get(index) ?? null]));
  return badHeader(`The first line is a contact. ${rule}`, [], { suggested, line: head[0]!.line });
}

interface BadHeader {
  suggested: ColumnMapping | undefined;
  line: number;
}

function badHeader(
  rule: string,
  errors: { pointer?: string; parameter?: string; detail: string }[],
  { suggested, line }: BadHeader,
): Problem {
  const named = errors.map(({ pointer, parameter, detail }) =>
    detail.startsWith('unknown') || pointer === '#'
      ? detail
      : `${pointer ?? `\`${parameter}\``}: ${detail}`,
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
    more: { line, ...(suggested && { suggested_mapping: suggested }) },
  });
}
