/** The command line's client of the HTTP API. It turns refusals into errors for people. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { privateFile } from '../store/private-files.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { shown, shownDeep } from './terminal-text.ts';
import { adviceFor, causeOf } from './unreachable-advice.ts';

export interface ApiAccess {
  url: string;
  apiKey: string;
}

export interface Posting {
  /** Repeats with the same key have no further effect. By default each request has a new key. */
  idempotencyKey?: string;
  /** A value is sent as JSON; text is sent unchanged, with its type. */
  body?: unknown;
  contentType?: string;
  /** Timeout for a slow answer. The request is then sent only once. */
  patienceMs?: number;
}

export interface Upload {
  contentType: string;
  /** Opens the body from its beginning. Called again if the connection breaks. */
  open: () => Readable;
  /** Whether `open` can be called again. */
  repeatable: boolean;
  idempotencyKey?: string;
}

interface ProblemJson {
  detail?: string;
  code?: string;
  allowed_moves?: string[];
}

const PATIENCE_MS = 30_000;
/** A long list takes minutes. An interrupted upload continues at the next try. */
const UPLOAD_PATIENCE_MS = 30 * 60_000;
const TRIES = 3;

interface Sending {
  method: 'GET' | 'POST' | 'PATCH';
  init?: () => RequestInit & { duplex?: 'half' };
  patienceMs?: number;
  tries?: number;
}

interface Tagged<Answer> {
  answer: Answer;
  etag: string | null;
}

export class ApiClient {
  readonly #access: ApiAccess;
  readonly #read: <Answer>(answer: Answer) => Answer;

  /** @param read converts each answer for display; by default it stays unchanged */
  constructor(access: ApiAccess, read: <Answer>(answer: Answer) => Answer = (answer) => answer) {
    this.#access = access;
    this.#read = read;
  }

  async get<Answer>(path: string): Promise<Answer> {
    return (await this.#request<Answer>(path, { method: 'GET' })).answer;
  }

  async post<Answer>(path: string, posting: Posting = {}): Promise<Answer> {
    return this.#order('POST', path, posting);
  }

  /** Builds an edit from the current resource. Fails with 412 if somebody else changed it meanwhile. */
  async edit<Known, Answer = Known>(
    path: string,
    bodyOf: (known: Known) => object,
  ): Promise<Answer> {
    const { answer, etag } = await this.#request<Known>(path, { method: 'GET' });
    return this.#order('PATCH', path, { body: bodyOf(answer), ...(etag && { ifMatch: etag }) });
  }

  async #order<Answer>(
    method: 'POST' | 'PATCH',
    path: string,
    posting: Posting & { ifMatch?: string },
  ): Promise<Answer> {
    const { body, contentType = 'application/json', idempotencyKey = randomUUID() } = posting;
    const { patienceMs, ifMatch } = posting;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = () => ({
      headers: {
        'idempotency-key': idempotencyKey,
        ...(text === undefined ? {} : { 'content-type': contentType }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      },
      ...(text === undefined ? {} : { body: text }),
    });
    const once = patienceMs === undefined ? {} : { patienceMs, tries: 1 };
    return (await this.#request<Answer>(path, { method, init, ...once })).answer;
  }

  /** Sends a body of any length. */
  async upload<Answer>(path: string, upload: Upload): Promise<Answer> {
    const { contentType, open, repeatable, idempotencyKey = randomUUID() } = upload;
    const headers = { 'idempotency-key': idempotencyKey, 'content-type': contentType };
    const { answer } = await this.#request<Answer>(path, {
      method: 'POST',
      init: () => ({ headers, body: Readable.toWeb(open()) as ReadableStream, duplex: 'half' }),
      patienceMs: UPLOAD_PATIENCE_MS,
      tries: repeatable ? TRIES : 1,
    });
    return answer;
  }

  /** Writes the answer to a file. */
  async download(path: string, file: string): Promise<void> {
    const response = await this.#send(path, { method: 'GET' });
    if (!response.ok) throw refusal(`GET ${path}`, response.status, await response.text());
    privateFile(file);
    await pipeline(response.body ?? Readable.from([]), createWriteStream(file));
  }

  async #request<Answer>(path: string, sending: Sending): Promise<Tagged<Answer>> {
    const response = await this.#send(path, sending);
    const text = await response.text();
    const etag = response.headers.get('etag');
    if (response.ok) return { answer: this.#read(JSON.parse(text) as Answer), etag };
    throw refusal(`${sending.method} ${path}`, response.status, text);
  }

  // After a broken connection the request is sent again. Every POST has an idempotency key, so this is safe.
  async #send(path: string, sending: Sending): Promise<Response> {
    const { method, patienceMs = PATIENCE_MS, tries: most = TRIES } = sending;
    for (let tries = 1; ; tries++) {
      const init = sending.init?.() ?? {};
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${this.#access.apiKey}`);
      try {
        return await fetch(new URL(path, this.#access.url), {
          ...init,
          method,
          headers,
          signal: AbortSignal.timeout(patienceMs),
        });
      } catch (error) {
        if (tries === most || causeOf(error) === 'ECONNREFUSED') throw this.#unreachable(error);
      }
    }
  }

  #unreachable(error: unknown): CommandError {
    return new CommandError(
      {
        code: EXIT.unreachable,
        what: `Dialwright does not answer at ${this.#access.url}`,
        why: causeOf(error),
        next: adviceFor(
          causeOf(error),
          'DIALWRIGHT_URL',
          'start it with `npm start` (or `npm run server`), or set DIALWRIGHT_URL; `dialwright doctor` checks more',
        ),
      },
      { cause: error },
    );
  }
}

function refusal(request: string, status: number, text: string): CommandError {
  const problem = readProblem(text);
  return new CommandError({
    code: status >= 500 ? (status === 503 ? EXIT.unreachable : EXIT.failure) : EXIT.refused,
    what: `${shown(request)} was answered with ${status}${problem.code ? ` ${problem.code}` : ''}`,
    why: problem.detail ?? (shown(text.slice(0, 200)) || 'no reason was given'),
    next: nextAfter(request, status, problem),
  });
}

/** Resources that have a `list` command. */
const LISTED = ['campaigns', 'calls', 'callbacks'];

function nextAfter(request: string, status: number, problem: ProblemJson): string {
  const [, resource = 'campaigns', id] = /\/v1\/([a-z]+)(?:\/([\w-]+))?/.exec(request) ?? [];
  if (status === 401) return 'set DIALWRIGHT_API_KEY to one of the keys of the server';
  if (status === 404) {
    const listed = LISTED.includes(resource) ? resource : 'campaigns';
    return `\`dialwright ${listed} list\` shows what is there`;
  }
  if (status === 412) {
    const shown = ['dialwright', resource, 'show', ...(id === undefined ? [] : [id])].join(' ');
    return `check it with \`${shown}\`, then run the command again if it is still right`;
  }
  const moves = problem.allowed_moves;
  if (moves) {
    return moves.length === 0
      ? 'nothing: it is over'
      : `possible now: ${moves.map((move) => `\`${resource} ${move}\``).join(', ')}`;
  }
  if (status >= 500) return 'try again; `dialwright doctor` checks more';
  return 'fix these fields and retry';
}

function readProblem(text: string): ProblemJson {
  try {
    return shownDeep(JSON.parse(text) as ProblemJson);
  } catch {
    return {};
  }
}
