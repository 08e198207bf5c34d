/** Parses JSON from outside. Its size is checked before it is parsed, and some numbers are kept as their source text. */

export interface JsonLimits {
  depth: number;
  nodes: number;
}

export type JsonReading = { value: unknown; why?: undefined } | { value?: undefined; why: string };

/** The numbers that are kept as source text: those that a call needs exactly, or all that a float would change. */
export type NumbersKept = 'ids-and-costs' | 'inexact';

/** Reads JSON in UTF-8. Never throws; `why` names the fault without quoting the text. */
export function readJson(
  bytes: Uint8Array,
  limits: JsonLimits,
  kept: NumbersKept = 'ids-and-costs',
): JsonReading {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const why = whyTooComplex(text, limits);
    return why === undefined ? { value: JSON.parse(text, REVIVERS[kept]) } : { why };
  } catch {
    return { why: 'is not JSON in UTF-8' };
  }
}

/**
 * Why a text is nested too deep or has too many values. The text itself is checked, because 4,000 nested arrays fit in
 * 8 kB and can be parsed, but would break later serialization.
 */
export function whyTooComplex(text: string, limits: JsonLimits): string | undefined {
  let depth = 0;
  let nodes = 1;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      nodes++;
      if (++depth > limits.depth) return `is nested deeper than ${limits.depth}`;
    } else if (char === '}' || char === ']') depth--;
    else if (char === ',') nodes++;
    if (nodes > limits.nodes) return `has more than ${limits.nodes} values`;
  }
  return undefined;
}

/** Numbers under these keys are kept as source text, because a float would round them. */
const KEPT_AS_TEXT = ['cost', 'id'];

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

const REVIVERS: Record<NumbersKept, Reviver> = {
  'ids-and-costs': (key, value, context) =>
    typeof value === 'number' && KEPT_AS_TEXT.includes(key) ? context?.source : value,
  inexact: (_key, value, context) =>
    typeof value === 'number' && !isExact(value, context?.source) ? context?.source : value,
};

/** Whether the number equals its source text, apart from trailing zeros. */
function isExact(value: number, source = ''): boolean {
  const shortest = source.includes('.') ? source.replace(/\.?0+$/, '') : source;
  return String(value) === shortest;
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own field of the object; undefined: there is none, or the value is not an object. */
export function own(value: unknown, field: string): unknown {
  return isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
}

/** The value at a JSON pointer (RFC 6901); undefined: there is none. */
export function at(value: unknown, pointer: string): unknown {
  let here = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    here = Array.isArray(here) ? here[Number(key)] : own(here, key);
  }
  return here;
}
