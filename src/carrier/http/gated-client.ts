/** A client for one request on a fresh connection that may be stopped until its first byte. */
import { buildConnector, Client } from 'undici';
import type { SendWindow } from './send-window.ts';

/** DNS, TCP and TLS together. Nothing has been sent by then, so giving up early costs nothing. */
export const LONGEST_CONNECT_MS = 5_000;

/** HTTP/1.1, because only there is the first byte ours to hold back. */
export function gatedClient(origin: string, window: SendWindow): Client {
  return new Client(origin, { allowH2: false, connect: connectorOf(window) });
}

/** undici writes in the same turn in which it gets the socket: the last moment to say no. */
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
