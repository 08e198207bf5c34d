/** Writing a recording so that its file appears whole or not at all. */
import { createHash, randomBytes } from 'node:crypto';
import { open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DownloadError } from '../http/errors.ts';

export interface WrittenFile {
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

export interface Mp3Target {
  /** Absolute path of the file to appear; one that is there is replaced. */
  file: string;
  maxBytes: number;
  /** Undefined where the framing itself shows the end. */
  expectedBytes: number | undefined;
}

/** Enough to tell an mp3 file from anything else. */
const HEAD_BYTES = 3;

/**
 * Written beside the target, synced, renamed, and the folder synced: after a crash there is the whole file
 * or none. @throws DownloadError truncated, too-large, not-audio, disk; else what the body throws
 */
export async function writeMp3(
  body: AsyncIterable<Buffer>,
  target: Mp3Target,
): Promise<WrittenFile> {
  const partial = `${target.file}.${randomBytes(6).toString('hex')}.partial`;
  const handle = await onDisk(() => open(partial, 'wx', 0o600));
  try {
    const written = await copy(body, handle, target.maxBytes);
    if (target.expectedBytes !== undefined && written.bytes !== target.expectedBytes) {
      throw new DownloadError(
        'truncated',
        `${written.bytes} of ${target.expectedBytes} bytes came`,
      );
    }
    await onDisk(() => handle.sync());
    await onDisk(() => handle.close());
    await onDisk(() => rename(partial, target.file));
    await onDisk(() => syncFolder(dirname(target.file)));
    return written;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(partial).catch(() => undefined);
    throw error;
  }
}

async function copy(
  body: AsyncIterable<Buffer>,
  handle: FileHandle,
  maxBytes: number,
): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of withWholeHead(body)) {
    if (bytes === 0 && !looksLikeMp3(chunk)) {
      throw new DownloadError('not-audio', 'the body is not an mp3 file');
    }
    bytes += chunk.length;
    if (bytes > maxBytes) throw new DownloadError('too-large', 'the recording is too large');
    hash.update(chunk);
    await onDisk(() => handle.writeFile(chunk));
  }
  if (bytes === 0) throw new DownloadError('not-audio', 'the body is empty');
  return { sha256: hash.digest('hex'), bytes };
}

/** The same bytes, with at least the head in the first chunk, however they trickle in. */
async function* withWholeHead(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of body) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    yield head;
    head = undefined;
  }
  if (head !== undefined && head.length > 0) yield head;
}

/** An ID3 tag, or the sync of an MPEG audio frame of layer III. */
function looksLikeMp3(head: Buffer): boolean {
  if (head.subarray(0, 3).toString('latin1') === 'ID3') return true;
  return head.length >= HEAD_BYTES && head[0] === 0xff && (head[1]! & 0xe6) === 0xe2;
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
    throw new DownloadError('disk', `the recording could not be written: ${code}`, error);
  }
}
