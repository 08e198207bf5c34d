import { Problem } from '../http/problem.ts';

/** A row of a text, or the fault of one that cannot be read. `line` counts from 1. */
export type TextRow =
  { line: number; row: unknown } | { line: number; fault: string; written: string };

export const LONGEST_ROW_CHARACTERS = 65_536;

export const tooLong = (line: number) =>
  new Problem({
    status: 422,
    code: 'row_too_long',
    detail: `Row ${line} is longer than ${LONGEST_ROW_CHARACTERS} characters. Nothing was imported.`,
    more: { line },
  });
