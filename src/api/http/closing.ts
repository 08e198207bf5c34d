/** Closes connections in such a way that the answer arrives and the client cannot keep them open. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Connections } from './connections.ts';

/** For this time, further bytes are read and discarded: closing a socket with unread bytes would reset the connection. */
const LINGER_MS = 1_000;

const closing = new WeakSet<object>();

/** Sends what was written, then closes the connection, even if the client goes on sending. */
export function endSoon(socket: Pick<Duplex, 'end' | 'destroy'>, lastText?: string): void {
  closing.add(socket);
  socket.end(lastText);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * Closes the connection after the answer if the request's body is still arriving, or if the connection has shown neither
 * a key nor a webhook's token.
 */
export function closeAfterAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  connections: Connections,
): void {
  const { raw } = request;
  reply.raw.once('close', connections.answer(raw.socket));
  if (connections.isProven(raw.socket) && !isBodyComing(raw)) return;
  reply.header('connection', 'close');
  if (!isBodyComing(raw)) return;
  const { socket } = raw;
  // Node calls this after the answer is written. Its own version would reset the connection while the client is sending.
  socket.destroySoon = () => endSoon(socket);
}

/** Gives no answer to another request on a connection that is being closed. */
export function refuseWhenClosing(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!closing.has(request.raw.socket)) return done();
    reply.hijack();
    request.raw.socket.destroy();
  });
}

function isBodyComing({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
