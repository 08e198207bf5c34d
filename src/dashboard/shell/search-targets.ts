/** What a text of the search may mean. */
export interface Target {
  href: string;
  text: string;
}

/** `{campaign}.{contact}.{ordinal}` */
const CALL = /^c[a-z0-9]+\.\d+\.\d+$/;
const CAMPAIGN = /^c[a-z0-9]{9,}$/;
/** Digits as people write them: +1 (555) 010-0199 */
const NUMBER = /^[+(]?[\d\s().\-/\u2010-\u2015\u2212]{5,}$/;
/** With its country code. What the API may read in another way than by its digits is left as it is. */
const INTERNATIONAL = /^(?:\+|00)(?=[1-9])(?!.*(?:\(\s*0\s*\)|\/))/;

/** @returns the number if the text can be one: in international form, or as it was typed if only its country tells */
export function numberTyped(text: string): string | undefined {
  const typed = text.trim();
  if (!NUMBER.test(typed)) return undefined;
  if (!INTERNATIONAL.test(typed)) return typed;
  return `+${typed.replaceAll(/\D/g, '').replace(/^00/, '')}`;
}

/** Fewer digits are a short number in every country. */
const LEAST_DIGITS = 7;

/** Whether somebody must say in which country the number is. */
export const needsCountry = (number: string): boolean =>
  !/^\s*\(?\s*(?:\+|00)/.test(number) && number.replaceAll(/\D/g, '').length >= LEAST_DIGITS;

export function targetsOf(typed: string): Target[] {
  const text = typed.trim();
  if (text === '') return [];
  const found: Target[] = [];
  if (CALL.test(text)) found.push({ href: `/calls/${text}`, text: `Call ${text}` });
  if (CAMPAIGN.test(text)) found.push({ href: `/campaigns/${text}`, text: `Campaign ${text}` });
  const number = numberTyped(text);
  if (number !== undefined) {
    const ofCountry = needsCountry(number) ? ', of which country?' : '';
    const href = `/people?number=${encodeURIComponent(number)}`;
    found.push({ href, text: `Number ${number}${ofCountry}` });
  }
  const rowKey = encodeURIComponent(text);
  return [...found, { href: `/people?row_key=${rowKey}`, text: `Row key ${text}` }];
}
