/** How CSV is written for the spreadsheet of the reader. Where the decimal mark is a comma, fields are separated by semicolons. */

export interface SpreadsheetForm {
  delimiter: 'comma' | 'semicolon';
  /** By which Excel recognises UTF-8. */
  bom: 'true';
}

export function spreadsheetForm(locale?: string): SpreadsheetForm {
  const mark = new Intl.NumberFormat(locale)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal');
  return { delimiter: mark?.value === ',' ? 'semicolon' : 'comma', bom: 'true' };
}

/** The address of a file of CSV. */
export const forSpreadsheet = (path: string): string =>
  `${path}?${new URLSearchParams({ ...spreadsheetForm() }).toString()}`;
