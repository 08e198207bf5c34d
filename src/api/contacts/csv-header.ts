/** Reads the header line of CSV: which of our columns each of its columns is. */
import {
  JOINED_COLUMN,
  suggestedColumn,
  suggestedMapping,
  type ColumnMapping,
} from '../../domain/contacts/column-names.ts';
import { Problem } from '../http/problem.ts';

export interface CsvColumns {
  /** What the header line may name. */
  columns: readonly string[];
  /** Which of them must be there. */
  needed: readonly string[];
  /** Columns that a file of left-out rows has in addition. They are not read. */
  ofLeftOutRows?: readonly string[];
  /** Other names of columns, in lower case. */
  aliases?: ColumnMapping;
  /** By header; it may name columns that are called otherwise. Left out: there is no mapping. */
  mapping?: ColumnMapping | undefined;
  /** Called with what each column is, by its header. */
  onHeader?: ((mapping: ColumnMapping) => void) | undefined;
}

const HOLDS_A_NUMBER = /(?:\d\D*){7}/;
/** A text that may be shown, because it is a title and not a person's data. */
const TITLE = /^\p{L}[\p{L}\p{M}\p{N} ._()/-]{0,39}$/u;

/**
 * For each column the name of ours, or null: it is not read. A column that joins an earlier one has its name with a
 * suffix (`joined`).
 * @throws Problem 422 with every fault
 */
export function readHeader(header: readonly string[], spec: CsvColumns): (string | null)[] {
  const { columns, needed, mapping } = spec;
  const rule = `The header line must consist of these columns: ${columns.join(', ')}.`;
  // A file without a header line begins with a person's number and name.
  if (header.some((name) => HOLDS_A_NUMBER.test(name))) {
    throw badHeader(`The first line is a contact. ${rule}`, []);
  }
  const found = header.map((name) => columnOf(name, header, spec));
  const faults = [
    ...found.flatMap((column, index) =>
      column === undefined ? [unknown(header, index, spec)] : [],
    ),
    ...duplicates(found, header),
    ...needed
      .filter((name) => !found.includes(name))
      .map((name) => ({ pointer: `#/${name}`, detail: 'missing column' })),
    ...Object.keys(mapping ?? {})
      .filter((name) => !header.some((each) => each.trim() === name))
      .map((name) => ({
        parameter: 'mapping',
        detail: `names a column that is not there: ${name}`,
      })),
  ];
  if (faults.length > 0) throw badHeader(rule, faults, mappingOf(header, found, spec));
  spec.onHeader?.(Object.fromEntries(header.map((name, index) => [name.trim(), found[index]!])));
  return found.map((column, index) =>
    column === JOINED_COLUMN && found.indexOf(column) < index ? joined(column, index) : column!,
  );
}

const joined = (column: string, index: number) => `${column}\u0000${index}`;

/** Puts the parts of a joined column together, in the order of the file. */
export function joinParts(record: Record<string, string>): Record<string, string> {
  const parts = Object.keys(record).filter((name) => name.includes('\u0000'));
  if (parts.length === 0) return record;
  const whole: Record<string, string> = {};
  for (const [name, value] of Object.entries(record)) {
    const column = name.split('\u0000', 1)[0]!;
    whole[column] = [whole[column] ?? '', value].filter((text) => text !== '').join(' ');
  }
  return whole;
}

/** Undefined: it is unknown. Null: it is not read. */
function columnOf(
  written: string,
  header: readonly string[],
  { columns, ofLeftOutRows = [], aliases = {}, mapping = {} }: CsvColumns,
): string | null | undefined {
  const name = written.trim();
  if (Object.hasOwn(mapping, name)) return mapping[name]!;
  const plain = name.toLowerCase();
  if (columns.includes(plain)) return plain;
  if (Object.hasOwn(aliases, plain)) return aliases[plain]!;
  return ofLeftOutRows.includes(plain) && isOfLeftOutRows(header) ? null : undefined;
}

/** A file that our own list of left-out rows was, before it was corrected. */
export const isOfLeftOutRows = (header: readonly string[]): boolean => {
  const names = header.map((name) => name.trim().toLowerCase());
  return ['line', 'outcome', 'reason'].every((name) => names.includes(name));
};

function unknown(header: readonly string[], index: number, spec: CsvColumns) {
  const pointer = `#/${index + 1}`;
  const title = header[index]!.trim();
  if (!mayBeShown(title, header, spec)) return { pointer, detail: `unknown column ${index + 1}` };
  const column = spec.mapping === undefined ? undefined : suggestedColumn(title);
  const hint = column !== undefined && spec.columns.includes(column) ? `: is it ${column}?` : '';
  return { pointer, detail: `unknown column ${index + 1}, ${title}${hint}` };
}

/** In a line without any name that is known, a text may be a person's name. */
const mayBeShown = (title: string, header: readonly string[], { columns }: CsvColumns): boolean =>
  TITLE.test(title) &&
  header.some((name) => columns.includes(name.trim().toLowerCase()) || suggestedColumn(name));

function duplicates(found: readonly (string | null | undefined)[], header: readonly string[]) {
  // Parts of a name have titles of their own. Two columns of the same title are a mistake.
  const isPart = (column: string, index: number) =>
    column === JOINED_COLUMN && header.indexOf(header[index]!) === index;
  return found.flatMap((column, index) =>
    column == null || found.indexOf(column) === index || isPart(column, index)
      ? []
      : [{ pointer: `#/${column}`, detail: 'duplicate column' }],
  );
}

/** For the answer: a mapping of the unknown columns that can be sent as it is. */
function mappingOf(
  header: readonly string[],
  found: readonly (string | null | undefined)[],
  spec: CsvColumns,
): ColumnMapping | undefined {
  if (spec.mapping === undefined) return undefined;
  const titles = header.map((name) => name.trim());
  const strange = titles.filter((_, index) => found[index] === undefined);
  if (strange.length === 0 || !strange.every((title) => mayBeShown(title, header, spec))) {
    return undefined;
  }
  const taken = found.filter((column) => column != null);
  const known = Object.entries(spec.mapping).filter(([name]) => titles.includes(name));
  return { ...Object.fromEntries(known), ...suggestedMapping(strange, taken) };
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
