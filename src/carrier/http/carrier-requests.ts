/** Requests to the carrier that may be repeated. The key goes to its origin only; redirects are never followed. */
import { Pool, type Dispatcher } from 'undici';
import { readErrorBody } from './error-body.ts';
import { CarrierError } from './errors.ts';
import { readJson } from './json.ts';
import type { CarrierProfile } from './profile.ts';
import { openTurns } from './request-turns.ts';
import { ANSWER_LIMITS, readBody, retryAfterMs, type Headers } from './response.ts';
import { SendWindowError } from './send-window.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface CarrierRoute {
  origin: string;
  /** What stands before the documented paths; empty, or `/…` without a slash at its end. */
  basePath: string;
  /** The whole header. */
  authorization: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

export interface CarrierRequests {
  /**
   * Waits for a free connection, in the order of asking. The time-out begins when the request leaves that queue.
   * @throws CarrierError when no answer can be read
   */
  ask(
    method: Dispatcher.HttpMethod,
    path: string,
    read: (response: Dispatcher.ResponseData) => Promise<Answer>,
  ): Promise<Answer>;
  close(): Promise<void>;
}

/** In flight at once; more would only queue at the carrier. */
const CONNECTIONS = 16;
/** What is read of a body nobody needs, so that its connection can be used again. */
const DUMPED_BYTES = 16_384;

export function openCarrierRequests(route: CarrierRoute, readMs: number): CarrierRequests {
  const pool = new Pool(route.origin, {
    connections: CONNECTIONS,
    allowH2: false,
    connect: { timeout: readMs },
  });
  const { authorization } = route;
  const turns = openTurns(CONNECTIONS);
  return {
    async ask(method, path, read) {
      const done = await turns.take();
      const signal = AbortSignal.timeout(readMs);
      const request = pool.request({
        method,
        path: route.basePath + path,
        headers: carrierHeaders(authorization),
        signal,
      });
      try {
        return await read(await unlessAborted(request, signal));
      } catch (error) {
        throw readFault(error);
      } finally {
        // One that was aborted while it connected holds its connection for a moment longer.
        void request.catch(() => undefined).finally(done);
      }
    },
    close: () => pool.close(),
  };
}

/** All headers of a request. The key goes to the carrier's origin only. */
export const carrierHeaders = (authorization: string, withBody = false) => ({
  authorization,
  ...(withBody ? { 'content-type': 'application/json' } : {}),
  accept: 'application/json',
  'accept-encoding': 'identity',
});

export async function readAnswer(response: Dispatcher.ResponseData): Promise<Answer> {
  const { statusCode: status, headers, body } = response;
  return { status, headers, bytes: await readBody(body) };
}

/** Where the head says it all and quota is spent, a broken body must not spoil it. */
export async function readHead(response: Dispatcher.ResponseData): Promise<Answer> {
  const { statusCode: status, headers, body } = response;
  await body.dump({ limit: DUMPED_BYTES }).catch(() => undefined);
  return { status, headers, bytes: Buffer.alloc(0) };
}

/** What a status that is no answer to the question means. */
export function statusFault(
  { status, headers, bytes }: Answer,
  profile: CarrierProfile,
): CarrierError {
  const more = { status, retryAfterMs: retryAfterMs(headers) };
  if (profile.rateLimitStatuses.includes(status)) {
    return new CarrierError('rate-limited', 'too many requests', more);
  }
  if (status === 401 || status === 403) {
    const { code } = readErrorBody(readJson(bytes, ANSWER_LIMITS).value, profile);
    return new CarrierError('unauthorized', ['HTTP', status, code].join(' ').trim(), more);
  }
  return new CarrierError(status >= 500 ? 'server' : 'unreadable', `HTTP ${status}`, more);
}

/** Whatever went wrong on the way to an answer, in our words. */
export function readFault(error: unknown, mayHaveHappened = false): CarrierError {
  if (error instanceof CarrierError && !mayHaveHappened) return error;
  const more = { mayHaveHappened, cause: error };
  if (error instanceof CarrierError) return new CarrierError(error.code, error.message, more);
  if (error instanceof SendWindowError) return new CarrierError('timeout', error.message, more);
  const timedOut = error instanceof Error && /timeout/i.test(error.name);
  return timedOut
    ? new CarrierError('timeout', 'no answer in time', more)
    : new CarrierError('unreachable', 'the carrier cannot be reached', more);
}
