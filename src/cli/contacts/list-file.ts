import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { Upload } from '../../terminal/api-client.ts';
import { CommandError, EXIT } from '../../terminal/exit-codes.ts';
import type { EncodingOption } from './encoding-option.ts';

const TYPES: Record<string, string> = {
  '.csv': 'text/csv',
  '.txt': 'text/csv',
  '.tsv': 'text/csv',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.gz': 'application/gzip',
  '.ndjson': 'application/x-ndjson',
  '.jsonl': 'application/x-ndjson',
  '.json': 'application/json',
};

export interface ListFile extends Upload {
  /** Null: unknown. */
  bytes: number | null;
  /** Bytes read so far, by the current reading. */
  bytesRead: () => number;
}

/** Opens a list; its extension gives its type. It is read while it is sent. @throws CommandError if it cannot be used */
export async function openList(file: string, { encoding }: EncodingOption): Promise<ListFile> {
  const charset = encoding === undefined ? '' : `; charset=${encoding}`;
  if (file === '-') {
    return {
      ...counted(() => process.stdin),
      contentType: `text/csv${charset}`,
      bytes: null,
      repeatable: false,
    };
  }
  const type = TYPES[extname(file).toLowerCase()];
  if (type === undefined) {
    throw unusable(file, `its ending is none of ${Object.keys(TYPES).join(', ')}`);
  }
  try {
    const { size: bytes } = await stat(file);
    const contentType = `${type}${charset}`;
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
  const next =
    'name a list such as examples/contacts.csv; save a spreadsheet as .xlsx or “CSV UTF-8”';
  return new CommandError({ code: EXIT.usage, what: `${file} cannot be used`, why, next });
}
