/** Exact decimals of any length, without rounding. `0.10` equals `0.1`. */
export interface Decimal {
  units: bigint;
  /** Digits after the point. */
  scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

export function parseDecimal(text: string): Decimal | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const fraction = match[3] ?? '';
  const units = BigInt(match[2]! + fraction);
  return { units: match[1] === '-' ? -units : units, scale: fraction.length };
}

export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: scaled(left, scale) + scaled(right, scale), scale };
}

export function equal(left: Decimal, right: Decimal): boolean {
  const scale = Math.max(left.scale, right.scale);
  return scaled(left, scale) === scaled(right, scale);
}

export function show({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return sign + digits.slice(0, -scale) + (fraction === '' ? '' : `.${fraction}`);
}

/** Below 0: `left` is smaller. */
export function compare(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale);
  const difference = scaled(left, scale) - scaled(right, scale);
  return difference < 0n ? -1 : Number(difference > 0n);
}

function scaled({ units, scale }: Decimal, target: number): bigint {
  return units * 10n ** BigInt(target - scale);
}
