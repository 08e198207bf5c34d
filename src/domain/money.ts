/**
 * Money is a decimal string outside and a scaled integer inside, never a float. The carrier shows no
 * currency and no precision (interface document 2.1), so ten decimals are kept.
 */
export const MONEY_DECIMALS = 10;

/** Scaled by 10^10. */
export type MoneyUnits = bigint;

const DECIMAL = /^(-?)(\d{1,9})(?:\.(\d{1,10}))?$/;
const EXPONENT = /^(-?\d+(?:\.\d+)?)[eE]([+-]?\d{1,2})$/;

/** The largest amount that fits a 64-bit integer of the database: about 922 million. */
const MOST_UNITS: MoneyUnits = 2n ** 63n - 1n;

/**
 * Units of a decimal text such as `0.0125` or `1e-3`; undefined: it is no decimal, has more than ten
 * decimals, or is too large to be stored.
 */
export function parseMoney(text: string): MoneyUnits | undefined {
  const plain = expandExponent(text.trim());
  const match = plain === undefined ? null : DECIMAL.exec(plain);
  if (!match) return undefined;
  const units = BigInt(match[2]! + (match[3] ?? '').padEnd(MONEY_DECIMALS, '0'));
  if (units > MOST_UNITS) return undefined;
  return match[1] === '-' ? -units : units;
}

export function formatMoney(units: MoneyUnits): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(MONEY_DECIMALS + 1, '0');
  const whole = digits.slice(0, -MONEY_DECIMALS);
  const fraction = digits.slice(-MONEY_DECIMALS).replace(/0+$/, '');
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

// JSON allows `1e-3` for a number. The point is moved in the text, so that no digit is lost.
function expandExponent(text: string): string | undefined {
  const match = EXPONENT.exec(text);
  if (!match) return text;
  const negative = match[1]!.startsWith('-');
  const [whole = '', fraction = ''] = match[1]!.replace('-', '').split('.');
  const shift = Number(match[2]);
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded = point <= 0 ? `0.${'0'.repeat(-point)}${digits}` : digits.padEnd(point, '0');
  const placed =
    point <= 0 || point >= padded.length
      ? padded
      : `${padded.slice(0, point)}.${padded.slice(point)}`;
  const trimmed = placed.includes('.') ? placed.replace(/0+$/, '').replace(/\.$/, '') : placed;
  return (negative ? '-' : '') + trimmed.replace(/^0+(?=\d)/, '');
}

/** Undefined: the text is a currency's code. */
export const whyNoCurrency = (code: string): string | undefined =>
  Intl.supportedValuesOf('currency').includes(code)
    ? undefined
    : 'must be an ISO 4217 code such as EUR or USD';
