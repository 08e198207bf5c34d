import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { readAddressRange } from '../../carrier/carrier-account/address-range.ts';
import { plainAddress } from './connections.ts';

/**
 * Who asks: the peer or, where that is a trusted proxy, whom the proxies name in `X-Forwarded-For`. A header that
 * holds no address is not repeated.
 */
export function clientAddress({ ip, raw }: FastifyRequest): string {
  const address = plainAddress(ip);
  return isIP(address) === 0 ? plainAddress(raw.socket.remoteAddress ?? '') : address;
}

/** Of addresses and ranges such as `10.0.0.0/8`. */
export function addressList(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix, family } of texts.flatMap((text) => readAddressRange(text) ?? [])) {
    list.addSubnet(address, prefix, family);
  }
  return list;
}
