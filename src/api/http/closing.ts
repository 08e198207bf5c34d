/** Ends connections so that the answer still arrives and nobody can hold them open after it. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Connections } from './connections.ts';

/** What the client still sends is thrown away for so long: a socket closed with bytes unread resets the connection. */
const LINGER_MS = 1_000;

const closing = new WeakSet<object>();

/** Sends what was written, then ends the connection; a client that goes on sending is cut off. */
export function endSoon(socket: Pick<Duplex, 'end' | 'destroy'>, lastText?: string): void {
  closing.add(socket);
  socket.end(lastText);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * Closes the connection with the answer where the rest of a body would have to be waited for, and where the caller
 * has shown neither a key nor a webhook's token.
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
  // Node calls this once the answer is written, and would reset whoever is still sending.
  socket.destroySoon = () => endSoon(socket);
}

/** A second request on a connection that is being closed gets no answer. */
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
