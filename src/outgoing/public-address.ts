/** Decides which addresses are public. Callbacks and recordings may use no others. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The IPv6 range that IANA has assigned for global unicast. `range()` of the library calls the rest of IPv6 unicast too. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Accepts global unicast addresses only. IPv4 inside IPv6 (mapped, 6to4, Teredo) and addresses with a zone are refused. */
export function isPublicAddress(address: string): boolean {
  // `ipaddr.js` would also accept 127.1 and octal numbers.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

/** Names that only local networks resolve (RFC 6761, 6762, 8375, and common ones). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|home|home\.arpa|corp|onion|invalid)$/i;

/** Why a URL is not https on a public host; undefined: it is. Host names are not resolved. */
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

/** The host without the brackets of an IPv6 address and without trailing dots. */
export function plainHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
