/** Writes a file so that it appears complete or not at all. */
import { createHash, randomBytes } from 'node:crypto';
import { open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ArchiveFault, type WrittenRecording } from './recording-archive.ts';

/** Suffix of a file's name while it is written. */
export const PARTIAL = '.partial';

/**
 * Writes next to the target, syncs, renames, and syncs the folder: after a crash there is the whole file or none.
 * @param file absolute path; an existing file or link is replaced
 * @throws ArchiveFault; errors of the body
 */
export async function writeWhole(
  file: string,
  body: AsyncIterable<Buffer>,
): Promise<WrittenRecording> {
  const partial = `${file}.${randomBytes(6).toString('hex')}${PARTIAL}`;
  const handle = await onDisk(() => open(partial, 'wx', 0o600));
  try {
    const written = await copy(body, handle);
    await onDisk(() => handle.sync());
    await onDisk(() => handle.close());
    await onDisk(() => rename(partial, file));
    await onDisk(() => syncFolder(dirname(file)));
    return written;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(partial).catch(() => undefined);
    throw error;
  }
}

async function copy(body: AsyncIterable<Buffer>, handle: FileHandle): Promise<WrittenRecording> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    hash.update(chunk);
    await onDisk(() => handle.writeFile(chunk));
  }
  return { sha256: hash.digest('hex'), bytes };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code = 'unknown fault' } = error as NodeJS.ErrnoException;
    throw new ArchiveFault(`the recording could not be written: ${code}`, { cause: error });
  }
}
