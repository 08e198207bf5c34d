/**
 * Requests on connections that have shown no credential yet wait for their turn: one in each turn of the event loop,
 * and while new connections come one in eight, because libuv accepts a single connection in each turn. So a webhook,
 * which waits for no turn, is accepted and answered soon, however many others want something.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientGroup } from '../client-address.ts';
import type { Connections } from '../connections.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its requests wait for a turn only where their token is wrong. */
    isHook?: boolean;
  }
}

const TURNS_WHILE_CONNECTIONS_COME = 8;

interface Waiting {
  socket: Pick<Socket, 'destroyed'>;
  begin(): void;
}

export class Turns {
  /** By client, so that they take turns as well: the client that is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #isRunning = false;
  #hasAccepted = false;
  #passed = 0;

  /** Call for each new connection. */
  noteAccepted(): void {
    this.#hasAccepted = true;
  }

  /** Ends at once where nothing waits, and where the socket is closed. */
  async next(client: string, socket: Waiting['socket']): Promise<void> {
    if (!this.#isRunning) return this.#run();
    const { promise, resolve: begin } = Promise.withResolvers<void>();
    const ofClient = this.#waiting.get(client) ?? [];
    ofClient.push({ socket, begin });
    this.#waiting.set(client, ofClient);
    await promise;
  }

  #run(): void {
    this.#isRunning = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    const isBusy = this.#hasAccepted;
    this.#hasAccepted = false;
    this.#passed += 1;
    if (isBusy && this.#passed < TURNS_WHILE_CONNECTIONS_COME) return this.#run();
    this.#passed = 0;
    if (this.#beginFirst()) this.#run();
    else this.#isRunning = false;
  }

  #beginFirst(): boolean {
    for (const [client, ofClient] of this.#waiting) {
      this.#waiting.delete(client);
      const open = ofClient.findIndex(({ socket }) => !socket.destroyed);
      const done = ofClient.splice(0, open === -1 ? ofClient.length : open + 1);
      if (ofClient.length > 0) this.#waiting.set(client, ofClient);
      for (const each of done) each.begin();
      if (open !== -1) return true;
    }
    return false;
  }
}

export function takeTurns(app: FastifyInstance, turns: Turns, connections: Connections): void {
  app.server.on('connection', () => turns.noteAccepted());
  app.addHook('onRequest', async (request, reply) => {
    const { raw, routeOptions } = request;
    if (routeOptions.config.isHook || connections.isProven(raw.socket)) return;
    await turnOf(request, turns);
    // Nobody would read the answer.
    if (raw.socket.destroyed) reply.hijack();
  });
}

export const turnOf = (request: FastifyRequest, turns: Turns): Promise<void> =>
  turns.next(clientGroup(request), request.raw.socket);
