/** The carrier's URL and the headers with its key. */
import { isLoopbackHost } from '../../outgoing/public-address.ts';

export interface CarrierRoute {
  origin: string;
  /** Prefix of the documented paths: empty, or `/…` without a trailing slash. */
  basePath: string;
  /** The value of the Authorization header. */
  authorization: string;
}

/** Why a carrier URL is refused; undefined: it may be used. Plain http is allowed for a simulator on loopback only. */
export function checkCarrierUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'is not a URL';
  if (url.username !== '' || url.password !== '') return 'must not carry a user or password';
  if (url.search !== '' || url.hash !== '') return 'must not carry a query or fragment';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && isLoopbackHost(url.hostname)) return undefined;
  return 'must be https (http only on loopback)';
}

/** @throws RangeError if `checkCarrierUrl` refuses the base URL */
export function routeTo({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): CarrierRoute {
  const refusal = checkCarrierUrl(baseUrl);
  if (refusal !== undefined) throw new RangeError(`the carrier URL ${refusal}`);
  const { origin, pathname } = new URL(baseUrl);
  return { origin, basePath: pathname.replace(/\/+$/, ''), authorization: `Bearer ${apiKey}` };
}

/** All headers of a request. It contains the key, so send it to the carrier's origin only. */
export const carrierHeaders = (authorization: string, withBody = false) => ({
  authorization,
  ...(withBody ? { 'content-type': 'application/json' } : {}),
  accept: 'application/json',
  'accept-encoding': 'identity',
});
