/** How CSV is written for the spreadsheet of the reader. */
import {
  EXCEL_FORMS,
  excelNameOf,
  type ExcelName,
} from '../../../domain/spreadsheets/excel-forms.ts';

/** By the language of the browser. */
export const readersExcel = (language = navigator.language): ExcelName => excelNameOf(language);

/** As choices of a form, in their own words. */
export const EXCEL_CHOICES = Object.entries(EXCEL_FORMS).map(([value, { language }]) => ({
  value,
  text: language,
}));

/** The address of a file of CSV. */
export const forSpreadsheet = (path: string): string =>
  `${path}?${new URLSearchParams({ for: readersExcel() }).toString()}`;
