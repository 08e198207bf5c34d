/** A port for a server that a test, a bench or a campaign of faults starts, and perhaps stops and starts again. */
import { createServer } from 'node:net';

/**
 * Above 10080, because `fetch` refuses that port ("bad port"). Below the ports that systems give to outgoing connections, because
 * one of those could take the port before the server listens. Below the blocks of the faults too (`test/faults/port-block.ts`), for
 * the same reason.
 */
const FIRST = 10_100;
const COUNT = 9_900;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
