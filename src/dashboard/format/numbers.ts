/** Counts, shares, money and telephone numbers in the reader's language. */

export const count = (value: number, locale?: string): string =>
  new Intl.NumberFormat(locale).format(value);

/** "1 call", "2 calls": words whose plural ends with "s". */
export const counted = (value: number, one: string, locale?: string): string =>
  `${count(value, locale)} ${value === 1 ? one : `${one}s`}`;

/** 8.3: finer digits of a rate change too often to be read. */
export const oneDecimal = (value: number, locale?: string): string =>
  count(Math.round(value * 10) / 10, locale);

/** @param share 0 to 1; null: nothing to divide */
export const percent = (share: number | null, locale?: string): string =>
  share === null
    ? '–'
    : new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** @returns null if there is nothing to divide by */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : part / whole;

/**
 * @param amount decimal text, as the API gives it; the digits are kept as they are
 * @param currency ISO 4217; null: the carrier's documents name none
 */
export function money(amount: string, currency: string | null, locale?: string): string {
  const decimals = Math.max(2, amount.split('.')[1]?.length ?? 0);
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: Math.min(decimals, 6) };
  const options: Intl.NumberFormatOptions = currency
    ? { style: 'currency', currency, ...digits }
    : digits;
  // Text, not a number: a sum may have more digits than a number keeps.
  return new Intl.NumberFormat(locale, options).format(amount as unknown as number);
}

/** In whole cents, for a figure that is looked at. The exact amount stands beside it or in its title. */
export function roundedMoney(amount: string, currency: string | null, locale?: string): string {
  const options: Intl.NumberFormatOptions = currency
    ? { style: 'currency', currency }
    : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(locale, options).format(amount as unknown as number);
}

export function bytes(value: number, locale?: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)),
  );
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step]!,
    unitDisplay: 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(value / 1_000 ** step);
}
