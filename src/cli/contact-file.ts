import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Posting } from './api-client.ts';
import { CommandError, EXIT } from './outcome.ts';

const TYPES: Record<string, string> = {
  '.csv': 'text/csv',
  '.ndjson': 'application/x-ndjson',
  '.jsonl': 'application/x-ndjson',
  '.json': 'application/json',
};

/** The file as the API takes it, by its ending. @throws CommandError when it cannot be read. */
export async function readContacts(file: string): Promise<Posting> {
  if (file === '-') return { body: await text(process.stdin), contentType: 'text/csv' };
  const contentType = TYPES[extname(file).toLowerCase()];
  if (contentType === undefined) {
    throw unusable(file, `its ending is none of ${Object.keys(TYPES).join(', ')}`);
  }
  try {
    return { body: await readFile(file, 'utf8'), contentType };
  } catch (error) {
    throw unusable(file, error instanceof Error ? error.message : String(error));
  }
}

function unusable(file: string, why: string): CommandError {
  const next = 'name a file of contacts, such as examples/contacts.csv';
  return new CommandError({ code: EXIT.usage, what: `${file} cannot be used`, why, next });
}
