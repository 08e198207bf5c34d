/** Writes CSV as a stream. */
import { Readable, pipeline } from 'node:stream';
import { stringify } from 'csv-stringify';
import * as z from 'zod';
import {
  EXCEL_FORMS,
  EXCEL_NAMES,
  type ExcelName,
} from '../../../domain/spreadsheets/excel-forms.ts';
import { cellText, type Cell, type CsvColumn, type Guard } from './csv-cells.ts';

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** One choice, which sets the others. */
export const FOR_FIELD = {
  for: z
    .enum(EXCEL_NAMES)
    .optional()
    .meta({
      description:
        'CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other ' +
        'parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as ' +
        '`="+442079460101"`. An import reads them back.',
    }),
};

/** How CSV is written for a spreadsheet. */
export const CSV_FIELDS = {
  bom: z.stringbool('must be true or false').default(false).meta({
    description: 'Begins the CSV with a byte order mark, by which Excel recognises UTF-8.',
  }),
  delimiter: z.enum(['comma', 'semicolon', 'tab']).default('comma'),
  ...FOR_FIELD,
};

export interface CsvForm {
  bom?: boolean;
  delimiter?: keyof typeof DELIMITERS;
  /** Left out: as countries have it that separate fields so. */
  decimal?: 'point' | 'comma' | undefined;
  for?: ExcelName | undefined;
}

export function writeCsv(
  records: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  columns: readonly CsvColumn[],
  form: CsvForm,
): Readable {
  const { bom = false, delimiter = 'comma', decimal, guard } = shapeOf(form);
  const mark = (decimal ?? (delimiter === 'semicolon' ? 'comma' : 'point')) === 'comma' ? ',' : '.';
  async function* texts() {
    for await (const record of records) {
      yield record.map((cell, index) => cellText(cell, columns[index]!, mark, guard));
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

function shapeOf({ for: excel, ...given }: CsvForm): Omit<CsvForm, 'for'> & { guard: Guard } {
  if (excel === undefined) return { ...given, guard: 'apostrophe' };
  const { delimiter, decimal } = EXCEL_FORMS[excel];
  return { bom: true, delimiter, decimal, guard: 'formula' };
}
