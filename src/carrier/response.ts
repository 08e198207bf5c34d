/** Reading answers without trusting their size or their headers. */
import { CarrierError } from './errors.ts';

const MAX_BODY_BYTES = 256 * 1024;
/** A wait the carrier asks for is honoured up to this. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/** The whole body as text. @throws CarrierError unreadable when it is too large or not UTF-8 */
export async function readBody(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new CarrierError('unreadable', 'the answer is too large');
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new CarrierError('unreadable', 'the answer is not UTF-8', { cause: error });
  }
}

type Headers = Record<string, string | string[] | undefined>;

/** `Retry-After` in seconds or as a date; undefined when it is missing or makes no sense. */
export function retryAfterMs(headers: Headers, nowMs = Date.now()): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  const waitMs = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - nowMs;
  if (!Number.isFinite(waitMs) || waitMs < 0) return undefined;
  return Math.min(waitMs, LONGEST_RETRY_AFTER_MS);
}
