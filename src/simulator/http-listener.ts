/** An HTTP server that can also answer by breaking the connection or by staying silent. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer, NoAnswer } from './answer.ts';
import type { World } from './world.ts';

export type Respond = (request: IncomingMessage) => Promise<Answer | NoAnswer>;

export interface Listener {
  url: string;
  stop(): Promise<void>;
}

export interface ListenerOptions {
  host: string;
  port: number;
  respond: Respond;
  background: World['background'];
}

export async function listen({
  host,
  port,
  respond,
  background,
}: ListenerOptions): Promise<Listener> {
  const server = createServer((request, response) => {
    background(serve(respond, request, response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: chosen } = server.address() as AddressInfo;
  return { url: `http://${host}:${chosen}`, stop: () => stop(server) };
}

async function serve(respond: Respond, request: IncomingMessage, response: ServerResponse) {
  const answer = await respond(request);
  if (answer === 'reset') {
    request.socket.resetAndDestroy();
    return;
  }
  if (answer === 'silent' || response.destroyed) return;
  const { status, headers = {}, body = '', framing = 'length', cutAfterBytes, stalls } = answer;
  // Without a length and without chunks, Node closes the connection to mark the end of the body.
  if (framing === 'close') response.useChunkedEncodingByDefault = false;
  const length = framing === 'length' ? { 'content-length': Buffer.byteLength(body) } : {};
  response.writeHead(status, { ...headers, ...length });
  if (cutAfterBytes === undefined) {
    response.end(body);
    return;
  }
  response.write(body.slice(0, cutAfterBytes), () => {
    if (!stalls) request.socket.destroySoon();
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
