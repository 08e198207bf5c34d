/**
 * How Excel opens CSV by a double click, by the language of the reader's Windows: what separates fields, and the decimal mark. Data
 * that imports nothing, because the dashboard takes it to browsers. Dates need no entry: everywhere Excel reads
 * `2026-11-21 10:30:00`, and shows it as the country writes it.
 */

export interface ExcelForm {
  /** In its own words. */
  language: string;
  delimiter: 'comma' | 'semicolon';
  decimal: 'point' | 'comma';
}

const WITH_COMMA = { delimiter: 'semicolon', decimal: 'comma' } as const;

export const EXCEL_FORMS = {
  'excel-en': { language: 'English', delimiter: 'comma', decimal: 'point' },
  'excel-cs': { language: 'Čeština', ...WITH_COMMA },
  'excel-da': { language: 'Dansk', ...WITH_COMMA },
  'excel-de': { language: 'Deutsch', ...WITH_COMMA },
  'excel-de-CH': { language: 'Deutsch (Schweiz)', delimiter: 'semicolon', decimal: 'point' },
  'excel-es': { language: 'Español', ...WITH_COMMA },
  'excel-fi': { language: 'Suomi', ...WITH_COMMA },
  'excel-fr': { language: 'Français', ...WITH_COMMA },
  'excel-it': { language: 'Italiano', ...WITH_COMMA },
  'excel-nb': { language: 'Norsk', ...WITH_COMMA },
  'excel-nl': { language: 'Nederlands', ...WITH_COMMA },
  'excel-pl': { language: 'Polski', ...WITH_COMMA },
  'excel-pt': { language: 'Português', ...WITH_COMMA },
  'excel-sv': { language: 'Svenska', ...WITH_COMMA },
} as const satisfies Readonly<Record<string, ExcelForm>>;

export type ExcelName = keyof typeof EXCEL_FORMS;

export const EXCEL_NAMES = Object.keys(EXCEL_FORMS) as [ExcelName, ...ExcelName[]];

/** @param language BCP 47, such as `de-AT`; a language without a form has one with its decimal mark */
export function excelNameOf(language: string): ExcelName {
  const decimal = decimalOf(language);
  const [own = ''] = language.split('-');
  const named = [`excel-${language}`, `excel-${own}`].find(isExcelName);
  if (named !== undefined && EXCEL_FORMS[named].decimal === decimal) return named;
  return decimal === 'comma' ? 'excel-de' : 'excel-en';
}

const isExcelName = (name: string): name is ExcelName => Object.hasOwn(EXCEL_FORMS, name);

function decimalOf(language: string): ExcelForm['decimal'] {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? 'comma' : 'point';
}
