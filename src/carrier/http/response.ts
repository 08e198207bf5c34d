/** Reads answers without trusting their size or headers. */
import { CarrierError } from './errors.ts';
import type { Headers } from '../../outgoing/http-client.ts';
import type { JsonLimits } from './json.ts';

export type { Headers };

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

export const ANSWER_LIMITS: JsonLimits = { depth: 64, nodes: 20_000 };

const MAX_BODY_BYTES = 256 * 1024;
/** The longest wait that the carrier may ask for. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;
/** The date formats of RFC 9110, 5.6.7, with the two old ones. `Date.parse` alone would accept `-5` as a year. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

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

/**
 * `Retry-After` in seconds or as a date, one hour at most; undefined: missing or invalid. Of several the longest counts.
 * A date is compared with the carrier's own clock, if the answer shows it.
 */
export function retryAfterMs(headers: Headers, nowMs = Date.now()): number | undefined {
  const values = [headers['retry-after'] ?? []].flat();
  const date = headers['date'];
  const clockMs = (typeof date === 'string' && httpDateMs(date)) || nowMs;
  const waitsMs = values
    .map((value) => waitMs(value.trim(), clockMs))
    .filter((ms) => !Number.isNaN(ms));
  if (waitsMs.length === 0) return undefined;
  return Math.min(Math.max(...waitsMs, 0), LONGEST_RETRY_AFTER_MS);
}

const waitMs = (value: string, clockMs: number): number =>
  /^\d+$/.test(value) ? Number(value) * 1_000 : httpDateMs(value) - clockMs;

function httpDateMs(value: string): number {
  if (!HTTP_DATES.some((format) => format.test(value))) return NaN;
  return Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
}
