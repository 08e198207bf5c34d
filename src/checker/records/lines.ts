/** Reads files of one JSON object a line. */
import { open } from 'node:fs/promises';

export interface Line {
  /** Position in the file, from 1. */
  number: number;
  /** Null: the text is no JSON object. */
  value: Record<string, unknown> | null;
}

/** The input of the checker is wrong. The message says how. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

export async function readLines(path: string): Promise<Line[]> {
  const file = await open(path).catch((error: unknown) => {
    throw new InputError(`cannot read ${path}: ${String(error)}`);
  });
  const lines: Line[] = [];
  let number = 0;
  for await (const text of file.readLines()) {
    number += 1;
    if (text !== '') lines.push({ number, value: parseObject(text) });
  }
  return lines;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
