/** Where a contact is, in words. */
import type { AreaFrom, AreaSource, ContactArea } from './contact-area.ts';

/** How the sources are told to people: `US-FL by region and number`. */
export function areaText({ areas, mismatch, sources }: Omit<ContactArea, 'release'>): string {
  if (!mismatch) return `${areas.join(' or ')} by ${sources.map(nameOf).join(' and ')}`;
  const said = sources.map((one) => `${one.areas.join(' or ')} by ${nameOf(one)}`);
  return `${said.join(', but ')}: the hours of all count`;
}

const nameOf = ({ from }: AreaSource): string => NAMES[from];

const NAMES: Record<AreaFrom, string> = {
  region: 'region',
  postal_code: 'postal code',
  country: 'country',
  number: 'number',
};
