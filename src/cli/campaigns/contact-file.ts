import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { Upload } from '../../terminal/api-client.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';

const TYPES: Record<string, string> = {
  '.csv': 'text/csv',
  '.ndjson': 'application/x-ndjson',
  '.jsonl': 'application/x-ndjson',
  '.json': 'application/json',
};

export interface ContactFile extends Upload {
  /** Null: unknown. */
  bytes: number | null;
  /** Bytes read so far, by the current reading. */
  bytesRead: () => number;
}

/** Opens a file of contacts; its extension gives its type. It is read while it is sent. @throws CommandError if it cannot be used */
export async function openContacts(file: string): Promise<ContactFile> {
  if (file === '-') {
    return {
      ...counted(() => process.stdin),
      contentType: 'text/csv',
      bytes: null,
      repeatable: false,
    };
  }
  const contentType = TYPES[extname(file).toLowerCase()];
  if (contentType === undefined) {
    throw unusable(file, `its ending is none of ${Object.keys(TYPES).join(', ')}`);
  }
  try {
    const { size: bytes } = await stat(file);
    return { ...counted(() => createReadStream(file)), contentType, bytes, repeatable: true };
  } catch (error) {
    throw unusable(file, error instanceof Error ? error.message : String(error));
  }
}

function counted(open: () => Readable) {
  let bytes = 0;
  async function* counting() {
    bytes = 0;
    for await (const chunk of open() as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { open: () => Readable.from(counting(), { objectMode: false }), bytesRead: () => bytes };
}

function unusable(file: string, why: string): CommandError {
  const next = 'name a file of contacts, such as examples/contacts.csv';
  return new CommandError({ code: EXIT.usage, what: `${file} cannot be used`, why, next });
}
