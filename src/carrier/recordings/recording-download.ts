/**
 * Downloads a recording from a pre-signed link (interface document 4.3), with a client that does not know the API key.
 * The link comes from outside, so every redirect is checked, the bytes are counted, and a recording is stored only if it
 * is complete.
 */
import type { HttpClient, HttpResponse } from '../../outgoing/http-client.ts';
import { DownloadError, type DownloadErrorCode } from '../http/errors.ts';
import { checkedMp3 } from './mp3-body.ts';
import type { Headers } from '../http/response.ts';
import {
  AddressError,
  openCheckedClient,
  type AddressRules,
} from '../../outgoing/checked-client.ts';
import { unlessAborted } from '../../outgoing/unless-aborted.ts';

export type RecordingSink = (
  body: AsyncIterable<Buffer>,
) => Promise<{ sha256: string; bytes: number }>;

export interface DownloadOptions extends AddressRules {
  /** Stores the whole body, or nothing if the body throws. Its own errors become code `disk`. */
  write: RecordingSink;
  /** Limit for the whole download with its redirects. */
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
}

export interface Downloaded {
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
  /** Always an audio type, whatever the storage sends, because browsers get it later. */
  contentType: string;
}

const MAX_HOPS = 3;
/** Statuses of a pre-signed link that has expired. Storages differ. */
const EXPIRED_STATUSES = [400, 403, 404, 410];
const BUSY_STATUSES = [408, 429];

/** @throws DownloadError; then nothing of the recording is stored */
export async function downloadRecording(
  url: string,
  options: DownloadOptions,
): Promise<Downloaded> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  try {
    return await followHops(url, { ...options, signal });
  } catch (error) {
    throw asDownloadError(error, signal);
  }
}

async function followHops(url: string, options: DownloadOptions): Promise<Downloaded> {
  let next = url;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const outcome = await fetchHop(next, options);
    if (outcome.kind === 'file') return outcome.downloaded;
    next = outcome.url;
  }
  throw new DownloadError('redirects', `more than ${MAX_HOPS} redirects`);
}

type Hop = { kind: 'file'; downloaded: Downloaded } | { kind: 'redirect'; url: string };

async function fetchHop(text: string, options: DownloadOptions): Promise<Hop> {
  const url = URL.parse(text);
  if (!url) throw new DownloadError('redirects', 'the link is not a URL');
  const client = await unlessAborted(openCheckedClient(url, options), options.signal);
  try {
    const response = await unlessAborted(get(client, url, options.signal), options.signal);
    return await readHop(url, response, options);
  } finally {
    client.destroy();
  }
}

// No other headers are sent: the storage must not see anything of the request to the carrier.
function get(client: HttpClient, url: URL, signal: AbortSignal): Promise<HttpResponse> {
  const headers = { accept: 'audio/mpeg', 'accept-encoding': 'identity' };
  return client.request({ method: 'GET', path: url.pathname + url.search, headers, signal });
}

async function readHop(
  url: URL,
  { statusCode, headers, body }: HttpResponse,
  options: DownloadOptions,
): Promise<Hop> {
  if (statusCode >= 300 && statusCode < 400) return { kind: 'redirect', url: target(headers, url) };
  if (statusCode !== 200) {
    throw new DownloadError(refusalCode(statusCode), `the storage answers HTTP ${statusCode}`);
  }
  const expectedBytes = framedLength(headers, options.maxBytes);
  const whole = faultsAsTruncation(body, options.signal);
  const checked = checkedMp3(whole, { maxBytes: options.maxBytes, expectedBytes });
  const written = await stored(checked, options.write);
  return { kind: 'file', downloaded: { ...written, contentType: audioType(headers) } };
}

/** Separates errors of the sink from errors of the body. */
async function stored(body: AsyncIterable<Buffer>, write: RecordingSink) {
  let ofBody: unknown;
  async function* noted(): AsyncGenerator<Buffer> {
    try {
      yield* body;
    } catch (error) {
      ofBody = error;
      throw error;
    }
  }
  try {
    return await write(noted());
  } catch (error) {
    if (error === ofBody) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new DownloadError('disk', why, error);
  }
}

function refusalCode(status: number): DownloadErrorCode {
  if (EXPIRED_STATUSES.includes(status)) return 'expired';
  return BUSY_STATUSES.includes(status) || status >= 500 ? 'unavailable' : 'http';
}

function target({ location }: Headers, from: URL): string {
  const url = typeof location === 'string' ? URL.parse(location, from.href) : null;
  if (!url) throw new DownloadError('redirects', 'a redirect without a usable Location');
  return url.href;
}

/** The announced length; undefined: chunked framing. Other framings are refused, because a cut would not be noticed. */
function framedLength(headers: Headers, maxBytes: number): number | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new DownloadError('not-audio', 'the storage sends an encoded body');
  }
  const length = headers['content-length'];
  if (typeof length === 'string') {
    const bytes = Number(length);
    if (bytes > maxBytes) throw new DownloadError('too-large', 'the recording is too large');
    return bytes;
  }
  const framing = headers['transfer-encoding'];
  if (typeof framing === 'string' && framing.trim().toLowerCase() === 'chunked') return undefined;
  throw new DownloadError('truncated', 'the body has no length, so a cut could not be noticed');
}

function audioType(headers: Headers): string {
  const type = String(headers['content-type']).split(';', 1).join('').trim().toLowerCase();
  return /^audio\/[\w.+-]{1,64}$/.test(type) ? type : 'audio/mpeg';
}

/** Turns any error after the headers into `truncated`. */
async function* faultsAsTruncation(
  body: AsyncIterable<Buffer>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new DownloadError('truncated', 'the connection broke within the body', error);
  }
}

function asDownloadError(error: unknown, signal: AbortSignal): DownloadError {
  if (error instanceof DownloadError) return error;
  if (error instanceof AddressError) {
    return new DownloadError(error.code, error.message, error.cause);
  }
  if (signal.aborted) return new DownloadError('timeout', 'the download was cut off', error);
  const name = error instanceof Error ? error.name : '';
  return name.includes('Timeout')
    ? new DownloadError('timeout', 'the storage took too long', error)
    : new DownloadError('unreachable', 'the storage cannot be reached', error);
}
