/** Reads answers without trusting their size or headers. */
import type { Dispatcher } from 'undici';
import { CarrierError } from './errors.ts';
import type { JsonLimits } from './json.ts';

export type Headers = Dispatcher.ResponseData['headers'];

export const ANSWER_LIMITS: JsonLimits = { depth: 64, nodes: 20_000 };

const MAX_BODY_BYTES = 256 * 1024;
/** The longest wait that the carrier may ask for. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;
/** The only date format that senders may use (RFC 9110, 5.6.7). `Date.parse` alone would accept `-5` as a year. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The whole body. @throws CarrierError `unreadable` if it is larger than `maxBytes`, by default 256 KiB */
export async function readBody(
  body: AsyncIterable<Buffer>,
  maxBytes = MAX_BODY_BYTES,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new CarrierError('unreadable', 'the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `Retry-After` in seconds or as a date, one hour at most; undefined: missing or invalid. */
export function retryAfterMs(headers: Headers, nowMs = Date.now()): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  const waitMs = /^\d+$/.test(value)
    ? Number(value) * 1_000
    : HTTP_DATE.test(value)
      ? Date.parse(value) - nowMs
      : NaN;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), LONGEST_RETRY_AFTER_MS);
}
