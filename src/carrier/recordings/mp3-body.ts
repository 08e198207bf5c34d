/** Checks the body of a download while it is streamed: it must be an mp3 file, not too large, and complete. */
import { DownloadError } from '../http/errors.ts';

export interface Mp3Limits {
  maxBytes: number;
  /** Undefined: the framing itself marks the end. */
  expectedBytes: number | undefined;
}

/** Enough bytes to recognize an mp3 file. */
const HEAD_BYTES = 3;

/** Yields the same bytes. @throws DownloadError `truncated`, `too-large` or `not-audio`; errors of the body */
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

/** Yields the same bytes, with the whole head in the first chunk. */
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

/** Whether it starts with an ID3 tag, or with the sync bits of an MPEG layer III frame. */
function looksLikeMp3(head: Buffer): boolean {
  if (head.subarray(0, 3).toString('latin1') === 'ID3') return true;
  return head.length >= HEAD_BYTES && head[0] === 0xff && (head[1]! & 0xe6) === 0xe2;
}
