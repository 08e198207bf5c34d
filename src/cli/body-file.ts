/** `--file`: a YAML or JSON file with the fields of the API, such as the rules of a campaign. */
import { Option } from 'commander';
import type { BodyFile } from './read-body-file.ts';

/** @param what the file has, such as rules */
export const fileOption = (what: string): Option =>
  new Option('--file <file>', `${what} as YAML or JSON, with the fields of the API; options win`);

/**
 * @param path undefined: no file was named
 * @param page of the documentation, which lists the fields
 * @throws CommandError with the line, if it cannot be read
 */
export async function bodyFileAt(
  path: string | undefined,
  page: string,
): Promise<BodyFile | undefined> {
  if (path === undefined) return undefined;
  const { readBodyFile } = await import('./read-body-file.ts');
  return readBodyFile(path, page);
}

/** The fields of options over those of a file. Members that are objects on both sides are merged, as a merge patch does. */
export function over(
  below: Record<string, unknown>,
  above: Record<string, unknown>,
): Record<string, unknown> {
  const merged = { ...below };
  for (const [name, value] of Object.entries(above)) {
    if (value === undefined) continue;
    const known = below[name];
    merged[name] = isObject(known) && isObject(value) ? over(known, value) : value;
  }
  return merged;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of the file in a refusal get their lines. */
export async function namingLines<Answer>(
  file: BodyFile | undefined,
  send: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    throw file === undefined ? error : file.withLines(error);
  }
}
