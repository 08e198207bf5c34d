/** Server and worker in one process. They run on one machine anyway, because they share the SQLite file. */
import { loadConfig } from './config.ts';
import { startServer } from './server.ts';
import { exitOnStartError } from './start-error.ts';
import { startWorker } from './worker.ts';

if (import.meta.main) {
  process.umask(0o077);
  const { server, worker } = await exitOnStartError(async () => {
    const config = loadConfig(process.env);
    const server = await startServer(config);
    try {
      return { server, worker: await startWorker(config) };
    } catch (error) {
      await server.stop();
      throw error;
    }
  });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<string>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  await Promise.race([stopped, worker.ended]);
  // The server stops first, so that no new requests arrive while the worker finishes.
  await server.stop();
  await worker.stop();
}
