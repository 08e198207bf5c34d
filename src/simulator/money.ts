/** Money is counted in millionths and written as an exact decimal; it never becomes a float. */
export type Micros = bigint;

const DECIMALS = 6;

export function microsOf(text: string): Micros | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!match) return undefined;
  return BigInt(match[1]! + (match[2] ?? '').padEnd(DECIMALS, '0'));
}

/** The shortest literal that says the amount: also a valid JSON number. */
export function literalOf(micros: Micros): string {
  const digits = micros.toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  const whole = digits.slice(0, -DECIMALS);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
