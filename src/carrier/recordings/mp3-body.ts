/** Checks the body of a download while it passes: that it is an mp3 file, not too large, and whole. */
import { DownloadError } from '../http/errors.ts';

export interface Mp3Limits {
  maxBytes: number;
  /** Undefined where the framing itself shows the end. */
  expectedBytes: number | undefined;
}

/** Enough to tell an mp3 file from anything else. */
const HEAD_BYTES = 3;

/** The same bytes. @throws DownloadError truncated, too-large, not-audio; else what the body throws */
export async function* checkedMp3(
  body: AsyncIterable<Buffer>,
  { maxBytes, expectedBytes }: Mp3Limits,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of withWholeHead(body)) {
    if (bytes === 0 && !looksLikeMp3(chunk)) {
      throw new DownloadError('not-audio', 'the body is not an mp3 file');
    }
    bytes += chunk.length;
    if (bytes > maxBytes) throw new DownloadError('too-large', 'the recording is too large');
    yield chunk;
  }
  if (bytes === 0) throw new DownloadError('not-audio', 'the body is empty');
  if (expectedBytes !== undefined && bytes !== expectedBytes) {
    throw new DownloadError('truncated', `${bytes} of ${expectedBytes} bytes came`);
  }
}

/** The same bytes, with at least the head in the first chunk, however small the chunks are that come. */
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
