import { createHash } from 'node:crypto';

export interface Numbered {
  text: string;
  /** The parameters' names, in the order of their numbers. */
  names: readonly string[];
  /** Of the prepared statement. Postgres cuts names after 63 characters. */
  name: string;
}

const known = new Map<string, Numbered>();

/** The statement with a number for each name of a parameter: the driver knows no names. Each text is read once. */
export function numbered(sql: string): Numbered {
  const before = known.get(sql);
  if (before) return before;
  const result = numberedText(sql);
  known.set(sql, result);
  return result;
}

/** A string, a cast, or a parameter. */
const TOKENS = /'(?:[^']|'')*'|::\w+|:(?<parameter>[A-Za-z_]\w*)/g;

function numberedText(sql: string): Numbered {
  const numbers = new Map<string, number>();
  const text = sql.replaceAll(TOKENS, (token: string, parameter: string | undefined) => {
    if (parameter === undefined) return token;
    if (!numbers.has(parameter)) numbers.set(parameter, numbers.size + 1);
    return `$${numbers.get(parameter)}`;
  });
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { text, names: [...numbers.keys()], name };
}
