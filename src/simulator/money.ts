/** Amounts of money, counted in millionths and written as exact decimals. Floats are never used. */
export type Micros = bigint;

export const MICRO_DECIMALS = 6;

export function microsOf(text: string): Micros | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!match) return undefined;
  return BigInt(match[1]! + (match[2] ?? '').padEnd(MICRO_DECIMALS, '0'));
}

/** The funds needed for a cost: rounded up to a millionth, and zero for a negative cost. */
export function microsToPay(cost: string): Micros {
  if (cost.startsWith('-')) return 0n;
  const [whole = '0', fraction = ''] = cost.split('.');
  const kept =
    microsOf(`${whole}.${fraction.slice(0, MICRO_DECIMALS).padEnd(MICRO_DECIMALS, '0')}`) ?? 0n;
  return /[1-9]/.test(fraction.slice(MICRO_DECIMALS)) ? kept + 1n : kept;
}

/** The shortest decimal literal of the amount, followed by `digits`. It is also a valid JSON number. */
export function literalOf(micros: Micros, more = ''): string {
  const digits = micros.toString().padStart(MICRO_DECIMALS + 1, '0');
  const fraction = (digits.slice(-MICRO_DECIMALS) + more).replace(/0+$/, '');
  const whole = digits.slice(0, -MICRO_DECIMALS);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
