/** Reads the file of `--file`. It loads the parser of YAML, so it is loaded only when a file is named. */
import { readFileSync } from 'node:fs';
import { isMap, LineCounter, parseDocument, type Document } from 'yaml';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';

export interface BodyFile {
  body: Record<string, unknown>;
  /** The same error, with the line of each field that it names. */
  withLines(error: unknown): unknown;
}

/** A JSON pointer as the API's errors have it: `#/redial/max_calls`. */
const POINTER = /#((?:\/[\w~-]+)+)/g;

/**
 * @param page of the documentation, which lists the fields
 * @throws CommandError with the line, if it cannot be read
 */
export function readBodyFile(file: string, page: string): BodyFile {
  const unusable = unusableWith(file, page);
  const lines = new LineCounter();
  const document = parseDocument(read(file, unusable), { lineCounter: lines });
  const [fault] = document.errors;
  if (fault) {
    const [line = ''] = fault.message.split('\n');
    throw unusable(line);
  }
  if (!isMap(document.contents))
    throw unusable('it holds no fields, such as `name: Spring offers`');
  const where = (pointer: string) => lineOf(document, lines, pointer);
  return {
    body: document.toJS() as Record<string, unknown>,
    withLines(error) {
      if (!(error instanceof CommandError) || error.failure.code !== EXIT.refused) return error;
      const why = error.failure.why.replaceAll(POINTER, (text, path: string) => {
        const line = where(path);
        return line === undefined ? text : `${file}:${line} ${path.slice(1).replaceAll('/', '.')}`;
      });
      return new CommandError({ ...error.failure, why }, { cause: error });
    },
  };
}

/** Of the field, or of the nearest one around it that the file has. */
function lineOf(document: Document, lines: LineCounter, pointer: string): number | undefined {
  const names = pointer
    .slice(1)
    .split('/')
    .map((name) => (/^\d+$/.test(name) ? Number(name) : name));
  for (let length = names.length; length > 0; length--) {
    const path = names.slice(0, length);
    const parent = document.getIn(path.slice(0, -1), true);
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => String(key) === String(path.at(-1)))
      : undefined;
    const node = (pair?.key ?? document.getIn(path, true)) as { range?: number[] } | undefined;
    if (node?.range) return lines.linePos(node.range[0]!).line;
  }
  return undefined;
}

function read(file: string, unusable: (why: string) => CommandError): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw unusable(error instanceof Error ? error.message : String(error));
  }
}

const unusableWith =
  (file: string, page: string) =>
  (why: string): CommandError =>
    new CommandError({
      code: EXIT.usage,
      what: `${file} cannot be used`,
      why,
      next: `correct it; ${page} lists the fields`,
    });
