/** Ports that stay ours over every restart: below those the system gives out by itself, one block a schedule. */
import { createServer, type Server } from 'node:net';

const NAMES = [
  'temporal',
  'temporalLink',
  'simulator',
  'storage',
  'carrierLink',
  'server',
  'secondServer',
  'webhooksLink',
  'postgres',
  'standby',
  'postgresLink',
] as const;
export type Ports = Record<(typeof NAMES)[number], number>;

const FIRST = 20_000;
const LAST = 31_900;
const BLOCK = 16;

/** The block is taken for as long as its first port is held. */
export async function takePorts(): Promise<{ ports: Ports; release: () => Promise<void> }> {
  for (let base = FIRST; base < LAST; base += BLOCK) {
    const holder = await hold(base);
    if (!holder) continue;
    const others = await Promise.all(NAMES.map((_, index) => hold(base + 1 + index)));
    await Promise.all(others.map(async (other) => other && close(other)));
    if (others.every((other) => other !== undefined)) {
      const ports = Object.fromEntries(NAMES.map((name, index) => [name, base + 1 + index]));
      return { ports: ports as Ports, release: () => close(holder) };
    }
    await close(holder);
  }
  throw new Error('no block of ports is free');
}

function hold(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}
