/** Reads the file of `--file`. It loads the parser of YAML, so it is loaded only when a file is named. */
import { readFileSync } from 'node:fs';
import { isMap } from 'yaml';
import { readWritten } from '../carrier/http/line-numbers.ts';
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
  const { document, lineOf } = readWritten(read(file, unusable));
  const [fault] = document.errors;
  if (fault) {
    const [line = ''] = fault.message.split('\n');
    throw unusable(line);
  }
  if (!isMap(document.contents))
    throw unusable('it holds no fields, such as `name: Spring offers`');
  return {
    body: document.toJS() as Record<string, unknown>,
    withLines(error) {
      if (!(error instanceof CommandError) || error.failure.code !== EXIT.refused) return error;
      const why = error.failure.why.replaceAll(POINTER, (text, path: string) => {
        const line = lineOf(pathOf(path));
        return line === undefined ? text : `${file}:${line} ${path.slice(1).replaceAll('/', '.')}`;
      });
      return new CommandError({ ...error.failure, why, cause: error });
    },
  };
}

const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .slice(1)
    .split('/')
    .map((name) => (/^\d+$/.test(name) ? Number(name) : name));

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
