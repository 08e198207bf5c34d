/** As the carrier writes numbers: with or without `+`, spaces or other signs between. */
export const isSameNumber = (one: string, other: string): boolean =>
  digitsOf(one) === digitsOf(other);

const digitsOf = (number: string): string => number.replaceAll(/\D/g, '');
