import { createServer } from 'node:net';

/** A port of the loopback address, held until it is released for the one it was meant for. */
export interface HeldPort {
  port: number;
  release(): Promise<void>;
}

const TRIES = 50;

/** The preferred port when it is free, else the next free one above; 0: any. */
export async function holdPort(preferred: number): Promise<HeldPort> {
  for (let port = preferred; port < preferred + TRIES && port <= 65_535; port++) {
    const held = await tryPort(port);
    if (held) return held;
  }
  const any = await tryPort(0);
  if (!any) throw new Error('No port of 127.0.0.1 is free.');
  return any;
}

function tryPort(wanted: number): Promise<HeldPort | undefined> {
  return new Promise((resolve, reject) => {
    // Nobody is kept waiting: a caller who comes too early is turned away.
    const holder = createServer((socket) => socket.destroy());
    holder.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    holder.listen({ port: wanted, host: '127.0.0.1', exclusive: true }, () => {
      const address = holder.address();
      const port = typeof address === 'object' && address ? address.port : wanted;
      const release = () => new Promise<void>((done) => void holder.close(() => done()));
      resolve({ port, release });
    });
  });
}
