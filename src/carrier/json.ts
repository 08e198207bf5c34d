/** JSON from outside: bounded before it is built, and with numbers that matter kept as their source text. */

/** Deeper or larger bodies are not parsed: some 4,000 nested arrays fit in 8 kB and break JSON.stringify. */
const MAX_DEPTH = 32;
const MAX_NODES = 2_000;

/** Why a text is too deep or has too many values; undefined when it may be parsed. */
export function whyTooComplex(text: string): string | undefined {
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
      if (++depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH}`;
    } else if (char === '}' || char === ']') depth--;
    else if (char === ',' && ++nodes > MAX_NODES) return `has more than ${MAX_NODES} values`;
  }
  return nodes > MAX_NODES ? `has more than ${MAX_NODES} values` : undefined;
}

interface SourceContext {
  source?: string;
}

/** Parses JSON; a number under the key `cost` becomes the text it was written as. @throws SyntaxError */
export function parseKeepingCost(text: string): unknown {
  const reviver = (key: string, value: unknown, context?: SourceContext): unknown =>
    key === 'cost' && typeof value === 'number' ? (context?.source ?? String(value)) : value;
  return JSON.parse(text, reviver) as unknown;
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a JSON pointer (RFC 6901); undefined where there is none. */
export function at(value: unknown, pointer: string): unknown {
  let here = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(here)) here = here[Number(key)];
    else if (isObject(here) && Object.hasOwn(here, key)) here = here[key];
    else return undefined;
  }
  return here;
}

export function textAt(value: unknown, pointer: string): string | undefined {
  const found = at(value, pointer);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
