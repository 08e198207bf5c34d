/** Writes large bodies to a file instead of memory. The file has no name, so no other process can open it and it does not outlive a crash. */
import { createHash, randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Problem } from '../http/problem.ts';

export interface Spooled extends AsyncDisposable {
  /** SHA-256 of the bytes, in hex. */
  digest: string;
  /**
   * The text from its beginning, at each call.
   * @throws Problem 400 if the bytes are not UTF-8
   */
  text(): AsyncGenerator<string>;
}

const CHUNK_BYTES = 65_536;

/** @throws Problem 413 as soon as more bytes have arrived */
export async function spool(body: Readable, largestBytes: number): Promise<Spooled> {
  const file = await openUnnamed();
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    // `destroyOnReturn` would close the connection before the answer is sent.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > largestBytes) throw tooLarge(largestBytes);
      hash.update(chunk);
      await file.appendFile(chunk);
    }
    return {
      digest: hash.digest('hex'),
      text: () => textOf(file),
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export const tooLarge = (largestBytes: number) =>
  new Problem({
    status: 413,
    code: 'body_too_large',
    detail: `The body is larger than the ${largestBytes / 1_048_576} MiB that this route accepts.`,
    headers: { connection: 'close' },
  });

async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `dialwright-body-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* textOf(file: FileHandle): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    for (let position = 0; ;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
      position += bytesRead;
      const text = decoder.decode(chunk.subarray(0, bytesRead), { stream: bytesRead > 0 });
      if (text !== '') yield text;
      if (bytesRead === 0) return;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Problem({ status: 400, code: 'malformed_text', detail: 'The body is not UTF-8.' });
  }
}
