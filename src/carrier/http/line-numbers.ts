/** Line numbers in JSON and YAML that people write. It loads the parser of YAML, so it is loaded only where a line is named. */
import { isMap, LineCounter, parseDocument, type Document } from 'yaml';

export interface WrittenText {
  document: Document;
  /** The line of a field, or of the nearest one around it that the text has; undefined: it has none. */
  lineOf: (path: readonly PropertyKey[]) => number | undefined;
}

/** @param text YAML, or JSON, which is YAML too */
export function readWritten(text: string): WrittenText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  return {
    document,
    lineOf(path) {
      const place = path.map((_, index) => placeOf(document, path.slice(0, path.length - index)));
      const nearest = place.find((offset) => offset !== undefined);
      return nearest === undefined ? undefined : lines.linePos(nearest).line;
    },
  };
}

function placeOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  const parent = document.getIn(path.slice(0, -1), true);
  const pair = isMap(parent)
    ? parent.items.find(({ key }) => String(key) === String(path.at(-1)))
    : undefined;
  const node = (pair?.key ?? document.getIn(path, true)) as { range?: number[] } | undefined;
  return node?.range?.[0];
}

/** The line where `JSON.parse` stops: it does not name the place of every fault. The shortest beginning that has the fault ends at it. */
export function lineOfFault(json: string): number {
  let [sound, faulty] = [0, json.length];
  while (faulty - sound > 1) {
    const middle = Math.floor((sound + faulty) / 2);
    if (mayGoOn(json.slice(0, middle))) sound = middle;
    else faulty = middle;
  }
  return json.slice(0, mayGoOn(json) ? json.length : sound).split('\n').length;
}

/** Whether the text is JSON, or lacks only its end. */
function mayGoOn(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = /at position (\d+)/.exec(message)?.[1];
    return message.includes('end of JSON') || Number(position) >= json.length;
  }
}
