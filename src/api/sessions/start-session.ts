/** The start of a session: a row of the store, and the cookies of the browser. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyStore } from '../../store/keys/key-store.ts';
import type { UserStore } from '../../store/keys/user-store.ts';
import type { Caller } from '../http/auth.ts';
import { TokenBucket } from '../http/load/token-bucket.ts';
import { Problem } from '../http/problem.ts';
import {
  browserCookie,
  browserTokenOf,
  keepsSessionCookie,
  sessionCookie,
} from '../http/sessions/session-cookie.ts';
import type { Callers } from '../keys/callers.ts';
import { digestOf, newSessionToken } from '../keys/key-text.ts';

const SESSION_MS = 12 * 3_600_000;
/** A sign-in writes rows, which callers with the role `read` can do nowhere else. */
const SIGN_INS_OF_CALLER = { burst: 60, perSecond: 0.2 };
const BROWSER_BYTES = 24;

interface Deps {
  store: Pick<KeyStore, 'startSession'> & Pick<UserStore, 'noteSignIn'>;
  keys: Callers;
  nowMs: () => number;
}

export class Sessions {
  readonly #deps: Deps;
  readonly #limits = new Map<string, TokenBucket>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Sets the cookies. @throws Problem too many sessions were started */
  async start(
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ caller: Caller; expiresAtMs: number }> {
    const { store, keys, nowMs } = this.#deps;
    const atMs = nowMs();
    this.#take(caller, atMs);
    const token = newSessionToken();
    const expiresAtMs = Math.min(atMs + SESSION_MS, caller.expiresAtMs ?? Infinity);
    const session = { digest: digestOf(token), caller: caller.id, expiresAtMs };
    const ofAgent = caller.source === 'store' && caller.agentId !== null;
    await store.startSession({ ...session, ofAgent, nowMs: atMs }, { who: caller.name });
    keys.changed();
    keys.noteUse(caller);
    const cookies = [sessionCookie(token, Math.ceil((expiresAtMs - atMs) / 1_000))];
    if (caller.source === 'user') cookies.push(await this.#knownBrowser(caller, request));
    for (const cookie of cookies) reply.header('set-cookie', cookie);
    reply.header('cache-control', 'no-store');
    return { caller, expiresAtMs };
  }

  async #knownBrowser({ id }: Caller, request: FastifyRequest): Promise<string> {
    const { store, nowMs } = this.#deps;
    const token = browserTokenOf(request) ?? randomBytes(BROWSER_BYTES).toString('base64url');
    await store.noteSignIn({ id, browser: digestOf(token), nowMs: nowMs() });
    return browserCookie(token);
  }

  #take({ id }: Caller, nowMs: number): void {
    const limit = this.#limits.get(id) ?? new TokenBucket(SIGN_INS_OF_CALLER);
    this.#limits.set(id, limit);
    if (!limit.take(nowMs)) throw tooManySignIns();
  }
}

/** @throws Problem the browser would not keep a cookie of a session */
export function mustKeepCookies(request: FastifyRequest): void {
  if (!keepsSessionCookie(request)) throw needsHttps(request);
}

const needsHttps = ({ port }: FastifyRequest) =>
  new Problem({
    status: 422,
    code: 'https_needed',
    detail:
      'The request came over plain http, and browsers keep the cookie of a session only over HTTPS or on the same machine. ' +
      'Put a proxy with HTTPS in front of Dialwright and name it in DIALWRIGHT_TRUSTED_PROXIES (it must send X-Forwarded-Proto), ' +
      `or open the page on this machine as http://localhost${port === null ? '' : `:${port}`}.`,
  });

const tooManySignIns = () =>
  new Problem({
    status: 429,
    code: 'too_many_sign_ins',
    detail:
      'Too many sessions were started with this API key, or by this user. Retry after five seconds.',
    headers: { 'retry-after': '5' },
  });
