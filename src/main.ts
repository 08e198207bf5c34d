/** Server and worker in one process. They run on one machine anyway, because they share the SQLite file. */
import { loadConfig } from './config/config.ts';
import { runUntilSignal, type RunningPart } from './process/run-until-signal.ts';
import { startServer } from './process/start-server.ts';
import { startWorker } from './process/start-worker.ts';

async function startBoth(): Promise<RunningPart> {
  const config = loadConfig(process.env);
  const server = await startServer(config);
  try {
    const worker = await startWorker(config);
    return {
      ended: worker.ended,
      async stop() {
        // The server stops first, so that no new requests arrive while the worker finishes.
        await server.stop();
        await worker.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

if (import.meta.main) {
  process.umask(0o077);
  await runUntilSignal(startBoth);
}
