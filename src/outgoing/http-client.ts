/**
 * HTTP/1.1 by `node:http`, which reads past informational answers (RFC 9110, 15.2: a client must expect them unasked).
 * undici closes the connection on an unasked `100 Continue`, so a POST would be unknown. Its connector is kept: it finds
 * addresses, connects and does TLS within a limit of time. Nothing is decompressed, redirected or repeated.
 */
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { buildConnector } from 'undici';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** A header that came several times is a list. */
export type Headers = Record<string, string | string[] | undefined>;

export interface HttpRequest {
  method: Method;
  /** Path with the query. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

export interface HttpResponse {
  statusCode: number;
  headers: Headers;
  body: HttpBody;
}

export interface HttpBody extends AsyncIterable<Buffer> {
  /** Reads and forgets the body. A longer one ends the connection. */
  dump(limits: { limit: number }): Promise<void>;
}

export interface HttpClient {
  /** Resolves when the head of the answer is there. Rejects with the error of the connection. */
  request(asked: HttpRequest): Promise<HttpResponse>;
  /** Ends all connections. */
  destroy(): void;
}

interface ClientOptions {
  connect: buildConnector.connector;
  /** Idle connections that are kept, at most; without it, each request has a connection of its own. */
  keptConnections?: number;
}

/** As long as the carrier may have kept an idle connection, at most. */
const KEPT_IDLE_MS = 4_000;
/** Nobody needs as many, and a flood of them would take the time of this process until the answer is too late. */
const MOST_INFORMATIONAL = 1_000;
const TOO_MANY = `more than ${MOST_INFORMATIONAL} informational answers came before an answer`;

/** More came than any answer has. The message is our own. */
export class EndlessAnswerError extends Error {
  override readonly name = 'EndlessAnswerError';
}

export function openHttpClient(
  origin: string,
  { connect, keptConnections }: ClientOptions,
): HttpClient {
  const url = new URL(origin);
  const agent = new ConnectingAgent(url, connect, keptConnections);
  return {
    request: (asked) => send(url, agent, asked),
    destroy: () => agent.destroy(),
  };
}

class ConnectingAgent extends Agent {
  readonly #url: URL;
  readonly #connect: buildConnector.connector;

  constructor(url: URL, connect: buildConnector.connector, keptConnections: number | undefined) {
    super(
      keptConnections === undefined
        ? { keepAlive: false }
        : { keepAlive: true, maxFreeSockets: keptConnections, timeout: KEPT_IDLE_MS },
    );
    this.#url = url;
    this.#connect = connect;
  }

  override createConnection(
    _options: unknown,
    callback?: Parameters<Agent['createConnection']>[1],
  ): undefined {
    const { host, hostname, protocol, port } = this.#url;
    const target = { host, hostname: hostname.replace(/^\[|\]$/g, ''), protocol, port };
    this.#connect(target, (error, socket) => callback?.(error, socket!));
  }
}

/** Asynchronous, because `request` throws at once at a path or header that cannot be sent. */
async function send(url: URL, agent: Agent, asked: HttpRequest): Promise<HttpResponse> {
  const { method, path, headers, body, signal } = asked;
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const sent: ClientRequest = request({
    agent,
    method,
    path,
    // TLS is the connector's.
    protocol: 'http:',
    setHost: false,
    headers: { host: url.host, ...headers },
    ...(signal && { signal }),
  });
  // Stays after the answer, because an error without a listener would end the process.
  sent.on('error', reject);
  let informational = 0;
  sent.on('information', () => {
    informational += 1;
    if (informational > MOST_INFORMATIONAL) sent.destroy(new EndlessAnswerError(TOO_MANY));
  });
  sent.on('response', (answer) => resolve(responseOf(answer, signal)));
  sent.end(body);
  return promise;
}

function responseOf(answer: IncomingMessage, signal: AbortSignal | undefined): HttpResponse {
  answer.on('error', () => undefined);
  const headers = Object.fromEntries(
    Object.entries(answer.headersDistinct).map(([name, values = []]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );
  return { statusCode: answer.statusCode ?? 0, headers, body: bodyOf(chunksOf(answer, signal)) };
}

/** A body that ends because the request was aborted fails with the reason of that. */
async function* chunksOf(
  answer: IncomingMessage,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
}

const bodyOf = (chunks: AsyncGenerator<Buffer>): HttpBody => ({
  [Symbol.asyncIterator]: () => chunks,

  async dump({ limit }) {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > limit) break;
    }
  },
});
