import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttingProxy {
  port: number;
  /** From now on, whoever sends COMMIT is cut off: the server does it, and nobody hears of it. */
  cutAtCommit: boolean;
  close(): void;
}

/** Stands before a Postgres server. */
export async function startCuttingProxy(serverPort: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (bytes) => {
      server.write(bytes);
      if (proxy.cutAtCommit && bytes.includes('COMMIT\0')) client.destroy();
    });
    server.on('data', (bytes) => client.write(bytes));
    client.on('end', () => server.end());
    server.on('end', () => client.end());
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const proxy: CuttingProxy = {
    port: (listener.address() as AddressInfo).port,
    cutAtCommit: false,
    close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
  return proxy;
}
