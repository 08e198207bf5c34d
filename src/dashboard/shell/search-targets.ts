/** What a text of the search may mean. */
export interface Target {
  href: string;
  text: string;
}

/** `{campaign}.{contact}.{ordinal}` */
const CALL = /^c[a-z0-9]+\.\d+\.\d+$/;
const CAMPAIGN = /^c[a-z0-9]{9,}$/;
/** Digits as people write them: +1 (555) 010-0199 */
const NUMBER = /^\+?[\d\s().-]{5,}$/;

/** @returns a number in international form if the text can be one */
export const numberTyped = (text: string): string | undefined =>
  NUMBER.test(text) ? `+${text.replaceAll(/\D/g, '').replace(/^00/, '')}` : undefined;

export function targetsOf(typed: string): Target[] {
  const text = typed.trim();
  if (text === '') return [];
  const found: Target[] = [];
  if (CALL.test(text)) found.push({ href: `/calls/${text}`, text: `Call ${text}` });
  if (CAMPAIGN.test(text)) found.push({ href: `/campaigns/${text}`, text: `Campaign ${text}` });
  const number = numberTyped(text);
  if (number !== undefined) {
    found.push({ href: `/people?number=${encodeURIComponent(number)}`, text: `Number ${number}` });
  }
  const rowKey = encodeURIComponent(text);
  return [...found, { href: `/people?row_key=${rowKey}`, text: `Row key ${text}` }];
}
