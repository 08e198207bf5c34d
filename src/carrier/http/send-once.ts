/** Sends one request on its own connection and never repeats it. For requests that must not be executed twice. */
import { buildConnector } from 'undici';
import {
  openHttpClient,
  type HttpClient,
  type HttpResponse,
  type Method,
} from '../../outgoing/http-client.ts';
import { unlessAborted } from '../../outgoing/unless-aborted.ts';
import type { Answer } from './response.ts';
import { carrierHeaders, type CarrierRoute } from './route.ts';
import type { SendWindow } from './send-window.ts';

/** Limit for DNS, TCP and TLS together. Nothing of the request has been sent by then, so giving up is safe. */
export const LONGEST_CONNECT_MS = 5_000;

export interface OneRequest {
  method: Method;
  /** Path below the carrier's URL, with the query. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
}

/** The query with its question mark; empty: there are no parameters. */
export function queryOf(query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

/** Uses HTTP/1.1 on a new connection, because the peer may have closed a kept one. Rejects with the error of the connection. */
export async function sendOnce(
  { method, path, body }: OneRequest,
  window: SendWindow,
  { origin, basePath, authorization }: CarrierRoute,
  read: (response: HttpResponse) => Promise<Answer>,
): Promise<Answer> {
  window.signal.throwIfAborted();
  const client = gatedClient(origin, window);
  try {
    const request = client.request({
      method,
      path: basePath + path,
      headers: carrierHeaders(authorization, body !== undefined),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: window.signal,
    });
    return await read(await unlessAborted(request, window.signal));
  } finally {
    client.destroy();
  }
}

/** A client for one request, which can be stopped until its first byte. HTTP/1.1, because only there can that byte be held back. */
export function gatedClient(origin: string, window: SendWindow): HttpClient {
  return openHttpClient(origin, { connect: connectorOf(window) });
}

/** The request is written in the same turn of the event loop in which it gets the socket: the last moment to stop it. */
function connectorOf(window: SendWindow): buildConnector.connector {
  const connect = buildConnector({ allowH2: false, timeout: LONGEST_CONNECT_MS });
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      const why = window.pass();
      if (why === undefined) return callback(null, socket);
      socket.destroy();
      return callback(why, null);
    });
  };
}
