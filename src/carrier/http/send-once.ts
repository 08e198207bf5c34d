/** One request on a connection of its own, never repeated: what every request does that must not happen twice. */
import type { Dispatcher } from 'undici';
import { carrierHeaders, type Answer, type CarrierRoute } from './carrier-requests.ts';
import { gatedClient } from './gated-client.ts';
import type { SendWindow } from './send-window.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface OneRequest {
  method: Dispatcher.HttpMethod;
  /** Below the carrier's URL, query included. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
}

/** With its question mark; empty where there is nothing to ask with. */
export function queryOf(query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

/** On HTTP/1.1, and not on a kept connection, which may have been closed by the peer. Rejects with what broke it. */
export async function sendOnce(
  { method, path, body }: OneRequest,
  window: SendWindow,
  { origin, basePath, authorization }: CarrierRoute,
  read: (response: Dispatcher.ResponseData) => Promise<Answer>,
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
    await client.destroy();
  }
}
