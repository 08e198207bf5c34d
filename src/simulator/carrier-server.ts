/** The HTTP API. Records each request, checks its API key, then calls its endpoint. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { answerAccount } from './carrier-account/account-routes.ts';
import { notFound, v1Error, type Answer, type NoAnswer } from './answer.ts';
import type { RequestFact } from './state/facts.ts';
import { LookupDesk } from './recordings/lookup.ts';
import { placeCall, type PlacingDeps } from './calls/placing.ts';
import { hangUpCall, readCall } from './calls/reading.ts';
import { readBody, type ReadBody } from './request-body.ts';

const CALLS = '/api/v1/click2call';
const RECORDING = '/api/v1/calls/recording/';

export class CarrierServer {
  readonly #deps: PlacingDeps;
  readonly #lookups: LookupDesk;
  #requests = 0;
  readonly #connections = new WeakMap<Socket, { number: number; requests: number }>();
  #connectionCount = 0;

  constructor(deps: PlacingDeps) {
    this.#deps = deps;
    this.#lookups = new LookupDesk(deps.world);
  }

  async respond(incoming: IncomingMessage): Promise<Answer | NoAnswer> {
    const { world } = this.#deps;
    const request = `${world.carrierState.runs}-${++this.#requests}`;
    const read = await readBody(incoming);
    const key = keyVerdict(incoming, world.options.apiKey);
    const noted = world.note(this.#requestFact(incoming, request, key, read));
    const answer = await this.#route(incoming, request, key, read);
    await noted;
    return answer;
  }

  async #route(
    incoming: IncomingMessage,
    request: string,
    key: RequestFact['key'],
    read: ReadBody,
  ): Promise<Answer | NoAnswer> {
    if (!read.complete) return 'reset';
    if (read.tooLong) return v1Error(413, 'the body is too long');
    if (key !== 'right') return v1Error(401, 'unauthorized');
    const { world, exchange } = this.#deps;
    const method = incoming.method ?? '';
    const path = pathOf(incoming);
    if (method === 'POST' && path === CALLS) return placeCall(this.#deps, request, read.value);
    const callId = method === 'GET' ? idIn(path, `${CALLS}/{id}`) : undefined;
    if (callId !== undefined) return readCall(world, request, callId);
    const lookedUp = method === 'GET' ? idIn(path, `${RECORDING}{id}`) : undefined;
    if (lookedUp !== undefined) return this.#lookups.lookUp(request, lookedUp);
    const { destroyMethod, destroyPath } = world.options.variant;
    const ended = method === destroyMethod ? idIn(path, destroyPath) : undefined;
    if (ended !== undefined) return hangUpCall(world, exchange, request, ended);
    const query = new URLSearchParams(incoming.url?.split('?')[1]);
    const asked = { world, request, method, path, query, body: read.value };
    return (await answerAccount(asked)) ?? notFound();
  }

  #requestFact(
    incoming: IncomingMessage,
    request: string,
    key: RequestFact['key'],
    read: ReadBody,
  ): RequestFact {
    const connection = this.#connectionOf(incoming.socket);
    connection.requests += 1;
    return {
      fact: 'request',
      request,
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      header_names: Object.keys(incoming.headers),
      key,
      complete: read.complete,
      ...(read.text === '' ? {} : { body: read.value ?? read.text }),
      connection: connection.number,
      connection_requests: connection.requests,
      connection_bytes: incoming.socket.bytesRead,
    };
  }

  #connectionOf(socket: Socket): { number: number; requests: number } {
    const known = this.#connections.get(socket) ?? { number: ++this.#connectionCount, requests: 0 };
    this.#connections.set(socket, known);
    return known;
  }
}

function keyVerdict({ headers }: IncomingMessage, apiKey: string): RequestFact['key'] {
  if (headers.authorization === undefined) return 'absent';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const right = timingSafeEqual(digest(headers.authorization), digest(`Bearer ${apiKey}`));
  return right ? 'right' : 'wrong';
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}

/** The part of the path at the pattern's `{id}`, decoded. */
function idIn(path: string, pattern: string): string | undefined {
  const [before = '', after = ''] = pattern.split('{id}');
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const id = path.slice(before.length, path.length - after.length);
  if (id === '' || id.includes('/')) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
