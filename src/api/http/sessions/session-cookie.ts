/** The cookie that holds the token of a session. The prefix makes browsers take it only for this origin, over HTTPS. */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../../outgoing/public-address.ts';

export const SESSION_COOKIE = '__Host-dialwright';

export function sessionTokenOf({ headers: { cookie } }: FastifyRequest): string | undefined {
  return cookie === undefined ? undefined : parseCookie(cookie)[SESSION_COOKIE];
}

/** The value of `Set-Cookie`. */
export const sessionCookie = (token: string, maxAgeS: number): string =>
  stringifySetCookie({
    name: SESSION_COOKIE,
    value: token,
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'strict',
    maxAge: maxAgeS,
  });

/** The value of `Set-Cookie` that makes the browser forget the token. */
export const expiredSessionCookie = (): string => sessionCookie('', 0);

/** Browsers keep the cookie only if the page came over HTTPS, or from the same machine. */
export const keepsSessionCookie = ({ protocol, hostname }: FastifyRequest): boolean =>
  protocol === 'https' || isLoopbackHost(hostname) || hostname.endsWith('.localhost');
