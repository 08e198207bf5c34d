/** A link that HTTP passes, also as a reverse proxy before several receivers: it counts, reports moments, and disturbs what it is asked to. */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Phase, Trouble } from './faults.ts';
import { forgedBody, oddBody, unreadableBody } from './odd-bodies.ts';

export interface Passing {
  /** Which POST on this link it is, from 1. */
  nth: number;
  path: string;
  body: Buffer;
}

/** Runs at a moment. `drop`: what is under way is not passed on any more. */
type Act = () => Promise<'drop' | 'go on'>;

interface Answer {
  status: number;
  headers: string[];
  body: Buffer;
}

export interface InForce {
  trouble: Trouble;
  ratio: number;
  chance: () => number;
}

const LATE_MS = 1_200;
const OF_CALLS = '/hooks/click2call/';
const MIDDLE_BOX = '<html><body>not the carrier speaking</body></html>';

export class HttpLink {
  /** How many connections or requests a trouble has hit. */
  hits = 0;
  /** POSTs that came here. */
  posts = 0;
  readonly #targetPorts: readonly number[];
  #turn = 0;
  readonly #server = createServer((incoming, response) => {
    this.#serve(incoming, response).catch(() => incoming.socket.destroy());
  });
  readonly #sockets = new Set<Socket>();
  readonly #acts = new Map<string, Act>();
  readonly #onPost: (passing: Passing) => void;
  #inForce: InForce | undefined;
  #port = 0;

  /** Several receivers take turns, and one that accepts no connection is passed over. */
  constructor(
    target: number | readonly number[],
    onPost: (passing: Passing) => void = () => undefined,
  ) {
    this.#targetPorts = [target].flat();
    this.#onPost = onPost;
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
    });
  }

  /** The port it was given. */
  async open(port: number): Promise<number> {
    // It is opened again after each refusal, and must not gather listeners.
    await once(this.#server.listen(port, '127.0.0.1'), 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this.#port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => void this.#server.close(resolve));
  }

  /** One act for one moment; a later POST takes it where the n-th one has gone by or has an act. */
  at(nth: number, phase: Phase, act: Act): void {
    let later = Math.max(nth, this.posts + 1);
    while (this.#acts.has(`${later} ${phase}`)) later += 1;
    this.#acts.set(`${later} ${phase}`, act);
  }

  /** `lasts`: so many ms, or until something else is over. */
  async make(inForce: InForce, lasts: number | Promise<unknown>): Promise<void> {
    const over = () => (typeof lasts === 'number' ? sleep(lasts) : lasts);
    if (inForce.trouble === 'refused') {
      // A closed port does not show whom it refuses, so it counts even where no connection was cut.
      this.hits += Math.max(this.#sockets.size, 1);
      await this.close();
      await over();
      await this.open(this.#port);
      return;
    }
    this.#inForce = inForce;
    await over();
    this.#inForce = undefined;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const isPost = incoming.method === 'POST';
    const nth = isPost ? ++this.posts : 0;
    const body = await bodyOf(incoming);
    const passing = { nth, path: incoming.url ?? '/', body };
    if (isPost) this.#onPost(passing);
    const trouble = this.#troubleOf();
    if ((await this.#moment(nth, 'reached')) === 'drop') return void incoming.socket.destroy();
    if (this.#acts.has(`${nth} halfway`)) return this.#halfway(incoming, passing);
    if (trouble === 'request-lost') return void incoming.socket.resetAndDestroy();
    if (trouble === 'request-silent') return;
    if (trouble === 'too-many') return say(response, 429, MIDDLE_BOX);
    if (trouble === 'late') await sleep(Math.random() * LATE_MS);
    await this.#before(incoming, passing, trouble);
    if (trouble === 'unreadable' && passing.path.startsWith(OF_CALLS)) {
      await this.#forward(incoming, unreadableBody(body));
      return void incoming.socket.resetAndDestroy();
    }
    const answer = await this.#forward(incoming, body);
    if ((await this.#moment(nth, 'passed')) === 'drop') return void incoming.socket.destroy();
    await this.#answer(answer, response, trouble);
    await this.#moment(nth, 'answered');
  }

  #troubleOf(): Trouble | undefined {
    const { trouble, ratio, chance } = this.#inForce ?? {};
    if (!trouble || !chance || chance() >= ratio!) return undefined;
    this.hits += 1;
    return trouble;
  }

  async #moment(nth: number, phase: Phase): Promise<'drop' | 'go on'> {
    const key = `${nth} ${phase}`;
    const act = nth === 0 ? undefined : this.#acts.get(key);
    this.#acts.delete(key);
    return act ? act() : 'go on';
  }

  async #halfway(incoming: IncomingMessage, { nth, body }: Passing): Promise<void> {
    const upstream = this.#request(incoming, body.length, this.#nextPort());
    upstream.on('error', () => undefined);
    upstream.write(body.subarray(0, body.length >> 1));
    await sleep(20);
    await this.#moment(nth, 'halfway');
    upstream.destroy();
    incoming.socket.destroy();
  }

  async #before(incoming: IncomingMessage, { body }: Passing, trouble?: Trouble): Promise<void> {
    const first =
      trouble === 'doubled'
        ? body
        : trouble === 'odd'
          ? oddBody(this.hits)
          : trouble === 'forged'
            ? forgedBody(body)
            : undefined;
    if (first) await this.#forward(incoming, first);
  }

  #nextPort(): number {
    this.#turn += 1;
    return this.#targetPorts[this.#turn % this.#targetPorts.length]!;
  }

  #request(incoming: IncomingMessage, length: number, port: number) {
    const { method = '', url: path, rawHeaders } = incoming;
    const kept = pairs(rawHeaders).filter(([name]) => !/^(connection|content-length)$/i.test(name));
    const headers = [
      ...kept.flat(),
      ...(method === 'GET' ? [] : ['content-length', String(length)]),
    ];
    const where = { host: '127.0.0.1', port, agent: false };
    return request({ ...where, method, path, headers });
  }

  async #forward(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#forwardTo(this.#nextPort(), incoming, body);
      } catch (error) {
        const isDown = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
        if (!isDown || tries === this.#targetPorts.length) throw error;
      }
    }
  }

  #forwardTo(port: number, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    const upstream = this.#request(incoming, body.length, port);
    return new Promise((resolve, reject) => {
      upstream.on('error', reject);
      upstream.once('response', (answer) => {
        const { statusCode: status = 0, rawHeaders: headers } = answer;
        bodyOf(answer).then((body) => resolve({ status, headers, body }), reject);
      });
      upstream.end(body.length > 0 ? body : undefined);
    });
  }

  async #answer(answer: Answer, response: ServerResponse, trouble?: Trouble): Promise<void> {
    if (trouble === 'answer-silent') return;
    if (trouble === 'bad-gateway') return say(response, 502, MIDDLE_BOX);
    if (trouble === 'redirected') return redirect(response);
    if (trouble === 'answer-late') await sleep(LATE_MS);
    const kept = pairs(answer.headers).filter(
      ([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/i.test(name),
    );
    response.writeHead(answer.status, [
      ...kept.flat(),
      'content-length',
      String(answer.body.length),
    ]);
    if (trouble !== 'answer-cut') return void response.end(answer.body);
    response.write(answer.body.subarray(0, answer.body.length >> 1), () => response.destroy());
  }
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>));
}

function pairs(raw: string[]): [string, string][] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1]!] as [string, string]] : [],
  );
}

/** To the same resource: whoever follows makes the request again. */
function redirect(response: ServerResponse): void {
  response.writeHead(307, { location: `${response.req.url}?moved`, 'content-length': '0' }).end();
}

function say(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(body);
}
