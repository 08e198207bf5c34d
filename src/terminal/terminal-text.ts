/**
 * Makes text from outside safe for a terminal. Control characters (C0, DEL, C1), marks for the direction of text, line
 * separators and zero-width characters could rewrite the screen, hide text or forge a line of output. They are shown as
 * escapes, so that a name with them differs visibly from one without.
 */
const CONTROL = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}`;
/** Allowed, because Persian and Indian names and emoji contain them. */
const JOINERS = String.raw`\u200c\u200d`;
const UNSAFE = new RegExp(`(?![${JOINERS}])[${CONTROL}]`, 'gu');
/** All unsafe characters except our own line breaks. */
const UNSAFE_IN_LINES = new RegExp(`(?![\\n${JOINERS}])[${CONTROL}]`, 'gu');

/** For a name or another value within a line. */
export const shown = (text: string): string => text.replaceAll(UNSAFE, escaped);

/** For a whole output with our own line breaks. */
export const shownLines = (text: string): string => text.replaceAll(UNSAFE_IN_LINES, escaped);

/** JSON of the same value, in which a terminal finds nothing to obey: `JSON.stringify` leaves C1 and marks of direction. */
export const shownJson = (json: string): string =>
  json.replaceAll(UNSAFE_IN_LINES, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      return `\\u${hex(character.charCodeAt(index), 4)}`;
    }).join(''),
  );

/** For all texts in a JSON value, including names of members. */
export function shownDeep<Value>(value: Value): Value {
  return deep(value) as Value;
}

function deep(value: unknown): unknown {
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return value.map(deep);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [shown(name), deep(each)]));
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!;
  if (code <= 0xff) return `\\x${hex(code, 2)}`;
  return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 1)}}`;
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** An amount with its currency, such as `0.0125 EUR`; null: the currency is not set. */
export const amountText = (amount: string, currency: string | null): string =>
  currency === null ? amount : `${amount} ${currency}`;

/** For the head of amounts that stand alone below it, such as `cost (EUR)`. */
export const inCurrency = (currency: string | null): string =>
  currency === null ? '' : ` (${currency})`;

/** What something waits for, and until when. The end comes last, because a narrow line is cut. */
export const waitText = ({ text, until }: { text: string; until: string | null }): string =>
  `waiting: ${text}${until === null ? '' : `, until ${until}`}`;
