/** Splits text into rows as a stream. */
import { readCsv } from './csv-rows.ts';
import { readJson, readNdjson } from './json-rows.ts';

export const ROW_FORMATS = {
  'text/csv': readCsv,
  'application/x-ndjson': readNdjson,
  'application/json': readJson,
} as const;
export type RowFormat = keyof typeof ROW_FORMATS;
