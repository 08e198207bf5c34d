/** SQL of what the caps of a contact count: of its number, or of all numbers of its person in any campaign. */
import { countsPerson, type NumberCaps } from '../../../../domain/contacts/number-caps.ts';
import type { Dialect } from '../../engine/dialect.ts';

/** JSON array of instants: when it was dialled, since `:dialsSinceMs`. */
export const dialsOf = (sql: Dialect, caps: NumberCaps): string => `(
  SELECT ${sql.jsonArrayOf('at_ms')} FROM dials WHERE ${isCounted('dials', caps)} AND at_ms > :dialsSinceMs)`;

/** JSON array of `group ms`: what people said of its calls, and when those ended, since `:saidSinceMs`. */
export const saidOf = (sql: Dialect, caps: NumberCaps): string => `(
  SELECT ${sql.jsonArrayOf("code_group || ' ' || ended_at_ms")} FROM outcomes
  WHERE ${isCounted('outcomes', caps)} AND ended_at_ms > :saidSinceMs)`;

const isCounted = (table: string, caps: NumberCaps): string =>
  countsPerson(caps)
    ? `${table}.number IN (SELECT contacts.number UNION
       SELECT theirs.number FROM contacts AS theirs WHERE theirs.person = contacts.person)`
    : `${table}.number = contacts.number`;
