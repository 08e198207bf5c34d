/** Requests to the carrier that may be repeated. The key is sent to its origin only; redirects are not followed. */
import { buildConnector } from 'undici';
import { readErrorBody } from './error-body.ts';
import { CarrierError } from './errors.ts';
import {
  EndlessAnswerError,
  openHttpClient,
  type HttpResponse,
  type Method,
} from '../../outgoing/http-client.ts';
import { unlessAborted } from '../../outgoing/unless-aborted.ts';
import { readJson } from './json.ts';
import type { CarrierProfile } from './profile.ts';
import { ANSWER_LIMITS, readBody, retryAfterMs, type Answer } from './response.ts';
import { carrierHeaders, type CarrierRoute } from './route.ts';
import { SendWindowError } from './send-window.ts';

export interface CarrierRequests {
  /**
   * Waits for a free connection, first come, first served. The timeout starts after that wait.
   * @throws CarrierError if no answer can be read
   */
  ask(
    method: Method,
    path: string,
    read: (response: HttpResponse) => Promise<Answer>,
  ): Promise<Answer>;
  close(): Promise<void>;
}

/** Concurrent requests. More would only queue at the carrier. */
const CONNECTIONS = 16;
/** A body that is not needed is read up to this size, so that its connection can be used again. */
const DUMPED_BYTES = 16_384;

export function openCarrierRequests(route: CarrierRoute, readMs: number): CarrierRequests {
  const connect = buildConnector({ allowH2: false, timeout: readMs });
  const client = openHttpClient(route.origin, { connect, keptConnections: CONNECTIONS });
  const underWay = new Set<Promise<unknown>>();
  const { authorization } = route;
  const turns = openTurns(CONNECTIONS);
  return {
    async ask(method, path, read) {
      const done = await turns.take();
      const signal = AbortSignal.timeout(readMs);
      const request = client.request({
        method,
        path: route.basePath + path,
        headers: carrierHeaders(authorization),
        signal,
      });
      underWay.add(request);
      try {
        return await read(await unlessAborted(request, signal));
      } catch (error) {
        throw readFault(error);
      } finally {
        // A request that was aborted while connecting holds its connection a moment longer.
        void request.catch(() => undefined).finally(done);
        underWay.delete(request);
      }
    },
    async close() {
      await Promise.allSettled(underWay);
      client.destroy();
    },
  };
}

export interface Turns {
  /** Resolves when there is room for one more request, first come, first served. Call the returned function at its end. */
  take(): Promise<() => void>;
}

/** Limits concurrent requests. The others wait here, so that this wait does not count as the carrier's latency. */
export function openTurns(most: number): Turns {
  const waiting: (() => void)[] = [];
  let taken = 0;
  const end = () => {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  };
  return {
    async take() {
      if (taken < most) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return end;
    },
  };
}

export async function readAnswer(response: HttpResponse): Promise<Answer> {
  const { statusCode: status, headers, body } = response;
  return { status, headers, bytes: await readBody(body) };
}

/** For answers whose status and headers are enough: a broken body is ignored, because the quota is spent. */
export async function readHead(response: HttpResponse): Promise<Answer> {
  const { statusCode: status, headers, body } = response;
  await body.dump({ limit: DUMPED_BYTES }).catch(() => undefined);
  return { status, headers, bytes: Buffer.alloc(0) };
}

/** The error for a status that does not answer the request. */
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

/** The error for any failure before an answer was read, with our own message. */
export function readFault(error: unknown, mayHaveHappened = false): CarrierError {
  if (error instanceof CarrierError && !mayHaveHappened) return error;
  const more = { mayHaveHappened, cause: error };
  if (error instanceof CarrierError) return new CarrierError(error.code, error.message, more);
  if (error instanceof EndlessAnswerError)
    return new CarrierError('unreadable', error.message, more);
  if (error instanceof SendWindowError) return new CarrierError('timeout', error.message, more);
  const timedOut = error instanceof Error && /timeout/i.test(error.name);
  return timedOut
    ? new CarrierError('timeout', 'no answer in time', more)
    : new CarrierError('unreachable', 'the carrier cannot be reached', more);
}
