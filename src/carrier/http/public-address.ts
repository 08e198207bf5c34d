/** Which addresses are on the public internet: callbacks and recordings may use no others. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All that IANA has given out of IPv6 for global unicast. `range()` takes the rest of IPv6 for unicast too. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Global unicast only; IPv4 inside IPv6 (mapped, 6to4, Teredo) is refused, and so is an address with a zone. */
export function isPublicAddress(address: string): boolean {
  // `ipaddr.js` alone also reads 127.1 and octal numbers.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

/** Names that only a local network resolves (RFC 6761, 6762, 8375, and what is common). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|home|home\.arpa|corp|onion|invalid)$/i;

/** Why a URL is not https on a public host; undefined when it is. Names are judged by their form only. */
export function whyNotPublic(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'is not a URL';
  if (url.protocol !== 'https:') return 'must be https';
  if (url.username !== '' || url.password !== '') return 'must not carry a user or password';
  const host = plainHost(url);
  const isPublic = isIP(host)
    ? isPublicAddress(host)
    : host.includes('.') && !LOCAL_NAME.test(host);
  return isPublic ? undefined : 'must be on a public host';
}

/** The host without an IPv6 address's brackets and without a trailing dot. */
export function plainHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
