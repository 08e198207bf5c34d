/** Sends requests about the account. Reads are retried; changes are sent once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LARGEST_ANSWER_BYTES } from './account-answer.ts';
import { openCarrierRequests, readFault, statusFault } from '../http/carrier-requests.ts';
import { CarrierError } from '../http/errors.ts';
import type { CarrierProfile } from '../http/profile.ts';
import { readBody, type Answer } from '../http/response.ts';
import { LONGEST_CONNECT_MS, sendOnce, type OneRequest } from '../http/send-once.ts';
import { openSendWindow } from '../http/send-window.ts';
import type { CarrierRoute } from '../http/route.ts';

export type AskCarrier = (request: OneRequest) => Promise<Answer>;

export interface AccountSending {
  /** @throws CarrierError; for a change, `mayHaveHappened` is true if any byte was sent */
  ask: AskCarrier;
  close(): Promise<void>;
}

export interface SendingSettings {
  route: CarrierRoute;
  profile: CarrierProfile;
  /** Time limit for one answer. */
  readMs: number;
  /** Pauses before the second and the third try of a read. */
  retryPausesMs?: readonly number[];
}

const RETRY_PAUSES_MS = [250, 1_000];
/** If the carrier asks for a longer wait, the request fails, and the caller decides. */
const LONGEST_RETRY_AFTER_MS = 5_000;

export function openAccountSending(settings: SendingSettings): AccountSending {
  const { route, profile, readMs, retryPausesMs = RETRY_PAUSES_MS } = settings;
  const requests = openCarrierRequests(route, readMs);
  const readAnswer = readWithout(route.authorization);

  async function read(request: OneRequest): Promise<Answer> {
    const answer = await requests.ask('GET', request.path, readAnswer);
    const passes = answer.status >= 500 || profile.rateLimitStatuses.includes(answer.status);
    if (passes) throw statusFault(answer, profile);
    return answer;
  }

  async function readPatiently(request: OneRequest): Promise<Answer> {
    for (const pauseMs of retryPausesMs) {
      try {
        return await read(request);
      } catch (error) {
        if (!isWorthRetrying(error)) throw error;
        await sleep(Math.max(pauseMs, error.retryAfterMs ?? 0));
      }
    }
    return read(request);
  }

  // PUT and DELETE are not repeated either: the second answer would be about the state after the first.
  async function changeOnce(request: OneRequest): Promise<Answer> {
    const gate = {
      deadlineAtMs: Date.now() + LONGEST_CONNECT_MS,
      nowMs: Date.now,
      signal: new AbortController().signal,
    };
    const window = openSendWindow(gate, { connectMs: LONGEST_CONNECT_MS, answerMs: readMs });
    try {
      return await sendOnce(request, window, route, readAnswer);
    } catch (error) {
      throw readFault(error, window.sent());
    } finally {
      window.close();
    }
  }

  return {
    ask: (request) => (request.method === 'GET' ? readPatiently(request) : changeOnce(request)),
    close: () => requests.close(),
  };
}

type ReadAnswer = Parameters<typeof sendOnce>[3];

/** Removes the key from answers, because a carrier may repeat the request in them. */
const readWithout =
  (authorization: string): ReadAnswer =>
  async ({ statusCode: status, headers, body }) => {
    const bytes = await readBody(body, LARGEST_ANSWER_BYTES);
    const key = authorization.replace(/^Bearer /, '');
    if (!bytes.includes(key)) return { status, headers, bytes };
    return { status, headers, bytes: Buffer.from(bytes.toString().replaceAll(key, '(the key)')) };
  };

function isWorthRetrying(error: unknown): error is CarrierError {
  if (!(error instanceof CarrierError)) return false;
  if ((error.retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS) return false;
  return ['unreachable', 'timeout', 'server', 'rate-limited'].includes(error.code);
}
