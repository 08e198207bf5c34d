/**
 * Text from outside as a terminal may show it. Control characters (C0, DEL, C1), marks that change the direction of text,
 * separators of lines and zero-width characters could rewrite the screen, hide what was said or forge a line of output.
 * They are shown as escapes, so that nobody mistakes the name for one without them.
 */
const CONTROL = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}`;
/** Persian and Indian names, and emoji, are spelt with them. */
const JOINERS = String.raw`\u200c\u200d`;
const UNSAFE = new RegExp(`(?![${JOINERS}])[${CONTROL}]`, 'gu');
/** All but what ends a line of ours. */
const UNSAFE_IN_LINES = new RegExp(`(?![\\n${JOINERS}])[${CONTROL}]`, 'gu');

/** A name or another value within a line. */
export const shown = (text: string): string => text.replaceAll(UNSAFE, escaped);

/** A whole output, whose lines are ours. */
export const shownLines = (text: string): string => text.replaceAll(UNSAFE_IN_LINES, escaped);

/** Every text in a value of JSON, names of members among them. */
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
