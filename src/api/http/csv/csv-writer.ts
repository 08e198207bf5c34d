/** Writes CSV as a stream. */
import { Readable, pipeline } from 'node:stream';
import { stringify } from 'csv-stringify';
import * as z from 'zod';
import { cellText, type Cell, type CsvColumn } from './csv-cells.ts';

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** How CSV is written for a spreadsheet. */
export const CSV_FIELDS = {
  bom: z.stringbool('must be true or false').default(false).meta({
    description: 'Begins the CSV with a byte order mark, by which Excel recognises UTF-8.',
  }),
  delimiter: z.enum(['comma', 'semicolon', 'tab']).default('comma'),
};

export interface CsvForm {
  bom: boolean;
  delimiter: keyof typeof DELIMITERS;
  /** Left out: as countries have it that separate fields so. */
  decimal?: 'point' | 'comma' | undefined;
}

export function writeCsv(
  records: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  columns: readonly CsvColumn[],
  { bom, delimiter, decimal }: CsvForm,
): Readable {
  const mark = (decimal ?? (delimiter === 'semicolon' ? 'comma' : 'point')) === 'comma' ? ',' : '.';
  async function* texts() {
    for await (const record of records) {
      yield record.map((cell, index) => cellText(cell, columns[index]!, mark));
    }
  }
  const writer = stringify({
    header: true,
    columns: columns.map(({ name }) => name),
    bom,
    delimiter: DELIMITERS[delimiter],
  });
  // An error of a row breaks the file; a reader that leaves ends the rows.
  pipeline(Readable.from(texts()), writer, () => {});
  return writer;
}
