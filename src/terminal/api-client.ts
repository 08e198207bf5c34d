/** The command line's client of the HTTP API: typed by the document, with refusals as errors for people. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createClient, type DialwrightClient } from '../client/client.ts';
import { repeatingFetch, USUAL_PATIENCE, type Patience } from '../client/repeating-fetch.ts';
import type { AnswerOf, BodyOf, Method, PathOf, RequestOf } from '../client/requests.ts';
import { privateFile } from '../store/private-files.ts';
import { cutOff, isLost, refusal, unreachable } from './api-errors.ts';

export interface ApiAccess {
  url: string;
  apiKey: string;
}

export interface Sending {
  /** Repeats with the same key have no further effect. By default each request has a new key. */
  idempotencyKey?: string;
  /** Timeout for a slow answer. The request is then sent only once. */
  patienceMs?: number;
}

export interface Upload {
  contentType: string;
  /** Opens the body from its beginning. Called again if the connection breaks. */
  open: () => Readable;
  /** Whether `open` can be called again. */
  repeatable: boolean;
  idempotencyKey?: string;
}

/** A path with its parameters. What it needs is checked by the document. */
export type Request<P extends PathOf<M>, M extends Method> = RequestOf<P, M> & Sending;
/** The request may be left out if nothing in it is needed. */
export type Given<P extends PathOf<M>, M extends Method> =
  object extends Request<P, M> ? [request?: Request<P, M>] : [request: Request<P, M>];

type Ask<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...given: Given<P, M>
) => Promise<AnswerOf<P, M>>;

interface Anything extends Sending {
  path?: object;
  query?: object;
  body?: unknown;
}
interface Sent extends Anything {
  headers?: Record<string, string>;
  /** Text or a stream that is sent as it is. */
  unchanged?: string | ReadableStream;
  patience?: Patience;
  parseAs?: 'stream';
}
interface Tagged {
  answer: unknown;
  etag: string | null;
  /** Of a file. */
  disposition: string | null;
}

/** A long list takes minutes. An interrupted upload continues at the next try. */
const UPLOAD_PATIENCE_MS = 30 * 60_000;

export class ApiClient {
  readonly url: string;
  readonly #http: DialwrightClient;
  readonly #read: (answer: unknown) => unknown;

  /** @param read converts each answer for display; by default it stays unchanged */
  constructor(access: ApiAccess, read: (answer: unknown) => unknown = (answer) => answer) {
    this.url = access.url;
    this.#http = createClient(access);
    this.#http.use({
      onError: ({ error }) => unreachable(access.url, error),
      async onResponse({ request, response }) {
        if (!response.ok) throw refusal(nameOf(request), response.status, await response.text());
      },
    });
    this.#read = read;
  }

  readonly get: Ask<'get'> = (path, ...[request]) => this.#answer('get', path, request);
  readonly post: Ask<'post'> = (path, ...[request]) => this.#answer('post', path, request);
  readonly put: Ask<'put'> = (path, ...[request]) => this.#answer('put', path, request);
  readonly delete: Ask<'delete'> = (path, ...[request]) => this.#answer('delete', path, request);

  /** Builds an edit from the current resource. Fails with 412 if somebody else changed it meanwhile. */
  async edit<P extends PathOf<'get'> & PathOf<'patch'>>(
    path: P,
    request: Omit<RequestOf<P, 'patch'>, 'body'>,
    bodyOf: (known: AnswerOf<P, 'get'>) => BodyOf<P, 'patch'>,
  ): Promise<AnswerOf<P, 'patch'>> {
    const { answer, etag } = await this.#send('get', path, request);
    const body = bodyOf(answer as AnswerOf<P, 'get'>);
    const headers = etag === null ? {} : { 'if-match': etag };
    return (await this.#send('patch', path, { ...request, body, headers })).answer as AnswerOf<
      P,
      'patch'
    >;
  }

  /** Replaces what is there. Fails with 412 if somebody else changed it meanwhile. */
  async replace<P extends PathOf<'get'> & PathOf<'put'>>(
    path: P,
    request: RequestOf<P, 'put'>,
  ): Promise<AnswerOf<P, 'put'>> {
    const { body: _, ...read } = request as Anything;
    const { etag } = await this.#send('get', path, read);
    return this.putIf(path, request, etag);
  }

  /** @param etag of what is replaced; null: nothing is there */
  async putIf<P extends PathOf<'put'>>(
    path: P,
    request: RequestOf<P, 'put'>,
    etag: string | null,
  ): Promise<AnswerOf<P, 'put'>> {
    const headers = etag === null ? {} : { 'if-match': etag };
    const sent = { ...(request as Anything), headers };
    return (await this.#send('put', path, sent)).answer as AnswerOf<P, 'put'>;
  }

  /** Sends text of any type, such as CSV. */
  async postText<P extends PathOf<'post'>>(
    path: P,
    request: Omit<RequestOf<P, 'post'>, 'body'> & Sending & { text: string; contentType: string },
  ): Promise<AnswerOf<P, 'post'>> {
    const { text, contentType, ...rest } = request;
    const headers = { 'content-type': contentType };
    return (await this.#send('post', path, { ...(rest as Anything), headers, unchanged: text }))
      .answer as AnswerOf<P, 'post'>;
  }

  /** Sends a body of any length. */
  async upload<P extends PathOf<'post'>>(
    path: P,
    request: Omit<RequestOf<P, 'post'>, 'body'> & { upload: Upload },
  ): Promise<AnswerOf<P, 'post'>> {
    const { upload, ...rest } = request;
    const { contentType, open, repeatable, idempotencyKey = crypto.randomUUID() } = upload;
    const headers = { 'content-type': contentType };
    const patience = { timeoutMs: UPLOAD_PATIENCE_MS, tries: 1 };
    for (let tries = 1; ; tries++) {
      const unchanged = Readable.toWeb(open()) as ReadableStream;
      try {
        const sent = { ...rest, headers, idempotencyKey, unchanged, patience };
        return (await this.#send('post', path, sent)).answer as AnswerOf<P, 'post'>;
      } catch (error) {
        if (!repeatable || tries === USUAL_PATIENCE.tries || !isLost(error)) throw error;
      }
    }
  }

  /**
   * Writes the answer to a file, which has its name only once it is whole.
   * @param to the file, which may be named by the answer's `Content-Disposition`
   * @returns the file
   */
  async download<P extends PathOf<'get'>>(
    path: P,
    request: RequestOf<P, 'get'>,
    to: string | ((disposition: string | null) => string),
    onBytes?: (bytes: number) => void,
  ): Promise<string> {
    const { body, disposition } = await this.#open(path, request);
    const file = typeof to === 'string' ? to : to(disposition);
    const part = `${file}.part`;
    try {
      privateFile(part);
      await written(body, createWriteStream(part), onBytes);
      await rename(part, file);
      return file;
    } catch (error) {
      // An open connection keeps the program from ending. One that broke refuses, with the error that is thrown here.
      await body.cancel().catch(() => undefined);
      await rm(part, { force: true });
      throw error;
    }
  }

  /** Writes the answer to a stream. @throws if the connection breaks before the end */
  async copy<P extends PathOf<'get'>>(
    path: P,
    request: RequestOf<P, 'get'>,
    to: Writable,
    onBytes?: (bytes: number) => void,
  ): Promise<void> {
    await written((await this.#open(path, request)).body, to, onBytes);
  }

  async #open(path: string, request: Anything): Promise<{ body: Bytes } & Tagged> {
    const sent = await this.#send('get', path, { ...request, parseAs: 'stream' });
    return { ...sent, body: (sent.answer as Bytes | null) ?? new Blob([]).stream() };
  }

  /** Events as a stream of server-sent events, behind the event with the id `last`. Sent once; the caller tries again. */
  async eventStream(
    query: NonNullable<RequestOf<'/v1/events', 'get'>['query']>,
    last: string,
  ): Promise<ReadableStream<Uint8Array>> {
    const headers = { accept: 'text/event-stream', 'last-event-id': last };
    const patience = { ...USUAL_PATIENCE, tries: 1 };
    const sent = { query, headers, patience, parseAs: 'stream' as const };
    return (await this.#send('get', '/v1/events', sent)).answer as ReadableStream<Uint8Array>;
  }

  async #answer<Answer>(method: Method, path: string, request: Anything = {}): Promise<Answer> {
    return (await this.#send(method, path, request)).answer as Answer;
  }

  async #send(method: Method, path: string, sent: Sent): Promise<Tagged> {
    const { path: inPath, query, body, unchanged, headers = {}, idempotencyKey, parseAs } = sent;
    const { patienceMs, patience = patienceMs && { timeoutMs: patienceMs, tries: 1 } } = sent;
    // The types were checked by the methods above; here every path is one of many.
    const request = this.#http.request as unknown as Unchecked;
    const { data, response } = await request(method, path, {
      params: { path: inPath, query },
      headers: { ...headers, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
      ...(body !== undefined && { body }),
      ...(unchanged !== undefined && { body: unchanged, bodySerializer: same, duplex: 'half' }),
      ...(patience && { fetch: repeatingFetch(patience) }),
      ...(parseAs && { parseAs }),
    });
    const answer = parseAs === 'stream' ? data : this.#read(data);
    const disposition = response.headers.get('content-disposition');
    return { answer, etag: response.headers.get('etag'), disposition };
  }
}

type Bytes = ReadableStream<Uint8Array>;

async function written(
  body: Bytes,
  to: Writable,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<void> {
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    try {
      for await (const chunk of chunks) {
        yield chunk;
        onBytes((bytes += chunk.length));
      }
    } catch (error) {
      throw cutOff(bytes, error);
    }
  }
  // The terminal's output stays open for what is printed after it.
  await pipeline(body, counted, to, { end: to !== process.stdout });
}

type Unchecked = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data: unknown; response: Response }>;

const same = <Value>(value: Value): Value => value;

/** Method and path, without the host. */
function nameOf({ method, url }: globalThis.Request): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
}
