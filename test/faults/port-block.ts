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
  'serverMetrics',
  'workerMetrics',
] as const;
export type Ports = Record<(typeof NAMES)[number], number>;

const FIRST = 20_000;
const LAST = 31_900;
const BLOCK = 16;

/** The block is taken until it is released. */
export async function takePorts(): Promise<{ ports: Ports; release: () => Promise<void> }> {
  const { ports, release } = await takeBlock(NAMES.length);
  const named = Object.fromEntries(NAMES.map((name, index) => [name, ports[index]!]));
  return { ports: named as Ports, release };
}

/** @param count below `BLOCK`: the first port of a block is held for as long as it is taken */
export async function takeBlock(
  count: number,
): Promise<{ ports: number[]; release: () => Promise<void> }> {
  for (let base = FIRST; base < LAST; base += BLOCK) {
    const holder = await hold(base);
    if (!holder) continue;
    const ports = Array.from({ length: count }, (_, index) => base + 1 + index);
    const others = await Promise.all(ports.map(hold));
    await Promise.all(others.map(async (other) => other && close(other)));
    if (others.every((other) => other !== undefined)) {
      return { ports, release: () => close(holder) };
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
