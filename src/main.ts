/** Server and worker in one process, for one machine: while the store is SQLite they share its disk anyway. */
import { loadConfig } from './config.ts';
import { startServer } from './server.ts';
import { exitOnStartError } from './start-error.ts';
import { startWorker } from './worker.ts';

if (import.meta.main) {
  process.umask(0o077);
  const { server, worker } = await exitOnStartError(async () => {
    const config = loadConfig(process.env);
    return { server: await startServer(config), worker: await startWorker(config) };
  });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<string>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  await Promise.race([stopped, worker.ended]);
  // Whoever calls is turned to somebody else first; then what is under way ends.
  await server.stop();
  await worker.stop();
}
