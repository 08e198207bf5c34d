import { createServer } from 'node:net';

/** The preferred port of the loopback address when it is free, else the next free one above; 0: any. */
export async function freePort(preferred: number): Promise<number> {
  for (let port = preferred; port < preferred + 50 && port <= 65_535; port++) {
    const free = await tryPort(port);
    if (free !== undefined) return free;
  }
  return (await tryPort(0)) ?? 0;
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
