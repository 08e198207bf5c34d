/** Names of columns are snake_case in the database, and camelCase in this code. */
import type { Value } from './tx.ts';

/** `due_at_ms` as `dueAtMs`. A name of another form stays as it is. */
const camelCase = (column: string): string =>
  column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const columns = new Map<string, string>();

/** `dueAtMs` as `due_at_ms`: the column of a value in a row. */
export function columnOf(name: string): string {
  const known = columns.get(name);
  if (known !== undefined) return known;
  const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(name, column);
  return column;
}

/** The row of one statement's values, which stand in the order of its columns. */
export type ToRow = (values: readonly Value[]) => Record<string, Value>;

/** Made once for each statement, because names cost more than values. */
export function toRowOf(columns: readonly string[]): ToRow {
  const names = columns.map(camelCase);
  // A copy has the shape of all its members at once; a row that grows name by name takes twice as long.
  const empty: Record<string, Value> = Object.fromEntries(names.map((name) => [name, null]));
  return (values) => {
    const row = { ...empty };
    for (let index = 0; index < names.length; index++) row[names[index]!] = values[index]!;
    return row;
  };
}
