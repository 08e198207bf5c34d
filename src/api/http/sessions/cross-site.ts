/**
 * Refuses requests that a page of another site makes a browser send with the cookie of a session. Browsers say by
 * `Sec-Fetch-Site` which page sent a request, and no page can change that header. Older browsers send only `Origin`.
 */
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

/** A request that names neither is `unknown`: it comes from a program, or from an old browser. */
type Sender = 'own-page' | 'other-page' | 'unknown';

/** For a request with the cookie of a session. @throws Problem 403 */
export function refuseCrossSite(request: FastifyRequest): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead ? mayRead(request) : senderOf(request) === 'own-page') return;
  throw crossSite(senderOf(request));
}

/** For a request that needs no cookie but sets one. Programs may send it. @throws Problem 403 */
export function refuseOtherPages(request: FastifyRequest): void {
  const sender = senderOf(request);
  if (sender === 'other-page') throw crossSite(sender);
}

function senderOf(request: FastifyRequest): Sender {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin' ? 'own-page' : 'other-page';
  if (origin === undefined) return 'unknown';
  return origin === ownOrigin(request) ? 'own-page' : 'other-page';
}

/** `X-Forwarded-Proto` and `-Host` count only from a trusted proxy. */
const ownOrigin = ({ protocol, host }: FastifyRequest): string | undefined =>
  URL.parse(`${protocol}://${host}`)?.origin;

/** Reading changes nothing. `none`: a person typed the address. Other sites may link here, but embed nothing. */
function mayRead({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

const crossSite = (sender: Sender) =>
  new Problem({
    status: 403,
    code: 'cross_site_request',
    detail:
      sender === 'unknown'
        ? 'A change with the cookie of a session needs the header Sec-Fetch-Site or Origin, which browsers send. Programs send an API key: Authorization: Bearer <key>.'
        : 'A page of another origin sent this request. Open the dashboard at its own address. Behind a proxy, DIALWRIGHT_TRUSTED_PROXIES must name the proxy.',
  });
