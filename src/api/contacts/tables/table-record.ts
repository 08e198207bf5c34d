/** A row of a table, whatever file it stands in. */
export interface TableRecord {
  /** Its last line in the file, from 1. */
  line: number;
  cells: readonly string[];
  /** Whether an empty line stands before it. */
  apart: boolean;
}

/** A table of a file, read as a stream. */
export interface Table {
  /** The first records, by which the header line is found. Faulty ones are left out. */
  head: readonly TableRecord[];
  /** All of them, from the first. */
  records: AsyncIterable<TableRecord>;
  /** What separates the cells of a row, where it is shown as text. */
  delimiter: string;
}

export const HEAD_ROWS = 100;
