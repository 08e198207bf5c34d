/** Matches requests to routes whose paths contain names. */
import type { Answer } from './answer.ts';
import type { World } from './world.ts';

export interface Asked {
  world: World;
  /** The request's id in the ledger. */
  request: string;
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

export interface Asking extends Asked {
  /** The values of the names in braces. */
  named: Record<string, string>;
}

export interface Route {
  method: string;
  path: string;
  /** Its name for `--forbid`. */
  area: string;
  answer: (asking: Asking) => Answer | Promise<Answer>;
}

/** The values of the pattern's `{names}`; undefined: the path does not match. */
export function namesIn(path: string, pattern: string): Record<string, string> | undefined {
  const parts = path.split('/');
  const places = pattern.split('/');
  if (parts.length !== places.length) return undefined;
  const named: Record<string, string> = {};
  for (const [index, place] of places.entries()) {
    const part = parts[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(place)?.[1];
    if (name === undefined && part !== place) return undefined;
    if (name === undefined) continue;
    const text = decoded(part);
    if (text === undefined || text === '') return undefined;
    named[name] = text;
  }
  return named;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
