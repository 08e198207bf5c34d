/**
 * Limits the connections of the port. A connection is unproven until it shows an API key or a webhook's token. Unproven
 * connections have a limit in total and by client address, and above it the oldest is closed. Connections with a key
 * have a limit too, so that some are always left for webhooks. A webhook never gets a 4xx because of these limits.
 */
import { isIPv4, type BlockList, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface ConnectionLimits {
  /** Limit for all kinds together. */
  most: number;
  mostUnproven: number;
  /** Limit for one client address. Must be more than `LISTEN_BACKLOG`, because so many can be accepted in one turn. */
  mostUnprovenOfAddress: number;
  mostKeyed: number;
  /** The time in which an unproven connection must read its whole answer. */
  unprovenAnswerMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  most: 4_096,
  mostUnproven: 2_048,
  mostUnprovenOfAddress: 1_024,
  mostKeyed: 1_024,
  // The largest answer without a key is a script of /docs: it needs this time at 0.5 Mbit/s.
  unprovenAnswerMs: 30_000,
};

/**
 * Connections that wait to be accepted. Above this the kernel drops the first packet, and the client tries again after
 * one second, then after two more. A webhook that arrives in a burst of others waits so long.
 */
export const LISTEN_BACKLOG = 1_000;

/** The kind of credential that a connection showed last. */
export type Proof = 'key' | 'hook-token';

interface Standing {
  proof: Proof | undefined;
  /** Number of running requests. */
  busy: number;
  /** Whether a request has begun. */
  isUsed: boolean;
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

  /** Adds a new connection. If a limit is reached, an older one is closed. */
  accept(socket: Socket): void {
    const standing = { proof: undefined, busy: 0, isUsed: false, address: this.#addressOf(socket) };
    this.#standings.set(socket, standing);
    this.#addUnproven(socket, standing);
    socket.once('close', () => this.#forget(socket));
    const { most, mostUnproven, mostUnprovenOfAddress } = this.#limits;
    const ofAddress = this.#unprovenOf.get(standing.address ?? '');
    if (ofAddress && ofAddress.size > mostUnprovenOfAddress) this.#end(first(ofAddress));
    if (this.#unproven.size > mostUnproven) this.#end(first(this.#unproven));
    if (this.size > most) this.#end(this.#idle('hook-token') ?? first(this.#unproven));
  }

  /** Marks a connection as proven. False: the limit for this kind is reached. */
  prove(socket: Socket, proof: Proof): boolean {
    const standing = this.#standings.get(socket);
    // Injected requests have no connection that is counted.
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

  /** Counts a running request. Call the returned function at its end. */
  begin(socket: Socket): () => void {
    const standing = this.#standings.get(socket);
    if (standing) {
      standing.busy += 1;
      standing.isUsed = true;
    }
    return () => {
      if (standing) standing.busy -= 1;
    };
  }

  /** Call before an answer. Closes an unproven connection unless the returned function is called in time. */
  answer(socket: Socket): () => void {
    const standing = this.#standings.get(socket);
    // Injected requests have no connection that could be closed.
    if (!standing || standing.proof !== undefined) return () => undefined;
    const timer = setTimeout(() => this.#end(socket), this.#limits.unprovenAnswerMs).unref();
    return () => clearTimeout(timer);
  }

  /** For a shutdown: Node waits for connections that have not sent a request yet, without a limit of time. */
  endUnused(): void {
    for (const [socket, { isUsed }] of this.#standings) if (!isUsed) this.#end(socket);
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

/** Converts an IPv4-mapped IPv6 address to IPv4. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/** The first 64 bits of an IPv6 address, because one client usually owns all addresses with the same first half. */
const firstHalf = (address: string): string =>
  ipaddr.IPv6.parse(address.split('%', 1)[0]!).parts.slice(0, 4).join(':');

const first = (sockets: Iterable<Socket>): Socket | undefined => {
  for (const socket of sockets) return socket;
  return undefined;
};
