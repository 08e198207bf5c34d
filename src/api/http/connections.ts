/**
 * Limits the connections of the port. A connection is unproven until it shows an API key or a webhook's token. Each of
 * the three kinds has a share, so that none can shut out the others. Where a share is full, the connection that has
 * made the server wait for the longest time is closed, and the new one stays. A webhook never gets a 4xx because of it.
 */
import { isIPv4, type BlockList, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { UnreadAnswers, type UnreadLimits } from './load/unread-answers.ts';

export interface ConnectionLimits {
  /** Limit for all kinds together. What the other two kinds leave of it is the share of webhooks. */
  most: number;
  mostUnproven: number;
  /** Limit for one client address. */
  mostUnprovenOfAddress: number;
  mostKeyed: number;
  /** The time in which a connection without a key must read its whole answer. */
  unprovenAnswerMs: number;
  unread: UnreadLimits;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  most: 4_096,
  mostUnproven: 2_048,
  mostUnprovenOfAddress: 1_024,
  mostKeyed: 1_024,
  // The largest answer without a key is a script of /docs: it needs this time at 0.5 Mbit/s.
  unprovenAnswerMs: 30_000,
  unread: { smallBytes: 131_072, most: 64, mostOfClient: 16, graceMs: 2_000 },
};

/**
 * Connections that wait to be accepted; Linux takes `net.core.somaxconn` if that is less. Above this the kernel drops the
 * first packet, and the client tries again after one second, then after two, four and eight more.
 */
export const LISTEN_BACKLOG = 4_096;

/** The kind of credential that a connection showed last. */
export type Proof = 'key' | 'hook-token';

/**
 * `idle`: between two requests. `arriving`: the headers of a webhook have come, its body not yet. `running`: the server
 * works on the answer, or with a key: a request has begun.
 */
type Group =
  'unproven' | 'hook idle' | 'hook arriving' | 'hook running' | 'key idle' | 'key running';

interface Connection {
  proof: Proof | undefined;
  group: Group;
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
  readonly #unread: UnreadAnswers;
  readonly #connections = new Map<Socket, Connection>();
  /** In each group, the connection that has been in it for the longest time is the first. */
  readonly #groups: Record<Group, Set<Socket>> = {
    unproven: new Set(),
    'hook idle': new Set(),
    'hook arriving': new Set(),
    'hook running': new Set(),
    'key idle': new Set(),
    'key running': new Set(),
  };
  readonly #unprovenOf = new Map<string, Set<Socket>>();

  constructor(limits: ConnectionLimits, trustedProxies: BlockList) {
    this.#limits = limits;
    this.#proxies = trustedProxies;
    this.#unread = new UnreadAnswers(limits.unread);
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Adds a new connection. If a limit is reached, an older one is closed. */
  accept(socket: Socket): void {
    const address = this.#addressOf(socket);
    const group = 'unproven';
    const connection: Connection = { proof: undefined, group, busy: 0, isUsed: false, address };
    this.#connections.set(socket, connection);
    this.#enter(socket, connection);
    socket.once('close', () => this.#forget(socket));
    const { most, mostUnproven, mostUnprovenOfAddress } = this.#limits;
    const ofAddress = this.#unprovenOf.get(address ?? '');
    if (ofAddress && ofAddress.size > mostUnprovenOfAddress) this.#end(first(ofAddress));
    if (this.#groups.unproven.size > mostUnproven) this.#end(first(this.#groups.unproven));
    if (this.size > most) this.#end(this.#leastMissed());
  }

  /** Marks a connection as proven. False: the limit for this kind is reached. */
  prove(socket: Socket, proof: Proof): boolean {
    const connection = this.#connections.get(socket);
    // Injected requests have no connection that is counted.
    if (!connection || connection.proof === proof) return true;
    if (proof === 'key' && this.#keyed >= this.#limits.mostKeyed) {
      const idle = first(this.#groups['key idle']);
      if (!idle) return false;
      this.#end(idle);
    }
    connection.proof = proof;
    this.#move(socket, connection, proof === 'key' ? 'key running' : 'hook arriving');
    return true;
  }

  /** Call when the body of a webhook has arrived: from here on it waits for us. */
  hasArrived(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection?.group === 'hook arriving') this.#move(socket, connection, 'hook running');
  }

  isProven(socket: Socket): boolean {
    return this.#connections.get(socket)?.proof !== undefined;
  }

  /** Counts a running request. Call the returned function at its end. */
  begin(socket: Socket): () => void {
    const connection = this.#connections.get(socket);
    if (!connection) return () => undefined;
    connection.busy += 1;
    connection.isUsed = true;
    if (connection.group === 'hook idle') this.#move(socket, connection, 'hook arriving');
    if (connection.group === 'key idle') this.#move(socket, connection, 'key running');
    return () => {
      connection.busy -= 1;
      if (connection.busy > 0 || connection.proof === undefined) return;
      if (!this.#connections.has(socket)) return;
      this.#move(socket, connection, connection.proof === 'key' ? 'key idle' : 'hook idle');
    };
  }

  /** Call before an answer. Closes a connection without a key unless the returned function is called in time. */
  answer(socket: Socket): () => void {
    const connection = this.#connections.get(socket);
    // Injected requests have no connection that could be closed.
    if (!connection || connection.proof === 'key') return () => undefined;
    const timer = setTimeout(() => this.#end(socket), this.#limits.unprovenAnswerMs).unref();
    return () => clearTimeout(timer);
  }

  get smallAnswerBytes(): number {
    return this.#limits.unread.smallBytes;
  }

  /** Call before an answer that is not small. Undefined: refuse it. Else call the returned function when it is read. */
  answerLarge(socket: Socket, client: string): (() => void) | undefined {
    const connection = this.#connections.get(socket);
    if (!connection || connection.proof === 'key') return () => undefined;
    return this.#unread.begin(client, () => this.#end(socket));
  }

  /** For a shutdown: Node waits for connections that have not sent a request yet, without a limit of time. */
  endUnused(): void {
    for (const [socket, { isUsed }] of this.#connections) if (!isUsed) this.#end(socket);
  }

  get #keyed(): number {
    return this.#groups['key idle'].size + this.#groups['key running'].size;
  }

  /** An idle client can connect again at once; a body that is long under way will hardly come. */
  #leastMissed(): Socket | undefined {
    const groups = this.#groups;
    return first(groups['hook idle']) ?? first(groups['hook arriving']) ?? first(groups.unproven);
  }

  #end(socket: Socket | undefined): void {
    if (!socket) return;
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    this.#connections.delete(socket);
    this.#leave(socket, connection);
  }

  #move(socket: Socket, connection: Connection, group: Group): void {
    this.#leave(socket, connection);
    connection.group = group;
    this.#enter(socket, connection);
  }

  #enter(socket: Socket, { group, address }: Connection): void {
    this.#groups[group].add(socket);
    if (group !== 'unproven' || address === undefined) return;
    const ofAddress = this.#unprovenOf.get(address) ?? new Set();
    this.#unprovenOf.set(address, ofAddress.add(socket));
  }

  #leave(socket: Socket, { group, address }: Connection): void {
    this.#groups[group].delete(socket);
    if (group !== 'unproven' || address === undefined) return;
    const ofAddress = this.#unprovenOf.get(address);
    ofAddress?.delete(socket);
    if (ofAddress?.size === 0) this.#unprovenOf.delete(address);
  }

  #addressOf({ remoteAddress }: Socket): string | undefined {
    const address = plainAddress(remoteAddress ?? '');
    if (address === '' || isIn(this.#proxies, address)) return undefined;
    return addressGroup(address);
  }
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/** Of an IPv6 address the first 64 bits, because one client usually owns all addresses with the same first half. */
export const addressGroup = (address: string): string =>
  isIPv4(address)
    ? address
    : ipaddr.IPv6.parse(address.split('%', 1)[0]!).parts.slice(0, 4).join(':');

const first = (sockets: Iterable<Socket>): Socket | undefined => {
  for (const socket of sockets) return socket;
  return undefined;
};
