/** The recordings on the disk, independent of what the store shows. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from './lines.ts';

export interface RecordingFile {
  sha256: string;
  bytes: number;
}

const ENDING = '.mp3';

/** By the reference of the call. Files with other names do not count as recordings. */
export async function readRecordings(folder: string): Promise<Map<string, RecordingFile>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // The folder is created with the first recording.
    if (error.code === 'ENOENT') return [];
    throw new InputError(`cannot read ${folder}: ${String(error)}`);
  });
  const found = new Map<string, RecordingFile>();
  for (const name of names.filter((one) => one.endsWith(ENDING))) {
    const content = await readFile(join(folder, name));
    const sha256 = createHash('sha256').update(content).digest('hex');
    found.set(name.slice(0, -ENDING.length), { sha256, bytes: content.length });
  }
  return found;
}
