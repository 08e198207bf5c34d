import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface DelayedLink {
  port: number;
  close(): void;
}

/** Timers are exact to a millisecond at best. Shorter rests are waited for turn by turn. */
const TIMER_IS_WRONG_BY_MS = 1.5;

/** Stands before a server on this machine, and passes on what either side writes so much later, in its order. */
export async function startDelayedLink(serverPort: number, delayMs: number): Promise<DelayedLink> {
  const sockets = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (client) => {
    const server = connect({ port: serverPort, host: '127.0.0.1', noDelay: true });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    passOn(client, server, delayMs);
    passOn(server, client, delayMs);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
}

function passOn(from: Socket, to: Socket, delayMs: number): void {
  const waiting: { atMs: number; act: () => void }[] = [];
  const pump = () => {
    while (waiting.length > 0 && waiting[0]!.atMs <= performance.now()) waiting.shift()!.act();
    if (waiting.length > 0) wait(waiting[0]!.atMs - performance.now(), pump);
  };
  const later = (act: () => void) => {
    waiting.push({ atMs: performance.now() + delayMs, act });
    if (waiting.length === 1) pump();
  };
  from.on('data', (bytes) => later(() => to.write(bytes)));
  from.on('end', () => later(() => to.end()));
  from.on('close', () => later(() => to.destroy()));
}

function wait(ms: number, then: () => void): void {
  if (ms > TIMER_IS_WRONG_BY_MS) setTimeout(then, ms - TIMER_IS_WRONG_BY_MS);
  else setImmediate(then);
}
