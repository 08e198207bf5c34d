/** A link of plain TCP, for what is not HTTP/1.1: refused, or held for a while. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export class TcpLink {
  /** How many connections a trouble has hit. */
  hits = 0;
  #targetPort: number;
  readonly #server = createServer({ allowHalfOpen: true }, (socket) => this.#join(socket));
  readonly #sockets = new Set<Socket>();
  #held = false;
  #port = 0;

  constructor(targetPort: number) {
    this.#targetPort = targetPort;
  }

  /** The port it was given. */
  async open(port: number): Promise<number> {
    await once(this.#server.listen(port, '127.0.0.1'), 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this.#port;
  }

  /** From now on connections lead there; those that stand are broken. */
  aim(targetPort: number): void {
    this.#targetPort = targetPort;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => void this.#server.close(resolve));
  }

  /** `refused`: connections break and new ones are refused. Else nothing passes, and no error is sent. */
  async make(trouble: 'refused' | 'request-silent', forMs: number): Promise<void> {
    this.hits += this.#sockets.size / 2;
    if (trouble === 'refused') {
      await this.close();
      await sleep(forMs);
      await this.open(this.#port);
      return;
    }
    this.#held = true;
    for (const socket of this.#sockets) socket.pause();
    await sleep(forMs);
    this.#held = false;
    for (const socket of this.#sockets) socket.resume();
  }

  #join(near: Socket): void {
    const far = connect({ port: this.#targetPort, host: '127.0.0.1', allowHalfOpen: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.setNoDelay(true);
      one.on('data', (chunk) => {
        if (!other.write(chunk)) one.pause();
      });
      one.on('drain', () => void (this.#held || other.resume()));
      one.once('end', () => other.end());
      one.once('error', () => other.destroy());
      one.once('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      if (this.#held) one.pause();
    }
  }
}
