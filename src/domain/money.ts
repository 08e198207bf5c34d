/**
 * Money is a decimal string outside and a scaled integer inside, never a float. The carrier shows no
 * currency and no precision (interface document 2.1), so ten decimals are kept.
 */
export const MONEY_DECIMALS = 10;

/** Scaled by 10^10. */
export type MoneyUnits = bigint;

/** What JSON and text carry: `12.50`, `.5`, `+0.015`, `1.5e-3`. No separator of thousands and no comma: they are ambiguous. */
const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/;
const LONGEST_TEXT = 100;

/** The largest amount that fits a 64-bit integer of the database: about 922 million. */
const MOST_UNITS: MoneyUnits = 2n ** 63n - 1n;

/**
 * Units of a decimal text; undefined: it is no decimal, has a digit other than 0 behind the tenth decimal, or is too
 * large to be stored.
 */
export function parseMoney(text: string): MoneyUnits | undefined {
  const match = text.length > LONGEST_TEXT ? null : DECIMAL.exec(text.trim());
  const [, sign, whole = '', fraction = '', exponent = '0'] = match ?? [];
  const digits = whole + fraction;
  if (digits === '') return undefined;
  const units = shifted(BigInt(digits), MONEY_DECIMALS - fraction.length + Number(exponent));
  if (units === undefined || units > MOST_UNITS) return undefined;
  return sign === '-' ? -units : units;
}

/** `value` times ten to the power of `places`; undefined: a digit would be lost. */
function shifted(value: bigint, places: number): bigint | undefined {
  if (places >= 0) return value * 10n ** BigInt(places);
  const divisor = 10n ** BigInt(-places);
  return value % divisor === 0n ? value / divisor : undefined;
}

export function formatMoney(units: MoneyUnits): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(MONEY_DECIMALS + 1, '0');
  const whole = digits.slice(0, -MONEY_DECIMALS);
  const fraction = digits.slice(-MONEY_DECIMALS).replace(/0+$/, '');
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

/** Undefined: the text is a currency's code. */
export const whyNoCurrency = (code: string): string | undefined =>
  Intl.supportedValuesOf('currency').includes(code)
    ? undefined
    : 'must be an ISO 4217 code such as EUR or USD';
