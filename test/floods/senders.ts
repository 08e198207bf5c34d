/** What people without a key, or with the URL of a webhook, can send. Each flood ends by itself, and only goes to this machine. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Sockets that are opened anew whenever they are closed, from several addresses of this machine. */
export interface Swarm {
  port: number;
  sockets: number;
  addresses: number;
  forMs: number;
  /** What the nth socket sends at first. */
  head(n: number): string;
  /** Then a byte as often as this. */
  dribbleMs?: number;
  /** It never reads, and is given up and opened anew after this time. */
  unreadMs?: number;
  /** Before a socket is opened again. */
  pauseMs?: number;
}

/** So many connections are begun at a time, so that the first ones are not all in one moment. */
const BEGUN_AT_ONCE = 64;

/** Returns how many sockets were opened. */
export async function swarm(of: Swarm): Promise<number> {
  const untilMs = Date.now() + of.forMs;
  const sockets = new Set<Socket>();
  let opened = 0;
  const open = (n: number): void => {
    opened += 1;
    const socket = connect({
      port: of.port,
      host: '127.0.0.1',
      localAddress: `127.0.0.${2 + (n % of.addresses)}`,
      allowHalfOpen: true,
    });
    sockets.add(socket);
    socket.on('connect', () => socket.write(of.head(n))).on('error', () => undefined);
    if (of.unreadMs === undefined) socket.resume();
    else {
      socket.pause();
      setTimeout(() => socket.destroy(), of.unreadMs).unref();
    }
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      if (Date.now() < untilMs) setTimeout(() => open(n), of.pauseMs ?? 0);
    });
  };
  for (let n = 0; n < of.sockets; n++) {
    open(n);
    if (n % BEGUN_AT_ONCE === 0) await sleep(1);
  }
  const dribble =
    of.dribbleMs === undefined
      ? undefined
      : setInterval(() => sockets.forEach((socket) => void socket.write('x')), of.dribbleMs);
  while (Date.now() < untilMs) await sleep(100);
  clearInterval(dribble);
  for (const socket of sockets) socket.destroy();
  return opened;
}
