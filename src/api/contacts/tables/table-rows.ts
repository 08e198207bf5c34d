/** Reads a table as rows of our columns. */
import { JOINED_COLUMNS } from '../../../domain/lists/column-suggestion.ts';
import { plainCell } from '../../http/csv/csv-cells.ts';
import { Problem } from '../../http/problem.ts';
import type { TextRow } from '../rows/text-row.ts';
import { ownFileOf, type TableSpec } from './header-line.ts';
import { footerOf } from './footer.ts';
import { readHeader, type TableHeader } from './table-header.ts';
import type { Table, TableRecord } from './table-record.ts';

/**
 * @param endLine where a footer begins, which is not read
 * @throws Problem 422 for a header line that cannot be used; those of the records
 */
export async function* readTable(
  { head, records, delimiter }: Table,
  spec: TableSpec,
  endLine = Infinity,
): AsyncGenerator<TextRow> {
  if (head.length === 0) {
    // A file that has only faulty lines is refused with the first one.
    for await (const _ of records) break;
    throw noHeader();
  }
  const header = readHeader(head, spec);
  const read = rowReader(header, spec, delimiter);
  for await (const record of records) {
    if (record.line >= endLine) return;
    if (record.line > header.line) yield read(record);
  }
}

function rowReader(header: TableHeader, spec: TableSpec, delimiter: string) {
  const { titles, columns } = header;
  const isOwn = ownFileOf(titles, spec.ownFiles ?? []) !== undefined;
  const cells = columns.flatMap((column, index) => (column === null ? [] : [{ column, index }]));
  const number = columns.indexOf('number');
  return (record: TableRecord): TextRow => {
    const { line, cells: written } = record;
    const last = written.findLastIndex((cell) => cell !== '');
    if (last >= columns.length) {
      const fault = tooManyCells(last + 1, columns.length);
      return { line, fault, written: written.join(delimiter) };
    }
    const row: Record<string, string> = {};
    for (const { column, index } of cells) {
      const cell = written[index] ?? '';
      const text = isOwn ? plainCell(cell) : cell;
      const before = row[column];
      // Parts of a name, in the order of the file.
      if (!before) row[column] = text;
      else if (text !== '') row[column] = `${before}${JOINED_COLUMNS[column] ?? ' '}${text}`;
    }
    const footer = columns.length > 1 ? footerOf(record, number) : undefined;
    return footer ? { line, row, footer } : { line, row };
  };
}

const tooManyCells = (cells: number, columns: number): string =>
  `has ${cells} fields, and the header line has ${columns}: put a field that contains the separator in quotes`;

const noHeader = () =>
  new Problem({
    status: 422,
    code: 'malformed_csv',
    detail: 'There is no header line.',
    errors: [],
    more: { line: 1 },
  });
