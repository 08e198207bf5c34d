/**
 * SQL is written once, in a form that SQLite reads. This translates it to Postgres: named parameters to numbered ones,
 * lists given as JSON, index hints (Postgres has none), locks of rows (SQLite has none, so they are in comments),
 * conditions that only Postgres's indexes need (in comments too), and the case of names, which Postgres would otherwise lower.
 */
import { createHash } from 'node:crypto';

export interface Translated {
  text: string;
  /** The parameters' names, in the order of their numbers. */
  names: readonly string[];
  /** Of the prepared statement. Postgres cuts names after 63 characters. */
  name: string;
}

const known = new Map<string, Translated>();

/** Each text is translated once. */
export function translate(sql: string): Translated {
  const before = known.get(sql);
  if (before) return before;
  const translated = translateText(sql);
  known.set(sql, translated);
  return translated;
}

/** A string, a cast, a parameter, an index hint, a lock of rows, or a name that has a capital letter. */
const TOKENS =
  /'(?:[^']|'')*'|::\w+|:(?<parameter>[A-Za-z_]\w*)|\sINDEXED BY (?<index>\w+)|\/\* (?<lock>FOR [A-Z ]+) \*\/|\b(?<name>[a-z][a-z0-9]*[A-Z]\w*)\b/g;

/** A string, or what follows from the other conditions, in the words of an index's own condition. */
const INDEX_CONDITION = /'(?:[^']|'')*'|\/\* (AND [^*]+) \*\//g;

function translateText(sql: string): Translated {
  const numbers = new Map<string, number>();
  const numbered = sql
    .replaceAll(INDEX_CONDITION, (token: string, condition?: string) => condition ?? token)
    .replaceAll(TOKENS, (token: string, ...found: unknown[]) => {
      const { parameter, index, lock, name } = found.at(-1) as Partial<Record<string, string>>;
      if (index !== undefined) return '';
      if (lock !== undefined) return lock;
      if (name !== undefined) return `"${name}"`;
      if (parameter === undefined) return token;
      if (!numbers.has(parameter)) numbers.set(parameter, numbers.size + 1);
      return `$${numbers.get(parameter)}`;
    });
  const text = withoutSqliteJson(numbered);
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { text, names: [...numbers.keys()], name };
}

/** Columns of JSON are text on both engines. Postgres counts no rows in `json_agg` as NULL, SQLite as an empty list. */
const withoutSqliteJson = (sql: string): string =>
  sql
    .replaceAll(/(\w+) ->> '\$\.(\w+)'/g, `(CAST($1 AS json) ->> '$2')`)
    .replaceAll(/json_remove\((\w+), '\$\.(\w+)'\)/g, `CAST(CAST($1 AS jsonb) - '$2' AS text)`)
    .replaceAll(
      /json_group_array\(((?:DISTINCT )?[\w.]+)\)/g,
      `coalesce(CAST(json_agg($1) AS text), '[]')`,
    )
    .replaceAll(
      /json_each\((\$\d+|\w+\.\w+|\(CAST\(\w+ AS json\) ->> '\w+'\))\)/g,
      'json_array_elements_text(CAST($1 AS json)) AS list (value)',
    );
