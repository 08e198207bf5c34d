/** An endpoint on real HTTP that verifies what it gets with the library that consumers use. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export class Receiver {
  readonly requests: Received[] = [];
  /** Answers a request; by default 204. */
  answer: (response: ServerResponse, received: Received) => void = (response) =>
    void response.writeHead(204).end();
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = { path: request.url!, headers: request.headers, body: await text(request) };
    this.requests.push(received);
    this.answer(response, received);
  }

  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    return this.origin;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The verified body. @throws WebhookVerificationError */
export function verified(secret: string, { headers, body }: Received) {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as {
    id: string;
    type: string;
    subject: string;
    timestamp: string;
  };
}
