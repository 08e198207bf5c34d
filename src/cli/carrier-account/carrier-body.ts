/** Options for bodies and parameters, which the interface document does not show. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Option } from 'commander';
import { isObject, type JsonObject } from '../../carrier/http/json.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';

export interface BodyOption {
  body?: string;
}

export const bodyOption = (what = 'the fields to send, which the document does not show'): Option =>
  new Option('--body <json>', `${what}: a JSON object, @FILE, or @- for standard input`);

/** @throws CommandError if the body is missing or not a JSON object */
export async function readBodyOption({ body }: BodyOption): Promise<JsonObject> {
  if (body === undefined) throw unusable('--body is missing');
  const source = body.startsWith('@') ? await contentOf(body.slice(1)) : body;
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    throw unusable('--body is no JSON', error);
  }
  if (!isObject(value)) throw unusable('--body is no JSON object');
  return value;
}

/** Reads pairs of the form `name=value`. @throws CommandError that names an invalid pair */
export function readPairs(option: string, pairs: readonly string[]): Record<string, string> {
  const read = pairs.map((pair) => {
    const place = pair.indexOf('=');
    if (place < 1) throw unusable(`${option} ${pair} is no name=value`);
    return [pair.slice(0, place), pair.slice(place + 1)] as const;
  });
  return Object.fromEntries(read);
}

async function contentOf(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    throw unusable(`the file of --body cannot be read: ${file}`, error);
  }
}

function unusable(why: string, cause?: unknown): CommandError {
  const next = 'give the fields that your carrier expects, such as --body \'{"name": "value"}\'';
  return new CommandError({ code: EXIT.usage, what: 'Nothing was sent', why, next, cause });
}
