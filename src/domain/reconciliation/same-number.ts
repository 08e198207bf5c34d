/** Compares digits only, because the carrier writes numbers with or without `+`, spaces and other signs. */
export const isSameNumber = (one: string, other: string): boolean =>
  digitsOf(one) === digitsOf(other);

const digitsOf = (number: string): string => number.replaceAll(/\D/g, '');
