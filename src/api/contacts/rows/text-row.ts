import { Problem } from '../../http/problem.ts';

/** A row of a text, or the fault of one that cannot be read. */
export type TextRow = {
  /** From 1. */
  line: number;
  /** Of a row that holds no contact: it may be the footer of a report. */
  footer?: { text: string; likely: boolean };
} & ({ row: unknown } | { fault: string; written: string });

export const LONGEST_ROW_CHARACTERS = 65_536;

export const tooLong = (line: number) =>
  new Problem({
    status: 422,
    code: 'row_too_long',
    detail: `Row ${line} is longer than ${LONGEST_ROW_CHARACTERS} characters. Nothing was imported.`,
    more: { line },
  });
