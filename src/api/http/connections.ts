/**
 * Bounds the connections of the port. One that has shown neither an API key nor a webhook's token is unproven:
 * their number is bounded, in all and by client address, and past it the oldest gives way. Callers with a key are
 * bounded too, so that a share is always left for webhooks. Webhooks never get a 4xx for lack of room.
 */
import { isIPv4, type BlockList, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface ConnectionLimits {
  /** Of all kinds together. */
  most: number;
  mostUnproven: number;
  /** The same of one client address. More than `LISTEN_BACKLOG`: those are all accepted in one turn. */
  mostUnprovenOfAddress: number;
  mostKeyed: number;
  /** How long an unproven one may take to read an answer, its last byte included. */
  unprovenAnswerMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  most: 4_096,
  mostUnproven: 2_048,
  mostUnprovenOfAddress: 1_024,
  mostKeyed: 1_024,
  // The largest answer without a key, a script of /docs, takes a line of 0.5 Mbit/s so long.
  unprovenAnswerMs: 30_000,
};

/**
 * Connections that wait to be accepted. Past it the kernel drops the first packet, and the caller tries again after
 * one second, then two more: a webhook that meets a burst of others waits so long.
 */
export const LISTEN_BACKLOG = 1_000;

/** What a connection was last used for. */
export type Proof = 'key' | 'hook-token';

interface Standing {
  proof: Proof | undefined;
  /** Requests under way. */
  busy: number;
  /** Undefined for a trusted proxy: many clients share its address. */
  address: string | undefined;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #proxies: BlockList;
  readonly #standings = new Map<Socket, Standing>();
  readonly #unproven = new Set<Socket>();
  readonly #unprovenOf = new Map<string, Set<Socket>>();
  readonly #proven: Record<Proof, Set<Socket>> = { key: new Set(), 'hook-token': new Set() };

  constructor(limits: ConnectionLimits, trustedProxies: BlockList) {
    this.#limits = limits;
    this.#proxies = trustedProxies;
  }

  get size(): number {
    return this.#standings.size;
  }

  /** A new connection; an older one may give way to it. */
  accept(socket: Socket): void {
    const standing = { proof: undefined, busy: 0, address: this.#addressOf(socket) };
    this.#standings.set(socket, standing);
    this.#addUnproven(socket, standing);
    socket.once('close', () => this.#forget(socket));
    const { most, mostUnproven, mostUnprovenOfAddress } = this.#limits;
    const ofAddress = this.#unprovenOf.get(standing.address ?? '');
    if (ofAddress && ofAddress.size > mostUnprovenOfAddress) this.#end(first(ofAddress));
    if (this.#unproven.size > mostUnproven) this.#end(first(this.#unproven));
    if (this.size > most) this.#end(this.#idle('hook-token') ?? first(this.#unproven));
  }

  /** False where there is no room for one more of this kind. */
  prove(socket: Socket, proof: Proof): boolean {
    const standing = this.#standings.get(socket);
    // A request that came without a connection of ours has nothing to give back.
    if (!standing || standing.proof === proof) return true;
    if (proof === 'key' && this.#proven.key.size >= this.#limits.mostKeyed) {
      const idle = this.#idle('key');
      if (!idle) return false;
      this.#end(idle);
    }
    this.#drop(socket, standing);
    standing.proof = proof;
    this.#proven[proof].add(socket);
    return true;
  }

  isProven(socket: Socket): boolean {
    return this.#standings.get(socket)?.proof !== undefined;
  }

  /** A request begins on it; the answer says when it is over. */
  begin(socket: Socket): () => void {
    const standing = this.#standings.get(socket);
    if (standing) standing.busy += 1;
    return () => {
      if (standing) standing.busy -= 1;
    };
  }

  /** An answer is about to be sent on it: an unproven one is ended unless the returned function is called in time. */
  answer(socket: Socket): () => void {
    if (this.#standings.get(socket)?.proof !== undefined) return () => undefined;
    const timer = setTimeout(() => this.#end(socket), this.#limits.unprovenAnswerMs).unref();
    return () => clearTimeout(timer);
  }

  #idle(proof: Proof): Socket | undefined {
    for (const socket of this.#proven[proof]) {
      if (this.#standings.get(socket)?.busy === 0) return socket;
    }
    return undefined;
  }

  #end(socket: Socket | undefined): void {
    if (!socket) return;
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    const standing = this.#standings.get(socket);
    if (!standing) return;
    this.#standings.delete(socket);
    this.#drop(socket, standing);
  }

  #addUnproven(socket: Socket, { address }: Standing): void {
    this.#unproven.add(socket);
    if (address === undefined) return;
    const ofAddress = this.#unprovenOf.get(address) ?? new Set();
    this.#unprovenOf.set(address, ofAddress.add(socket));
  }

  #drop(socket: Socket, { proof, address }: Standing): void {
    if (proof !== undefined) {
      this.#proven[proof].delete(socket);
      return;
    }
    this.#unproven.delete(socket);
    const ofAddress = address === undefined ? undefined : this.#unprovenOf.get(address);
    ofAddress?.delete(socket);
    if (ofAddress?.size === 0) this.#unprovenOf.delete(address!);
  }

  #addressOf({ remoteAddress }: Socket): string | undefined {
    const address = plainAddress(remoteAddress ?? '');
    if (address === '' || isIn(this.#proxies, address)) return undefined;
    return isIPv4(address) ? address : firstHalf(address);
  }
}

/** An IPv4 address that came over an IPv6 socket, as IPv4. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/** The first 64 bits: whoever has one IPv6 address usually has all 2^64 with the same first half. */
const firstHalf = (address: string): string =>
  ipaddr.IPv6.parse(address.split('%', 1)[0]!).parts.slice(0, 4).join(':');

const first = (sockets: Iterable<Socket>): Socket | undefined => {
  for (const socket of sockets) return socket;
  return undefined;
};
