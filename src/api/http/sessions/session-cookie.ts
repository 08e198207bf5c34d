/** The cookies of sessions and sign-ins. The prefix makes browsers take them only for this origin, over HTTPS. */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../../outgoing/public-address.ts';

export const SESSION_COOKIE = '__Host-dialwright';

/** By it a browser is known in which a user has signed in. */
const BROWSER_COOKIE = '__Host-dialwright-browser';
/** What a sign-in by the identity provider must come back with. */
const FLOW_COOKIE = '__Host-dialwright-oidc';
/** The longest that browsers keep a cookie. */
const BROWSER_S = 400 * 86_400;

const valueOf = ({ headers: { cookie } }: FastifyRequest, name: string): string | undefined =>
  cookie === undefined ? undefined : parseCookie(cookie)[name];

export const sessionTokenOf = (request: FastifyRequest) => valueOf(request, SESSION_COOKIE);
export const browserTokenOf = (request: FastifyRequest) => valueOf(request, BROWSER_COOKIE);
export const flowOf = (request: FastifyRequest) => valueOf(request, FLOW_COOKIE);

interface Kept {
  maxAgeS: number;
  /** `lax`: the browser sends it where another site leads back to this one. */
  sameSite?: 'strict' | 'lax';
}

const setCookie = (name: string, value: string, { maxAgeS, sameSite = 'strict' }: Kept): string =>
  stringifySetCookie({
    name,
    value,
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite,
    maxAge: maxAgeS,
  });

/** Each is the value of `Set-Cookie`. */
export const sessionCookie = (token: string, maxAgeS: number): string =>
  setCookie(SESSION_COOKIE, token, { maxAgeS });
export const browserCookie = (token: string): string =>
  setCookie(BROWSER_COOKIE, token, { maxAgeS: BROWSER_S });
export const flowCookie = (value: string, maxAgeS: number): string =>
  setCookie(FLOW_COOKIE, value, { maxAgeS, sameSite: 'lax' });

/** The value of `Set-Cookie` that makes the browser forget the token. */
export const expiredSessionCookie = (): string => sessionCookie('', 0);

/** Browsers keep the cookie only if the page came over HTTPS, or from the same machine. */
export const keepsSessionCookie = ({ protocol, hostname }: FastifyRequest): boolean =>
  protocol === 'https' || isLoopbackHost(hostname) || hostname.endsWith('.localhost');
