/** Numbers that are never called, and numbers that a campaign does not open. */

export interface NumberKind {
  /** ISO 3166-1; the calling code's main country if the range is unknown; null: a number without a country. */
  country: string | null;
  /** Without `+`: `44`. */
  callingCode: string;
  /** The type by libphonenumber; null: the range is unknown. */
  type: string | null;
  /** Too few digits after the calling code for a subscriber: a service answers there, perhaps an emergency service. */
  short: boolean;
}

export const SHORT = 'is a short number, as emergency services have';

/** Universal freephone: free, and without a country. */
const FREEPHONE = '800';

const OF_NO_COUNTRY: Record<string, string> = {
  '870': 'is a satellite number',
  '881': 'is a satellite number',
  '882': 'belongs to an international network, satellites among them',
  '883': 'belongs to an international network, satellites among them',
  '979': 'is a premium-rate number',
  '808': 'is a shared-cost number',
};

const TYPES: Record<string, string> = {
  PREMIUM_RATE: 'is a premium-rate number',
  SHARED_COST: 'is a shared-cost number',
  PAGER: 'is a pager',
  VOICEMAIL: 'is a voice mailbox',
};

/**
 * Why a number is not called; undefined: it may be called.
 * @param countries that the campaign opens, ISO 3166-1; null: every country, and universal freephone
 */
export function refusedKind(
  { country, callingCode, type, short }: NumberKind,
  countries: readonly string[] | null,
): string | undefined {
  if (short) return SHORT;
  const byType = type === null ? undefined : TYPES[type];
  if (byType !== undefined) return byType;
  if (country === null) {
    if (callingCode === FREEPHONE && countries === null) return undefined;
    return OF_NO_COUNTRY[callingCode] ?? 'belongs to no country';
  }
  if (countries === null || countries.includes(country)) return undefined;
  return `is in ${country}, which the campaign does not open`;
}
