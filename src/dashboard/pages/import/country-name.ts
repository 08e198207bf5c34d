/** @returns undefined if the letters are no country */
export function countryName(letters: string, locale?: string): string | undefined {
  const code = letters.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  return names.of(code);
}
