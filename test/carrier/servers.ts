/** Real servers on loopback, closed with the test that opened them. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: string;
}

export interface HttpServer {
  origin: string;
  /** Requests that came whole. */
  seen: SeenRequest[];
  /** TCP connections accepted. */
  connections(): number;
}

export async function httpServer(
  answer: (request: SeenRequest, response: ServerResponse) => void,
): Promise<HttpServer> {
  const seen: SeenRequest[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      const body = Buffer.concat(chunks).toString();
      const whole = { method, path: url, headers, rawHeaders, body };
      seen.push(whole);
      answer(whole, response);
    });
  });
  server.on('connection', () => connections++);
  const origin = await listen(server);
  onTestFinished(() => server.closeAllConnections());
  return { origin, seen, connections: () => connections };
}

/** Answers JSON (or text) with a status. */
export const answering =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  (_request: SeenRequest, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };

export interface RawServer {
  origin: string;
  port: number;
  /** All bytes of all connections so far. */
  received(): string;
  connections(): number;
  /** Connections that have ended. */
  closed(): number;
  /** Settles when the first connection has closed on the server's side. */
  readonly firstClosed: Promise<unknown>;
}

/** Below HTTP: for resets, half answers and broken framing. */
export async function rawServer(onSocket: (socket: Socket) => void): Promise<RawServer> {
  const sockets: Socket[] = [];
  let received = '';
  let closed = 0;
  const firstClosed = Promise.withResolvers<void>();
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      closed += 1;
      firstClosed.resolve();
    });
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    onSocket(socket);
  });
  const origin = await listen(server);
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  return {
    origin,
    port: (server.address() as AddressInfo).port,
    received: () => received,
    connections: () => sockets.length,
    closed: () => closed,
    firstClosed: firstClosed.promise,
  };
}

/** Once a request's first bytes have come: sends this, then ends, resets or keeps the connection open. */
export const saying =
  (text: string | Buffer, then: 'end' | 'reset' | 'hang' = 'end') =>
  (socket: Socket): void => {
    socket.once('data', () => {
      socket.write(text, () => {
        if (then === 'end') socket.end();
        if (then === 'reset') socket.resetAndDestroy();
      });
    });
  };

/** A port on which nobody listens any more. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function listen(server: TcpServer): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
