/** JSON from outside: bounded before it is built, and with numbers that matter kept as their source text. */

export interface JsonLimits {
  depth: number;
  nodes: number;
}

export type JsonReading = { value: unknown; why?: undefined } | { value?: undefined; why: string };

/** Reads JSON in UTF-8. Never throws; `why` says what is wrong, without quoting the text. */
export function readJson(bytes: Uint8Array, limits: JsonLimits): JsonReading {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const why = whyTooComplex(text, limits);
    return why === undefined ? { value: parseKeepingText(text) } : { why };
  } catch {
    return { why: 'is not JSON in UTF-8' };
  }
}

/**
 * Why a text is too deep or has too many values. Looked for in the text, because some 4,000 nested arrays
 * fit in 8 kB, parse, and only then break whatever serialises them.
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

/** Numbers under these keys become the text they were written as: a float would round them. */
const KEPT_AS_TEXT = ['cost', 'id'];

function parseKeepingText(text: string): unknown {
  const reviver = (key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && KEPT_AS_TEXT.includes(key) ? context?.source : value;
  return JSON.parse(text, reviver) as unknown;
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of the object's own; undefined when there is none, or no object. */
export function own(value: unknown, field: string): unknown {
  return isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
}

/** The value at a JSON pointer (RFC 6901); undefined where there is none. */
export function at(value: unknown, pointer: string): unknown {
  let here = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    here = Array.isArray(here) ? here[Number(key)] : own(here, key);
  }
  return here;
}
