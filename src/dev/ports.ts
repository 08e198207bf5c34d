import { createServer } from 'node:net';

/** A port of the loopback address that is kept busy until the process that needs it is started. */
export interface HeldPort {
  port: number;
  release(): Promise<void>;
}

const TRIES = 50;

/** Holds the preferred port, or the next free one above it. 0: any port. */
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
    // A client that connects too early is refused, so that it does not wait.
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
