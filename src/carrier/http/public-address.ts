/** Which addresses are on the public internet: callbacks and recordings may use no others. */
import { BlockList, isIP } from 'node:net';

const closed = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed.addSubnet(network, prefix, 'ipv4');
}
const openV6 = new BlockList();
openV6.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, prefix, 'ipv6');
}

/** Global unicast only; IPv4 in IPv6's clothes (mapped, 6to4, Teredo) is refused. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4');
    case 6:
      return openV6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
    default:
      return false;
  }
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
