/** Checks where a URL leads. It comes from outside (a recording's link, a webhook endpoint), so its address is checked and pinned. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { openHttpClient, type HttpClient } from './http-client.ts';
import { isPublicAddress, plainHost, whyNotPublic } from './public-address.ts';

/** Resolves all addresses of a host name or address literal. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

const resolveBySystem: ResolveHost = (host) => lookup(host, { all: true });

/** The URL leads to an address that may not be requested, or its host is not found. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
  readonly code: 'forbidden-address' | 'unreachable';

  constructor(code: AddressError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export interface AddressRules {
  /** Origins that need not be public or https. */
  allowedOrigins: readonly string[];
  resolve?: ResolveHost | undefined;
}

/**
 * A client for one origin that can connect only to checked addresses. It does not know the API key.
 * @throws AddressError `forbidden-address`; `unreachable` if the name is not found
 */
export async function openCheckedClient(url: URL, rules: AddressRules): Promise<HttpClient> {
  const why = whyRefused(url, rules.allowedOrigins);
  if (why !== undefined) throw new AddressError('forbidden-address', `the link ${why}`);
  if (rules.allowedOrigins.includes(url.origin)) {
    return openHttpClient(url.origin, { connect: buildConnector({ allowH2: false }) });
  }
  const addresses = await publicAddresses(plainHost(url), rules.resolve ?? resolveBySystem);
  return pinnedClient(url.origin, addresses);
}

/** A client that connects to these addresses only, even if DNS changes. */
export function pinnedClient(origin: string, addresses: readonly LookupAddress[]): HttpClient {
  const pinned: LookupFunction = (_host, { all }, callback) => {
    const [first] = addresses;
    if (!first) callback(new Error('no address'), '', 0);
    else if (all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
  const connect = buildConnector({ allowH2: false, lookup: pinned });
  return openHttpClient(origin, { connect });
}

/** Why a URL may not be requested; undefined: it may. Host names are not resolved. */
export function whyRefused(url: URL, allowedOrigins: readonly string[]): string | undefined {
  if (url.username !== '' || url.password !== '') return 'must not carry a user or password';
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  // The origin of a blob: URL is that of the URL inside it.
  if (isWeb && allowedOrigins.includes(url.origin)) return undefined;
  return whyNotPublic(url.href) ?? (url.port === '' ? undefined : 'must use the default port');
}

// A host with one private address among public ones is refused too, because a real storage has none.
async function publicAddresses(host: string, resolve: ResolveHost): Promise<LookupAddress[]> {
  const found = await resolve(host).catch((error: unknown) => {
    throw new AddressError('unreachable', 'the host of the link is not found', error);
  });
  if (found.length === 0) throw new AddressError('unreachable', 'the host has no address');
  if (found.every(({ address }) => isPublicAddress(address))) return found;
  throw new AddressError('forbidden-address', 'the link leads to an address that is not public');
}
