/** IP addresses and ranges in lists of allowed addresses. */
import { BlockList, isIP } from 'node:net';

/** `192.0.2.7`, `2001:db8::7`, or a range such as `192.0.2.0/24`. */
export interface AddressRange {
  address: string;
  family: 'ipv4' | 'ipv6';
  /** Leading bits that all addresses of the range share. */
  prefix: number;
}

const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Undefined: not an address or range. `ipaddr.js` would also accept `192.0.2/24`, octal numbers and zones. */
export function readAddressRange(text: string): AddressRange | undefined {
  const [address = '', bits, ...more] = text.trim().split('/');
  const version = isIP(address);
  // A zone such as %eth0 has a meaning on one machine only.
  if (version === 0 || more.length > 0 || address.includes('%')) return undefined;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) return { address, family, prefix: BITS[family] };
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > BITS[family]) return undefined;
  return { address, family, prefix: Number(bits) };
}

/** Whether the outer range contains the whole inner range. */
export function covers(outer: AddressRange, inner: AddressRange): boolean {
  if (outer.family !== inner.family || outer.prefix > inner.prefix) return false;
  const list = new BlockList();
  list.addSubnet(outer.address, outer.prefix, outer.family);
  return list.check(inner.address, inner.family);
}
