/** The server as `npm run server` starts it, on a store of its own. No carrier and no Temporal answers it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ApiClient } from '../../src/terminal/api-client.ts';
import type { Engine } from '../faults/faults.ts';
import { BenchClient } from './bench-client.ts';
import { openBenchStore, type BenchStore } from './bench-store.ts';
import { end, keep, scriptLaunch, untilAnswers } from './calls/processes.ts';
import { freePort } from '../free-port.ts';

const API_KEY = 'bench-client-key-0123';

export interface BenchServer {
  url: string;
  apiKey: string;
  pid: number;
  store: BenchStore;
  api: BenchClient;
  client: ApiClient;
  put(path: string, body?: object): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** What it may keep alive, or it dies; by default that of `npm run server`. */
  heapMb?: number | undefined;
  /** By default SQLite. */
  engine?: Engine;
}

export async function startServer(
  folder: string,
  { heapMb, engine = 'sqlite' }: ServerOptions = {},
): Promise<BenchServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const store = await openBenchStore(engine, folder);
  const heap = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
  const launch = scriptLaunch('server');
  const child = keep(
    spawn(process.execPath, launch.args.toSpliced(-1, 0, ...heap), {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...launch.env,
        PATH: process.env['PATH'],
        DIALWRIGHT_CARRIER_URL: 'http://127.0.0.1:9',
        DIALWRIGHT_CARRIER_API_KEY: 'bench',
        DIALWRIGHT_HOOK_SECRETS: 'a-secret-of-the-bench-that-is-long-enough',
        DIALWRIGHT_API_KEYS: API_KEY,
        DIALWRIGHT_DATABASE_URL: store.url,
        DIALWRIGHT_RECORDINGS: join(folder, 'recordings'),
        DIALWRIGHT_PORT: String(port),
        DIALWRIGHT_LOG_LEVEL: 'error',
        TEMPORAL_ADDRESS: '127.0.0.1:9',
      },
    }),
  );
  await untilAnswers(`${url}/healthz`, child);
  return {
    url,
    apiKey: API_KEY,
    pid: child.pid!,
    store,
    api: new BenchClient({ url, apiKey: API_KEY }),
    client: new ApiClient({ url, apiKey: API_KEY }),
    async put(path, body = {}) {
      const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
      const text = JSON.stringify(body);
      const answer = await fetch(new URL(path, url), { method: 'PUT', headers, body: text });
      if (!answer.ok) throw new Error(`PUT ${path}: ${answer.status} ${await answer.text()}`);
    },
    async stop() {
      await end(child);
      await store.stop();
    },
  };
}
