/** Finds line numbers in JSON files that people write, because `JSON.parse` does not report them. */

export type JsonLines =
  | { fault: { line: number; why: string } }
  /** The line of the value at a path, or of the nearest value around it if there is none. */
  | { fault?: undefined; lineOf: (path: readonly PropertyKey[]) => number };

const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const TOKEN = new RegExp(
  String.raw`[{}[\],:]|${STRING}|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null`,
  'y',
);
const BLANK = /[ \t\r\n]*/y;

class JsonFault extends Error {}

export function linesOfJson(text: string): JsonLines {
  const lines = new Map<string, number>();
  let at = 0;

  const lineHere = () => text.slice(0, at).split('\n').length;
  const peek = (): string | undefined => {
    BLANK.lastIndex = at;
    BLANK.exec(text);
    at = BLANK.lastIndex;
    TOKEN.lastIndex = at;
    return TOKEN.exec(text)?.[0];
  };
  const fail = (wanted: string): never => {
    throw new JsonFault(at < text.length ? `${wanted} here` : `the text ends where ${wanted}`);
  };
  const take = (isMeant: (token: string) => boolean, wanted: string): string => {
    const token = peek();
    if (token === undefined || !isMeant(token)) return fail(`${wanted} should stand`);
    at += token.length;
    return token;
  };
  const isString = (token: string) => token.startsWith('"');

  function items(close: string, item: (index: number) => void): void {
    for (let index = 0; ; index++) {
      if (index === 0 && peek() === close) break;
      item(index);
      if (take((token) => token === ',' || token === close, `"," or "${close}"`) === close) return;
    }
    at += close.length;
  }

  function value(path: readonly string[]): void {
    const token = peek();
    if (token === undefined || '}],:'.includes(token)) return fail('a value should stand');
    lines.set(path.join('\n'), lineHere());
    at += token.length;
    if (token === '[') items(']', (index) => value([...path, String(index)]));
    if (token !== '{') return;
    items('}', (index) => {
      const name = take(
        isString,
        `${index === 0 ? '"}" or ' : ''}the name of a field in double quotes`,
      );
      take((next) => next === ':', '":"');
      value([...path, JSON.parse(name) as string]);
    });
  }

  try {
    value([]);
    if (peek() !== undefined || at < text.length) fail('the text should end');
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return { fault: { line: lineHere(), why: error.message } };
  }
  return { lineOf: (path) => nearest(lines, path.map(String)) };
}

function nearest(lines: ReadonlyMap<string, number>, path: readonly string[]): number {
  return lines.get(path.join('\n')) ?? (path.length === 0 ? 1 : nearest(lines, path.slice(0, -1)));
}
