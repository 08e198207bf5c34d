/**
 * How wide each part of a bar is, in percent, and the rest that no part has. A bar that is filled beyond its whole is full.
 * @param values any numbers from 0 on, of any size: what counts is how they relate
 */
export function shareWidths(
  values: readonly number[],
  total: number,
): { widths: number[]; rest: number } {
  const largest = Math.max(total, ...values);
  if (!(largest > 0)) return { widths: values.map(() => 0), rest: 100 };
  // Divided first, because a sum of large numbers may be too large for a number.
  const shares = values.map((value) => value / largest);
  const filled = shares.reduce((sum, share) => sum + share, 0);
  const whole = Math.max(total / largest, filled);
  return {
    widths: shares.map((share) => (100 * share) / whole),
    rest: (100 * Math.max(0, whole - filled)) / whole,
  };
}
