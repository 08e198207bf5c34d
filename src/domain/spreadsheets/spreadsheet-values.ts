/** Which texts a spreadsheet takes for something else, in any of the languages of `EXCEL_FORMS`. */
import { EXCEL_NAMES } from './excel-forms.ts';

const LANGUAGES = EXCEL_NAMES.map((name) => name.slice('excel-'.length));

/** `TRUE` and `FALSE`. */
const TRUTHS = new Set(
  (
    'true false wahr falsch vrai faux vero falso verdadero verdadeiro waar onwaar prawda fałsz sand falsk sant falskt sann ' +
    'usann tosi epätosi pravda nepravda'
  ).split(' '),
);

/** Exponents, halves of the day, and currencies. Excel's German short name of March is its own. */
const NUMBER_WORDS = 'e am pm a p eur usd gbp chf kr zł kč mrz'.split(' ');

/** Made when first asked for, because most programs that load this never write a file. */
let words: ReadonlySet<string> | undefined;

const wordsInNumbers = (): ReadonlySet<string> =>
  (words ??= new Set([...NUMBER_WORDS, ...LANGUAGES.flatMap(monthsIn)]));

/** Long and short, and as they stand beside a day: `listopad`, `listopadu`. */
const monthsIn = (language: string): string[] =>
  (['long', 'short'] as const)
    .flatMap((month) => [{ month }, { month, day: 'numeric' as const }])
    .map((options) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }))
    .flatMap((format) => MONTHS.flatMap((month) => format.formatToParts(month)))
    .filter(({ type }) => type === 'month')
    .map(({ value }) => value.replace(/\.$/, '').toLowerCase());

const MONTHS = Array.from({ length: 12 }, (_, index) => Date.UTC(2026, index, 1));

/** Excel keeps the digits of so many. */
const SHORT_WHOLE = /^(?:0|[1-9]\d{0,10})$/;
const MARKS = /[\p{Nd}\s.,:/\-+()%'’\p{Sc}]+/u;

/**
 * Whether the text would become a date, an amount, a time, a truth, or a number with other digits: `SEP1`, `3-4`, `00123`,
 * `1E5`, `12:30`, `(5)`.
 */
export function isReadAsValue(text: string): boolean {
  if (TRUTHS.has(text.trim().toLowerCase())) return true;
  if (!/\p{Nd}/u.test(text) || SHORT_WHOLE.test(text)) return false;
  const known = wordsInNumbers();
  return text.split(MARKS).every((word) => word === '' || known.has(word.toLowerCase()));
}
