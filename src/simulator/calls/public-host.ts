/** Whether the carrier could reach a host over the internet, judged by its name or address alone. */
import { BlockList, isIP } from 'node:net';

// One list for each family: a common list would match every IPv4 address as an IPv4-mapped IPv6 address.
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

/** @param hostname of a parsed URL, because parsing normalizes unusual spellings of addresses */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  if (version === 4) return !NOT_PUBLIC_4.check(host, 'ipv4');
  if (version === 6) return !NOT_PUBLIC_6.check(host, 'ipv6');
  return host.includes('.') && !LOCAL_NAMES.test(host);
}
