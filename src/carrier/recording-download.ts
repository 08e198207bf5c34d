/**
 * Fetching a recording from a pre-signed link, by a client that has never seen the API key. The link comes
 * from outside: every hop is checked, the body is counted, and a file appears only when it is whole.
 */
import { createHash, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Client, type Dispatcher } from 'undici';
import { DownloadError } from './errors.ts';
import { isPublicAddress, whyNotPublic } from './public-address.ts';

export interface DownloadOptions {
  /** Absolute path of the file to appear. */
  file: string;
  /** Origins that are allowed besides public https ones, for tests and closed networks. */
  allowedOrigins: readonly string[];
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
}

export interface Downloaded {
  sha256: string;
  bytes: number;
  contentType: string;
}

const MAX_HOPS = 3;

/** @throws DownloadError; nothing is left on disk then */
export async function downloadRecording(
  url: string,
  options: DownloadOptions,
): Promise<Downloaded> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  let next = url;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const outcome = await fetchHop(next, { ...options, signal });
    if (outcome.kind === 'file') return outcome.downloaded;
    next = outcome.url;
  }
  throw new DownloadError('redirects', `more than ${MAX_HOPS} redirects`);
}

type Hop = { kind: 'file'; downloaded: Downloaded } | { kind: 'redirect'; url: string };

async function fetchHop(text: string, options: DownloadOptions): Promise<Hop> {
  const url = URL.parse(text);
  if (!url) throw new DownloadError('redirects', 'the link is not a URL');
  const client = await clientFor(url, options.allowedOrigins);
  try {
    const response = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { accept: 'audio/mpeg', 'accept-encoding': 'identity' },
      signal: options.signal,
    });
    return await readHop(url, response, options);
  } catch (error) {
    throw asDownloadError(error);
  } finally {
    await client.destroy();
  }
}

/** A client pinned to one checked address, so that a second look at DNS cannot lead elsewhere. */
async function clientFor(url: URL, allowedOrigins: readonly string[]): Promise<Client> {
  if (allowedOrigins.includes(url.origin)) return new Client(url.origin, { allowH2: false });
  const why = url.port === '' ? whyNotPublic(url.href) : 'must use the default port';
  if (why !== undefined) throw new DownloadError('forbidden-address', `the link ${why}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host).catch((error: unknown) => {
    throw new DownloadError('unreachable', 'the host of the link is not found', error);
  });
  if (!isPublicAddress(found.address)) {
    throw new DownloadError('forbidden-address', 'the link leads to an address that is not public');
  }
  return new Client(url.origin, {
    allowH2: false,
    connect: {
      lookup: (_host, { all }, callback) =>
        all ? callback(null, [found]) : callback(null, found.address, found.family),
    },
  });
}

async function readHop(
  url: URL,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  options: DownloadOptions,
): Promise<Hop> {
  if (statusCode >= 300 && statusCode < 400) {
    const { location } = headers;
    const target = typeof location === 'string' ? URL.parse(location, url.href) : null;
    if (!target) throw new DownloadError('redirects', 'a redirect without a usable Location');
    return { kind: 'redirect', url: target.href };
  }
  if (statusCode !== 200) {
    const expired = [400, 403, 404, 410].includes(statusCode);
    throw new DownloadError(expired ? 'expired' : 'http', `the storage answers HTTP ${statusCode}`);
  }
  const expectedBytes = framedLength(headers, options.maxBytes);
  const contentType = typeof headers['content-type'] === 'string' ? headers['content-type'] : '';
  const written = await writeWhole(body, expectedBytes, options);
  return { kind: 'file', downloaded: { ...written, contentType } };
}

/** The announced length; undefined for chunked framing. A close-delimited body could be cut unnoticed. */
function framedLength(
  headers: Dispatcher.ResponseData['headers'],
  maxBytes: number,
): number | undefined {
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
  if (headers['transfer-encoding'] === 'chunked') return undefined;
  throw new DownloadError('truncated', 'the body has no length, so a cut could not be noticed');
}

async function writeWhole(
  body: AsyncIterable<Buffer>,
  expectedBytes: number | undefined,
  { file, maxBytes }: DownloadOptions,
): Promise<{ sha256: string; bytes: number }> {
  const partial = `${file}.${randomBytes(6).toString('hex')}.partial`;
  const handle = await onDisk(() => open(partial, 'wx', 0o600));
  try {
    const written = await writeBody(handle, body, maxBytes);
    if (expectedBytes !== undefined && written.bytes !== expectedBytes) {
      throw new DownloadError('truncated', `${written.bytes} of ${expectedBytes} bytes came`);
    }
    await onDisk(() => handle.sync());
    await handle.close();
    await onDisk(() => rename(partial, file));
    await onDisk(() => syncFolder(dirname(file)));
    return written;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(partial).catch(() => undefined);
    throw error;
  }
}

async function writeBody(
  handle: FileHandle,
  body: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body) {
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

/** An ID3 tag, or the sync of an MPEG audio frame of layer III. */
function looksLikeMp3(start: Buffer): boolean {
  if (start.subarray(0, 3).toString('latin1') === 'ID3') return true;
  return start.length >= 2 && start[0] === 0xff && (start[1]! & 0xe6) === 0xe2;
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
    throw new DownloadError('disk', 'the recording could not be written', error);
  }
}

function asDownloadError(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error;
  const text = error instanceof Error ? `${error.name} ${error.message}` : '';
  if (/timeout|abort/i.test(text))
    return new DownloadError('timeout', 'the download took too long', error);
  if (/other side closed|content-length|terminated|premature/i.test(text)) {
    return new DownloadError('truncated', 'the connection closed within the body', error);
  }
  return new DownloadError('unreachable', 'the storage cannot be reached', error);
}
