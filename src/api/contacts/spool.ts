/** Writes large bodies to a file instead of memory. The file has no name, so no other process can open it and it does not outlive a crash. */
import { createHash, randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, pipeline } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import {
  decoderFor,
  lineOfFault,
  notInEncoding,
  unmarkedUtf16,
  type BodyForm,
} from '../http/text/body-text.ts';
import { Problem } from '../http/problem.ts';

export interface Spooled extends AsyncDisposable {
  /** SHA-256 of the bytes and of how they are read, in hex. */
  digest: string;
  /** The bytes as they arrived. */
  file: FileHandle;
  /** How they are text, as far as the request says it. */
  form: BodyForm;
  /** The first bytes, unpacked. */
  start(): Promise<Buffer>;
  /** Null: the bytes are Unicode text. Else the encoding that they may have. */
  guessEncoding(): Promise<string | null>;
  /**
   * The text from its beginning, at each call.
   * @param encoding a label of the Encoding Standard; null: UTF-8, or UTF-16 with a byte order mark
   * @throws Problem 400 if the bytes are no text in their encoding; 413 if they are too many when they are unpacked
   */
  text(encoding: string | null): AsyncGenerator<string>;
}

const CHUNK_BYTES = 65_536;

const AS_IT_IS: BodyForm = { charset: null, gzip: false };

/** @throws Problem 413 as soon as more bytes have arrived */
export async function spool(
  body: Readable,
  largestBytes: number,
  form: BodyForm = AS_IT_IS,
): Promise<Spooled> {
  const file = await openUnnamed();
  try {
    const hash = createHash('sha256').update(`${JSON.stringify(form)}\n`);
    let bytes = 0;
    // `destroyOnReturn` would close the connection before the answer is sent.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > largestBytes) throw tooLarge(largestBytes);
      hash.update(chunk);
      await file.appendFile(chunk);
    }
    const gzip = form.gzip || (await isGzip(file));
    const packed = { file, gzip, largestBytes };
    return {
      digest: hash.digest('hex'),
      file,
      form: { ...form, gzip },
      start: () => startOf(packed),
      guessEncoding: () => guessEncoding(packed),
      text: (encoding) => textOf(packed, encoding),
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

/** The bytes of a body, and how they are read. */
interface Packed {
  file: FileHandle;
  gzip: boolean;
  largestBytes: number;
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);

async function isGzip(file: FileHandle): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
  return buffer.equals(GZIP);
}

async function startOf(packed: Packed): Promise<Buffer> {
  for await (const chunk of unpacked(packed)) return chunk;
  return Buffer.alloc(0);
}

async function guessEncoding(packed: Packed): Promise<string | null> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of unpacked(packed)) {
      const without = decoder ? null : unmarkedUtf16(chunk);
      if (without !== null) return without;
      decoder ??= decoderFor(chunk, null);
      decoder.decode(chunk, { stream: true });
    }
    decoder?.decode();
    return null;
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

async function* textOf(packed: Packed, encoding: string | null): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of unpacked(packed)) {
      decoder ??= decoderFor(chunk, encoding);
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    decoder?.decode();
  } catch (error) {
    if (!(error instanceof TypeError) || decoder === undefined) throw error;
    throw notInEncoding(encoding, await faultyLine(packed, decoder.encoding));
  }
}

/** Reads the body once more, because nothing counts lines while all is well. */
async function faultyLine(packed: Packed, encoding: string): Promise<number> {
  const decoder = new TextDecoder(encoding);
  let lines = 1;
  for await (const chunk of unpacked(packed)) {
    const text = decoder.decode(chunk, { stream: true });
    lines += lineOfFault(text) - 1;
    if (text.includes('\ufffd')) break;
  }
  return lines;
}

/** The bytes of the text. What is unpacked is nowhere stored, and has the same limit. */
async function* unpacked({ file, gzip, largestBytes }: Packed): AsyncGenerator<Buffer> {
  if (!gzip) {
    yield* chunksOf(file);
    return;
  }
  const gunzip = createGunzip();
  // Errors are those of `gunzip`.
  pipeline(Readable.from(chunksOf(file)), gunzip, () => {});
  let bytes = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > largestBytes) throw tooLarge(largestBytes);
      yield chunk;
    }
  } catch (error) {
    throw isZlibError(error) ? malformedGzip(error) : error;
  }
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true;

const malformedGzip = (cause: unknown) =>
  new Problem(
    {
      status: 400,
      code: 'malformed_gzip',
      detail:
        'The body says `Content-Encoding: gzip`, and is no whole gzip file. Send it again, or without that header. Nothing was imported.',
    },
    { cause },
  );
