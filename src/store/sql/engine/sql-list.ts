/** Names of the domain as a list for SQL's IN. Only for constants: nothing is escaped. */
export const sqlList = (names: readonly string[]): string =>
  names.map((name) => `'${name}'`).join(', ');
