/** Types of events, as people write them: names and patterns with commas or spaces between them. */

/** @returns null for all types */
export function typesOf(text: string): string[] | null {
  const types = text.split(/[\s,]+/).filter((type) => type !== '');
  return types.length === 0 ? null : [...new Set(types)];
}

export const textOfTypes = (types: readonly string[] | null): string => types?.join(', ') ?? '';

/** The kinds of the types, as patterns: `call.*`. */
export const kindsOf = (types: readonly string[]): string[] => [
  ...new Set(types.map((type) => `${type.split('.')[0]}.*`)),
];
