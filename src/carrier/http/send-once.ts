/** Sends one request on its own connection and never repeats it. For requests that must not be executed twice. */
import { carrierHeaders, type Answer, type CarrierRoute } from './carrier-requests.ts';
import { gatedClient } from './gated-client.ts';
import type { HttpResponse, Method } from './http-client.ts';
import type { SendWindow } from './send-window.ts';
import { unlessAborted } from './unless-aborted.ts';

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
