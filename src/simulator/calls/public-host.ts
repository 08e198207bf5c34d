/** Whether a host could be reached from the carrier's side of the internet, as far as its name tells. */
import { BlockList, isIP } from 'node:net';

// A list for each family: one list would take every IPv4 address for an IPv6 one that maps it.
const NOT_PUBLIC_4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC_4.addSubnet(network, prefix, 'ipv4');

const NOT_PUBLIC_6 = new BlockList();
for (const [network, prefix] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  NOT_PUBLIC_6.addSubnet(network, prefix, 'ipv6');

const LOCAL_NAMES = /(^|\.)(localhost|local|internal|lan|home\.arpa|invalid)$/;

/** Expects the host of a parsed URL: there, odd spellings of addresses are already made plain. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  if (version === 4) return !NOT_PUBLIC_4.check(host, 'ipv4');
  if (version === 6) return !NOT_PUBLIC_6.check(host, 'ipv6');
  return host.includes('.') && !LOCAL_NAMES.test(host);
}
