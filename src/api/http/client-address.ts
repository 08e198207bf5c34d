import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { readAddressRange } from '../../carrier/carrier-account/address-range.ts';
import { addressGroup, plainAddress } from './connections.ts';

/**
 * The client's address: that of the peer or, if the peer is a trusted proxy, the one in `X-Forwarded-For`. A header
 * without a valid address is ignored.
 */
export function clientAddress({ ip, raw }: FastifyRequest): string {
  const address = plainAddress(ip);
  return isIP(address) === 0 ? plainAddress(raw.socket.remoteAddress ?? '') : address;
}

/** The client, as far as its address tells: one IPv4 address, or the first half of an IPv6 address. */
export function clientGroup(request: FastifyRequest): string {
  const address = clientAddress(request);
  return isIP(address) === 0 ? '' : addressGroup(address);
}

/** Each text is an address or a range such as `10.0.0.0/8`. */
export function addressList(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix, family } of texts.flatMap((text) => readAddressRange(text) ?? [])) {
    list.addSubnet(address, prefix, family);
  }
  return list;
}
