/** A client for one request on a new connection. The request can be stopped until its first byte. */
import { buildConnector } from 'undici';
import { openHttpClient, type HttpClient } from './http-client.ts';
import type { SendWindow } from './send-window.ts';

/** Limit for DNS, TCP and TLS together. Nothing of the request has been sent by then, so giving up is safe. */
export const LONGEST_CONNECT_MS = 5_000;

/** Uses HTTP/1.1, because only there can the first byte be held back. */
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
