/** Runs server and worker in this process. It loads the whole product, so it is imported when other parts are starting. */
import { pino, type Logger } from 'pino';
import type { DevTools } from '../api/http/api-deps.ts';
import type { Config } from '../config/config.ts';
import { createLog } from '../process/logging.ts';
import { startServer, type RunningServer } from '../process/start-server.ts';
import { startWorker, type RunningWorker } from '../process/start-worker.ts';

export interface Product {
  server: RunningServer;
  worker: RunningWorker;
}

export async function startProduct(
  config: Config,
  { log, dev }: { log: Logger; dev: DevTools },
): Promise<Product> {
  const server = await startServer(config, { log, dev });
  try {
    return { server, worker: await startWorker(workerConfig(config), { log }) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Both show metrics in this process: the worker at the port that follows the server's. */
export function workerConfig(config: Config): Config {
  if (config.metrics === undefined) return config;
  const { host, port } = config.metrics;
  return { ...config, metrics: { host, port: port + 1 } };
}

/** The log goes to a file, because the terminal shows the progress. */
export function fileLog(path: string): Logger {
  return createLog('info', { to: pino.destination({ dest: path, append: true, sync: false }) });
}
